import type { Ctx } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { getOnlineSeller, getSellingTerms } from '../resellers/selling-terms.ts'
import { loadOwnOrder } from './queries.ts'
import type { MoneySource, MerchantOwner } from './settle-order.ts'

type PayableOrder = { id: string; amountFen: number; purpose: 'package' | 'agency'; expiresAt: Date }
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

type Due = { resellerId: number; source: MoneySource; totalFen: number; wholesaleFen: number; commissionFen: number }

/** Whether the reseller could bear its part of this sale now; asked before anybody pays. */
async function resellerCanPay(ctx: { db: Queryable }, due: Due): Promise<boolean> {
  const { resellerId } = due
  const balance = (kind: 'reseller' | 'receivable' | 'liability') => loadBalanceFen(ctx, { kind, resellerId })
  const owed = due.source === 'own_merchant' ? due.totalFen : -(await balance('liability'))
  const released = Math.min(due.totalFen, owed)
  const changeFen = due.totalFen - released - due.wholesaleFen - due.commissionFen
  if (changeFen >= 0) return true
  const { creditLimitFen } = await getSellingTerms(ctx, resellerId)
  return (await balance('reseller')) + (await balance('receivable')) + creditLimitFen + changeFen >= 0
}
