import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import type { Ctx, TxCtx, Owner } from '../../platform/context.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { once } from '../../platform/idempotency.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { getOnlineSeller, getSeller } from '../resellers/selling-terms.ts'
import { expireOwnOrders } from './end-orders.ts'
import { makeQuote } from './make-quote.ts'
import { openOrder } from './open-order.ts'
import { loadQuote, lockQuote, type OrderRow } from './queries.ts'
import { settleOrder } from './settle-order.ts'

type Buy = Static<typeof api.packages.buy.input>
type Bought = Static<typeof api.packages.buy.output>

/** Buys at the quoted price. When that no longer holds, nothing is bought and the answer carries the new quote. */
export async function buyPackage(ctx: Ctx<'user'>, input: Buy): Promise<Bought> {
  const { owner } = ctx
  await expireOwnOrders(ctx, owner)
  try {
    return await once(ctx, 'tc.buy', input.key, input, (tx) => buy(tx, owner, input))
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'order.price_changed') throw error
    // After the rollback, so that the new quote stays.
    const { couponId, ...old } = (await loadQuote(ctx.db, owner, input.quoteId)) ?? fail('object.unknown')
    const quote = await makeQuote(ctx, owner, { ...old, coupon: couponId === null ? null : { id: couponId } })
    return fail('order.price_changed', { data: { quote } })
  }
}

async function buy(ctx: TxCtx, owner: Owner, input: Buy): Promise<Bought> {
  await refuseBlocked(ctx, owner)
  await (input.payBy === 'online' ? getOnlineSeller : getSeller)(ctx, owner.resellerId)
  const quote = (await lockQuote(ctx.db, owner, input.quoteId)) ?? fail('object.unknown')
  const order = await openOrder(ctx, owner, quote)
  if (order.state === 'paid' || order.state === 'refunded') return toAnswer(order, false)
  if (order.state !== 'pending') fail(order.state === 'expired' ? 'order.expired' : 'order.closed')
  // What costs nothing needs no gateway.
  if (input.payBy === 'online' && order.totalFen > 0) return toAnswer(order, true)
  await settleOrder(ctx, { resellerId: owner.resellerId, orderId: order.id, source: { kind: 'balance' } })
  return toAnswer(order, false)
}

function toAnswer({ id, totalFen, expiresAt }: OrderRow, needsPayment: boolean): Bought {
  return { orderId: id, amountFen: totalFen, needsPayment, payBefore: expiresAt.toISOString() }
}
