import type { BoundRoute } from '../../platform/http/bind.ts'
import { adjustmentRoutes } from './adjustments/calls.ts'
import { articleRoutes } from './articles/calls.ts'
import { auditRoutes } from './audit/calls.ts'
import { bookRoutes } from './books/calls.ts'
import { brandRoutes } from './brand/calls.ts'
import { cardRoutes } from './cards/calls.ts'
import { clientRoutes } from './clients/calls.ts'
import { inviteRoutes } from './invites/calls.ts'
import { machineRoutes } from './machine/calls.ts'
import { merchantRoutes, platformMerchantRoutes } from './merchants/calls.ts'
import { moneyRoutes } from './money/calls.ts'
import { networkRoutes } from './network/calls.ts'
import { nodeRoutes } from './nodes/calls.ts'
import { noticeRoutes } from './notices/calls.ts'
import { orderRoutes } from './orders/calls.ts'
import { overviewRoutes } from './overview/calls.ts'
import { packageRoutes } from './packages/calls.ts'
import { paymentRoutes } from './payments/calls.ts'
import { payoutRoutes } from './payouts/calls.ts'
import { platformNoticeRoutes } from './platform-notices/calls.ts'
import { platformRoutes } from './platform/calls.ts'
import { priceListRoutes } from './price-lists/calls.ts'
import { priceRoutes } from './prices/calls.ts'
import { refundRoutes } from './refunds/calls.ts'
import { resellerRoutes } from './resellers/calls.ts'
import { ticketRoutes } from './tickets/calls.ts'
import { userRoutes } from './user/calls.ts'
import { userListRoutes } from './users/calls.ts'
import { viewRoutes } from './views/calls.ts'
import { watchRoutes } from './watch/calls.ts'
import { webhookRoutes } from './webhooks/calls.ts'
import { withdrawalRoutes } from './withdrawals/calls.ts'

/** Each screen of the console has its own list of routes, in the folder of the same name. */
export const screenRoutes: readonly BoundRoute[] = [
  ...overviewRoutes,
  ...userListRoutes,
  ...orderRoutes,
  ...paymentRoutes,
  ...cardRoutes,
  ...priceRoutes,
  ...priceListRoutes,
  ...packageRoutes,
  ...payoutRoutes,
  ...bookRoutes,
  ...refundRoutes,
  ...platformNoticeRoutes,
  ...adjustmentRoutes,
  ...inviteRoutes,
  ...withdrawalRoutes,
  ...moneyRoutes,
  ...auditRoutes,
  ...brandRoutes,
  ...clientRoutes,
  ...merchantRoutes,
  ...platformMerchantRoutes,
  ...noticeRoutes,
  ...articleRoutes,
  ...networkRoutes,
  ...nodeRoutes,
  ...machineRoutes,
  ...watchRoutes,
  ...platformRoutes,
  ...resellerRoutes,
  ...userRoutes,
  ...ticketRoutes,
  ...viewRoutes,
  ...webhookRoutes,
]
