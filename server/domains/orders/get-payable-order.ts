import type { Ctx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { getOnlineSeller } from '../resellers/selling-terms.ts'
import { loadOwnOrder } from './queries.ts'
import { resellerCanPay } from './reseller-can-pay.ts'
import type { MerchantOwner } from './settle-order.ts'

export type PayableOrder = { id: string; amountFen: number; purpose: 'package' | 'agency'; expiresAt: Date }
type Input = { resellerId: number; accountId: number; orderId: string; merchantOwner?: MerchantOwner }

/**
 * The caller's own open order, or a refusal: `object.unknown`, `order.closed`, `order.expired`, `reseller.suspended`,
 * `pay.offline_only`. With `merchantOwner` also `reseller.short`, before anybody pays.
 */
export async function getPayableOrder(ctx: Pick<Ctx, 'db' | 'now'>, input: Input): Promise<PayableOrder> {
  const order = (await loadOwnOrder(ctx.db, input, input.orderId)) ?? fail('object.unknown')
  if (order.state !== 'pending') fail(order.state === 'expired' ? 'order.expired' : 'order.closed')
  if (order.expiresAt <= ctx.now) fail('order.expired')
  await getOnlineSeller(ctx, input.resellerId)
  const { merchantOwner } = input
  const source = merchantOwner === 'reseller' ? 'own_merchant' : 'platform_merchant'
  if (merchantOwner && !(await resellerCanPay(ctx, { ...order, source }))) fail('reseller.short')
  const purpose = order.action === 'agency' ? 'agency' : 'package'
  return { id: order.id, amountFen: order.totalFen, purpose, expiresAt: order.expiresAt }
}
