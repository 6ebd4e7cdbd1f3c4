import type { Ctx } from '../../platform/context.ts'
import type { MerchantOwner } from './settle-order.ts'

export type PayableOrder = { id: string; amountFen: number; purpose: 'package' | 'agency'; expiresAt: Date }

/**
 * The caller's own open order, or a refusal: `object.unknown`, `order.closed`, `order.expired`, `reseller.suspended`,
 * `pay.offline_only`. With `merchantOwner` also `reseller.short`, before anybody pays.
 */
export function getPayableOrder(
  _ctx: Pick<Ctx, 'db' | 'now'>,
  _input: { resellerId: number; accountId: number; orderId: string; merchantOwner?: MerchantOwner },
): Promise<PayableOrder> {
  throw new Error('not yet')
}
