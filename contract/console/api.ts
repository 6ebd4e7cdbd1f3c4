import { articles } from './articles.ts'
import { audit } from './audit.ts'
import { bell } from './bell.ts'
import { bills, platformBills } from './bills.ts'
import { books } from './books.ts'
import { brand } from './brand.ts'
import { bulk } from './bulk.ts'
import { cards } from './cards.ts'
import { clients, shownClients } from './clients.ts'
import { platformStuckPayments, stuckPayments } from './confirm.ts'
import { exportCalls } from './exports.ts'
import { factors } from './factors.ts'
import { giftLinks } from './gift-links.ts'
import { imports } from './imports.ts'
import { agencies, invites } from './invites.ts'
import { join } from './join.ts'
import { keys } from './keys.ts'
import { backups, jobs, machine, mails } from './machine.ts'
import { merchants, platformMerchants } from './merchants.ts'
import { money } from './money.ts'
import { network } from './network.ts'
import { nodes } from './nodes.ts'
import { notices } from './notices.ts'
import { orders } from './orders.ts'
import { overview } from './overview.ts'
import { packages } from './packages.ts'
import { payments } from './payments.ts'
import { payouts } from './payouts.ts'
import { platformNotices, told } from './platform-notices.ts'
import { platform } from './platform.ts'
import { priceLists } from './price-lists.ts'
import { prices } from './prices.ts'
import { recover } from './recover.ts'
import { adjustments, refunds } from './refunds.ts'
import { reminderTexts } from './reminder-texts.ts'
import { renewals } from './renewals.ts'
import { nodeGroups, resellers } from './resellers.ts'
import { session } from './session.ts'
import { summary } from './summary.ts'
import { devices, staff } from './team.ts'
import { telegram, telegramBot } from './telegram.ts'
import { ticketTemplates } from './ticket-templates.ts'
import { tickets } from './tickets.ts'
import { user } from './user.ts'
import { users } from './users.ts'
import { views } from './views.ts'
import { alerts, monitors } from './watch.ts'
import { webhooks } from './webhooks.ts'
import { withdrawals } from './withdrawals.ts'

/** Every call of the console, by area. Separate from the portal's calls, so that portal pages never load these. */
export const consoleApi = {
  adjustments,
  agencies,
  alerts,
  articles,
  audit,
  backups,
  bell,
  books,
  brand,
  bulk,
  cards,
  clients,
  devices,
  exports: exportCalls,
  factors,
  giftLinks,
  imports,
  invites,
  jobs,
  join,
  keys,
  machine,
  mails,
  merchants,
  monitors,
  network,
  nodes,
  nodeGroups,
  notices,
  reminderTexts,
  money,
  orders,
  overview,
  packages,
  payments,
  platform,
  payouts,
  platformMerchants,
  platformStuckPayments,
  stuckPayments,
  platformBills,
  bills,
  platformNotices,
  priceLists,
  prices,
  resellers,
  recover,
  refunds,
  renewals,
  session,
  shownClients,
  staff,
  summary,
  telegram,
  telegramBot,
  ticketTemplates,
  tickets,
  told,
  user,
  users,
  views,
  webhooks,
  withdrawals,
}
