import type { PlainKeyOf, TranslateOf } from '../../ui/words/translate.ts'
import type account from './zh-cn/account.ts'
import type agency from './zh-cn/agency.ts'
import type agentpay from './zh-cn/agentpay.ts'
import type balance from './zh-cn/balance.ts'
import type base from './zh-cn/base.ts'
import type cards from './zh-cn/cards.ts'
import type demo from './zh-cn/demo.ts'
import type email from './zh-cn/email.ts'
import type embedded from './zh-cn/embedded.ts'
import type freeze from './zh-cn/freeze.ts'
import type inner from './zh-cn/inner.ts'
import type install from './zh-cn/install.ts'
import type invite from './zh-cn/invite.ts'
import type linelist from './zh-cn/linelist.ts'
import type lines from './zh-cn/lines.ts'
import type login from './zh-cn/login.ts'
import type money from './zh-cn/money.ts'
import type monitor from './zh-cn/monitor.ts'
import type monitorlogin from './zh-cn/monitorlogin.ts'
import type online from './zh-cn/online.ts'
import type packages from './zh-cn/packages.ts'
import type paying from './zh-cn/paying.ts'
import type payments from './zh-cn/payments.ts'
import type rank from './zh-cn/rank.ts'
import type recover from './zh-cn/recover.ts'
import type reg from './zh-cn/reg.ts'
import type security from './zh-cn/security.ts'
import type speed from './zh-cn/speed.ts'
import type topup from './zh-cn/topup.ts'
import type user from './zh-cn/user.ts'

/** One table of words per part of the portal; the Chinese file is the source and gives the type. */
export type Sources = {
  account: typeof account
  agency: typeof agency
  agentpay: typeof agentpay
  balance: typeof balance
  base: typeof base
  cards: typeof cards
  demo: typeof demo
  email: typeof email
  embedded: typeof embedded
  freeze: typeof freeze
  inner: typeof inner
  install: typeof install
  invite: typeof invite
  linelist: typeof linelist
  lines: typeof lines
  login: typeof login
  money: typeof money
  monitor: typeof monitor
  monitorlogin: typeof monitorlogin
  online: typeof online
  packages: typeof packages
  paying: typeof paying
  payments: typeof payments
  rank: typeof rank
  recover: typeof recover
  reg: typeof reg
  security: typeof security
  speed: typeof speed
  topup: typeof topup
  user: typeof user
}
export type Part = keyof Sources
/** What the brand calls a balance: every text gets it, so that none names it on its own. */
type ByBrand = 'balance'
export type Translate<P extends Part> = TranslateOf<Sources[P], ByBrand>
export type PlainKey<P extends Part> = PlainKeyOf<Sources[P], ByBrand>
