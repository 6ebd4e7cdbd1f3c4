import type importFindings from '../../contract/words/zh-cn/import-findings.ts'
import type { PlainKeyOf, TranslateOf } from '../../ui/words/translate.ts'
import type account from './zh-cn/account.ts'
import type adjustments from './zh-cn/adjustments.ts'
import type auditActions from './zh-cn/audit-actions.ts'
import type auditFields from './zh-cn/audit-fields.ts'
import type auditValues from './zh-cn/audit-values.ts'
import type audit from './zh-cn/audit.ts'
import type base from './zh-cn/base.ts'
import type bell from './zh-cn/bell.ts'
import type bills from './zh-cn/bills.ts'
import type books from './zh-cn/books.ts'
import type brand from './zh-cn/brand.ts'
import type bulk from './zh-cn/bulk.ts'
import type cards from './zh-cn/cards.ts'
import type clients from './zh-cn/clients.ts'
import type connections from './zh-cn/connections.ts'
import type doctor from './zh-cn/doctor.ts'
import type exports from './zh-cn/exports.ts'
import type imports from './zh-cn/imports.ts'
import type invite from './zh-cn/invite.ts'
import type invites from './zh-cn/invites.ts'
import type join from './zh-cn/join.ts'
import type machine from './zh-cn/machine.ts'
import type money from './zh-cn/money.ts'
import type nav from './zh-cn/nav.ts'
import type network from './zh-cn/network.ts'
import type nodes from './zh-cn/nodes.ts'
import type notices from './zh-cn/notices.ts'
import type overview from './zh-cn/overview.ts'
import type packages from './zh-cn/packages.ts'
import type payment from './zh-cn/payment.ts'
import type payouts from './zh-cn/payouts.ts'
import type permissions from './zh-cn/permissions.ts'
import type platformNotices from './zh-cn/platform-notices.ts'
import type platform from './zh-cn/platform.ts'
import type priceLists from './zh-cn/price-lists.ts'
import type prices from './zh-cn/prices.ts'
import type refunds from './zh-cn/refunds.ts'
import type renewals from './zh-cn/renewals.ts'
import type resellers from './zh-cn/resellers.ts'
import type sales from './zh-cn/sales.ts'
import type shell from './zh-cn/shell.ts'
import type signin from './zh-cn/signin.ts'
import type statement from './zh-cn/statement.ts'
import type states from './zh-cn/states.ts'
import type stuck from './zh-cn/stuck.ts'
import type table from './zh-cn/table.ts'
import type team from './zh-cn/team.ts'
import type tell from './zh-cn/tell.ts'
import type tickets from './zh-cn/tickets.ts'
import type user from './zh-cn/user.ts'
import type users from './zh-cn/users.ts'
import type watch from './zh-cn/watch.ts'
import type withdrawals from './zh-cn/withdrawals.ts'

/** One table of words per part of the console. The Chinese file is the source and defines the type. */
export type Sources = {
  account: typeof account
  adjustments: typeof adjustments
  audit: typeof audit
  'audit-actions': typeof auditActions
  'audit-fields': typeof auditFields
  'audit-values': typeof auditValues
  base: typeof base
  bell: typeof bell
  bills: typeof bills
  books: typeof books
  brand: typeof brand
  cards: typeof cards
  clients: typeof clients
  connections: typeof connections
  doctor: typeof doctor
  'import-findings': typeof importFindings
  exports: typeof exports
  imports: typeof imports
  invite: typeof invite
  invites: typeof invites
  join: typeof join
  machine: typeof machine
  money: typeof money
  nav: typeof nav
  network: typeof network
  nodes: typeof nodes
  notices: typeof notices
  overview: typeof overview
  packages: typeof packages
  payment: typeof payment
  payouts: typeof payouts
  permissions: typeof permissions
  platform: typeof platform
  'platform-notices': typeof platformNotices
  'price-lists': typeof priceLists
  prices: typeof prices
  renewals: typeof renewals
  resellers: typeof resellers
  refunds: typeof refunds
  sales: typeof sales
  shell: typeof shell
  signin: typeof signin
  statement: typeof statement
  states: typeof states
  stuck: typeof stuck
  table: typeof table
  team: typeof team
  tell: typeof tell
  users: typeof users
  tickets: typeof tickets
  user: typeof user
  bulk: typeof bulk
  watch: typeof watch
  withdrawals: typeof withdrawals
}
export type Part = keyof Sources
/** A part's own words, and what more than one part says. */
type Said<P extends Part> = Omit<typeof base, keyof Sources[P]> & Sources[P]
export type Translate<P extends Part> = TranslateOf<Said<P>>
export type PlainKey<P extends Part> = PlainKeyOf<Said<P>>
