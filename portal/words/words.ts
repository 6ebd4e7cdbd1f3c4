import type { PlainKeyOf, TranslateOf } from '../../ui/words/translate.ts'
import type account from './zh-cn/account.ts'
import type agentPay from './zh-cn/agent-pay.ts'
import type balance from './zh-cn/balance.ts'
import type base from './zh-cn/base.ts'
import type buying from './zh-cn/buying.ts'
import type cards from './zh-cn/cards.ts'
import type changePassword from './zh-cn/change-password.ts'
import type demo from './zh-cn/demo.ts'
import type emailBind from './zh-cn/email-bind.ts'
import type embedded from './zh-cn/embedded.ts'
import type freezeAccount from './zh-cn/freeze-account.ts'
import type gift from './zh-cn/gift.ts'
import type importLines from './zh-cn/import-lines.ts'
import type inner from './zh-cn/inner.ts'
import type invite from './zh-cn/invite.ts'
import type lineInstall from './zh-cn/line-install.ts'
import type lineList from './zh-cn/line-list.ts'
import type login from './zh-cn/login.ts'
import type monitorLogin from './zh-cn/monitor-login.ts'
import type monitor from './zh-cn/monitor.ts'
import type monthCard from './zh-cn/month-card.ts'
import type online from './zh-cn/online.ts'
import type openAgency from './zh-cn/open-agency.ts'
import type packages from './zh-cn/packages.ts'
import type paying from './zh-cn/paying.ts'
import type payments from './zh-cn/payments.ts'
import type recover from './zh-cn/recover.ts'
import type register from './zh-cn/register.ts'
import type reminders from './zh-cn/reminders.ts'
import type speedMode from './zh-cn/speed-mode.ts'
import type tickets from './zh-cn/tickets.ts'
import type topUp from './zh-cn/top-up.ts'
import type trafficRank from './zh-cn/traffic-rank.ts'
import type user from './zh-cn/user.ts'

/** One table of words per part of the portal; the Chinese file is the source and sets the type. */
export type Sources = {
  account: typeof account
  'agent-pay': typeof agentPay
  balance: typeof balance
  base: typeof base
  buying: typeof buying
  cards: typeof cards
  'change-password': typeof changePassword
  demo: typeof demo
  'email-bind': typeof emailBind
  embedded: typeof embedded
  'freeze-account': typeof freezeAccount
  gift: typeof gift
  'import-lines': typeof importLines
  inner: typeof inner
  invite: typeof invite
  'line-install': typeof lineInstall
  'line-list': typeof lineList
  login: typeof login
  monitor: typeof monitor
  'monitor-login': typeof monitorLogin
  'month-card': typeof monthCard
  online: typeof online
  'open-agency': typeof openAgency
  packages: typeof packages
  paying: typeof paying
  payments: typeof payments
  recover: typeof recover
  register: typeof register
  reminders: typeof reminders
  'speed-mode': typeof speedMode
  tickets: typeof tickets
  'top-up': typeof topUp
  'traffic-rank': typeof trafficRank
  user: typeof user
}
export type Part = keyof Sources
/** What the brand calls a balance: every text gets it, so that none hard-codes the name. */
type ByBrand = 'balance'
export type Translate<P extends Part> = TranslateOf<Sources[P], ByBrand>
export type PlainKey<P extends Part> = PlainKeyOf<Sources[P], ByBrand>
