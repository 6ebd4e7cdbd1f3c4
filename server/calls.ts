import { keyRoutes } from './domains/api-keys/calls.ts'
import { articleRoutes, officeArticleRoutes } from './domains/articles/calls.ts'
import { bookRoutes } from './domains/books/office/calls.ts'
import { bulkRoutes } from './domains/bulk/calls.ts'
import { cardRoutes } from './domains/cards/calls.ts'
import { clientRoutes, officeClientRoutes } from './domains/clients/calls.ts'
import { adjustmentRoutes } from './domains/console/adjustments/calls.ts'
import { auditRoutes } from './domains/console/audit/calls.ts'
import { brandRoutes } from './domains/console/brand/calls.ts'
import { cardRoutes as officeCardRoutes } from './domains/console/cards/calls.ts'
import { inviteRoutes as officeInviteRoutes } from './domains/console/invites/calls.ts'
import { machineRoutes } from './domains/console/machine/calls.ts'
import { moneyRoutes } from './domains/console/money/calls.ts'
import { networkRoutes } from './domains/console/network/calls.ts'
import { nodeRoutes as officeNodeRoutes } from './domains/console/nodes/calls.ts'
import { noticeRoutes as officeNoticeRoutes } from './domains/console/notices/calls.ts'
import { orderRoutes as officeOrderRoutes } from './domains/console/orders/calls.ts'
import { overviewRoutes } from './domains/console/overview/calls.ts'
import { packageRoutes } from './domains/console/packages/calls.ts'
import { paymentRoutes as officePaymentRoutes } from './domains/console/payments/calls.ts'
import { payoutRoutes } from './domains/console/payouts/calls.ts'
import { platformRoutes } from './domains/console/platform/calls.ts'
import { priceListRoutes } from './domains/console/price-lists/calls.ts'
import { priceRoutes } from './domains/console/prices/calls.ts'
import { renewalRoutes } from './domains/console/renewals/calls.ts'
import { resellerRoutes as officeResellerRoutes } from './domains/console/resellers/calls.ts'
import { summaryRoutes } from './domains/console/summary/calls.ts'
import { userRoutes } from './domains/console/user/calls.ts'
import { viewRoutes } from './domains/console/views/calls.ts'
import { webhookRoutes } from './domains/console/webhooks/calls.ts'
import { withdrawalRoutes } from './domains/console/withdrawals/calls.ts'
import { exportsRoutes } from './domains/exports/calls.ts'
import { feedRoutes } from './domains/feeds/calls.ts'
import { giftRoutes } from './domains/gifts/calls.ts'
import { importsRoutes } from './domains/imports/calls.ts'
import { inviteRoutes } from './domains/invites/calls.ts'
import { lineRoutes } from './domains/lines/calls.ts'
import { nodeCallRoutes } from './domains/lines/node-calls/calls.ts'
import { monitorRoutes } from './domains/monitor/calls.ts'
import { watchRoutes } from './domains/monitor/office/calls.ts'
import { nodeRoutes } from './domains/nodes/calls.ts'
import { noticeRoutes } from './domains/notices/calls.ts'
import { platformNoticeRoutes } from './domains/notices/office/calls.ts'
import { orderRoutes } from './domains/orders/calls.ts'
import { billRoutes, platformBillRoutes } from './domains/payments/bills/calls.ts'
import { paymentRoutes } from './domains/payments/calls.ts'
import { platformStuckRoutes, stuckRoutes } from './domains/payments/confirm/calls.ts'
import { merchantRoutes, platformMerchantRoutes } from './domains/payments/merchants/office/calls.ts'
import { refundRoutes } from './domains/payments/refunds/office/calls.ts'
import { deletionRoutes } from './domains/personal-data/calls.ts'
import { getUserInfo } from './domains/personal-data/user-info/get-user-info.ts'
import { resellerRoutes } from './domains/resellers/calls.ts'
import { sessionRoutes } from './domains/sessions/calls.ts'
import { makeSignInRoutes } from './domains/sessions/sign-in-routes.ts'
import { staffRoutes } from './domains/staff/calls.ts'
import { statusRoutes } from './domains/status/calls.ts'
import { subscriptionRoutes } from './domains/subscriptions/calls.ts'
import { telegramRoutes, telegramStaffRoutes } from './domains/telegram/calls.ts'
import { ticketRoutes } from './domains/tickets/calls.ts'
import { ticketRoutes as officeTicketRoutes } from './domains/tickets/office/calls.ts'
import { trafficAgentRoutes, trafficRoutes } from './domains/traffic/calls.ts'
import { userListRoutes } from './domains/users/calls.ts'

/** Every contract route of the server, in the order of the domains. */
export const routes = [
  ...resellerRoutes,
  ...makeSignInRoutes(getUserInfo),
  ...sessionRoutes,
  ...deletionRoutes,
  ...subscriptionRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...cardRoutes,
  ...giftRoutes,
  ...inviteRoutes,
  ...lineRoutes,
  ...feedRoutes,
  ...clientRoutes,
  ...trafficRoutes,
  ...noticeRoutes,
  ...telegramRoutes,
  ...ticketRoutes,
  ...articleRoutes,
  ...monitorRoutes,
  ...statusRoutes,
]

/** Calls of our node agents. Apart from the others: no user, portal or partner makes them. */
export const agentRoutes = [...nodeRoutes, ...nodeCallRoutes, ...trafficAgentRoutes]

/** Calls of the console. */
export const consoleRoutes = [
  ...staffRoutes,
  ...keyRoutes,
  ...telegramStaffRoutes,
  ...overviewRoutes,
  ...userListRoutes,
  ...officeOrderRoutes,
  ...officePaymentRoutes,
  ...officeCardRoutes,
  ...priceRoutes,
  ...priceListRoutes,
  ...packageRoutes,
  ...payoutRoutes,
  ...bookRoutes,
  ...refundRoutes,
  ...platformNoticeRoutes,
  ...adjustmentRoutes,
  ...officeInviteRoutes,
  ...withdrawalRoutes,
  ...moneyRoutes,
  ...auditRoutes,
  ...brandRoutes,
  ...officeClientRoutes,
  ...merchantRoutes,
  ...platformMerchantRoutes,
  ...platformStuckRoutes,
  ...stuckRoutes,
  ...platformBillRoutes,
  ...billRoutes,
  ...officeNoticeRoutes,
  ...officeArticleRoutes,
  ...networkRoutes,
  ...officeNodeRoutes,
  ...machineRoutes,
  ...watchRoutes,
  ...platformRoutes,
  ...officeResellerRoutes,
  ...userRoutes,
  ...officeTicketRoutes,
  ...renewalRoutes,
  ...summaryRoutes,
  ...viewRoutes,
  ...webhookRoutes,
  ...bulkRoutes,
  ...exportsRoutes,
  ...importsRoutes,
]
