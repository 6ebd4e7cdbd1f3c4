import type { BoundRoute } from '../../platform/http/bind.ts'
import { adjustmentRoutes } from './adjustments/routes.ts'
import { articleRoutes } from './articles/routes.ts'
import { auditRoutes } from './audit/routes.ts'
import { bookRoutes } from './books/routes.ts'
import { brandRoutes } from './brand/routes.ts'
import { cardRoutes } from './cards/routes.ts'
import { clientRoutes } from './clients/routes.ts'
import { inviteRoutes } from './invites/routes.ts'
import { machineRoutes } from './machine/routes.ts'
import { merchantRoutes, platformMerchantRoutes } from './merchants/routes.ts'
import { moneyRoutes } from './money/routes.ts'
import { networkRoutes } from './network/routes.ts'
import { nodeRoutes } from './nodes/routes.ts'
import { noticeRoutes } from './notices/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { overviewRoutes } from './overview/routes.ts'
import { packageRoutes } from './packages/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { payoutRoutes } from './payouts/routes.ts'
import { platformNoticeRoutes } from './platform-notices/routes.ts'
import { platformRoutes } from './platform/routes.ts'
import { priceListRoutes } from './price-lists/routes.ts'
import { priceRoutes } from './prices/routes.ts'
import { refundRoutes } from './refunds/routes.ts'
import { resellerRoutes } from './resellers/routes.ts'
import { ticketRoutes } from './tickets/routes.ts'
import { userRoutes } from './user/routes.ts'
import { userListRoutes } from './users/routes.ts'
import { viewRoutes } from './views/routes.ts'
import { watchRoutes } from './watch/routes.ts'
import { webhookRoutes } from './webhooks/routes.ts'
import { withdrawalRoutes } from './withdrawals/routes.ts'

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
