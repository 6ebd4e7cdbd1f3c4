import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx, TxCtx, Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { once } from '../../platform/idempotency.ts'
import { refuseBlocked } from '../accounts/refuse-blocked.ts'
import { holdStock } from '../packages/get-package.ts'
import { floorShare } from '../packages/subscription.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getOnlineSeller, getSeller } from '../resellers/selling-terms.ts'
import { expireOwnOrders } from './end-orders.ts'
import { makeQuote, priceOrder, type Price } from './make-quote.ts'
import * as orders from './queries.ts'
import { loadQuote, lockQuote, type OrderRow, loadInvited } from './queries.ts'
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

/**
 * The order of a quote: the one it has, the equal one another tab opened, or a new one at the quoted price. The price
 * stands while prices, coupon and package are as they were; what melts off a credit meanwhile is settled in time.
 * Call `expireOwnOrders` before, outside: it takes stock, which comes after the coupon in the order of all locks.
 */
export async function openOrder(ctx: TxCtx, owner: Owner, quote: orders.QuoteRow): Promise<orders.OrderRow> {
  const own = await orders.lockOrderOfQuote(ctx.db, owner, quote.id)
  if (own) return own
  const open = await orders.lockOpenOrder(ctx.db, owner, quote.action)
  if (open) return resume(open, quote)
  const { action, packageId, period, couponId } = quote
  if (action !== 'renew') await refuseStopped(ctx, owner.resellerId, 'reseller.full')
  const coupon = couponId === null ? null : { id: couponId }
  const price = await priceOrder(ctx, owner, { action, packageId, period, coupon })
  if (quote.expiresAt <= ctx.now || !isSamePrice(price, quote)) fail('order.price_changed')
  const order = await orders.insertOrder(ctx.db, await toOrder(ctx, owner, quote, price))
  if (!order) return findQuicker(ctx, owner, quote)
  if (action === 'renew') return order
  await holdStock(ctx, packageId)
  await orders.markStockHeld(ctx.db, { resellerId: owner.resellerId, orderId: order.id })
  return { ...order, holdsStock: true }
}

/** Another tab was quicker by a moment: its order is committed by now, and perhaps paid. */
async function findQuicker(ctx: TxCtx, owner: Owner, quote: orders.QuoteRow): Promise<orders.OrderRow> {
  return resume((await orders.lockOpenOrder(ctx.db, owner, quote.action)) ?? fail('order.price_changed'), quote)
}

function resume(open: orders.OrderRow, quote: orders.QuoteRow): orders.OrderRow {
  const fields = ['action', 'packageId', 'period', 'couponId', 'totalFen'] as const
  return fields.every((field) => open[field] === quote[field])
    ? open
    : fail('order.open', { data: { orderId: open.id } })
}

function isSamePrice(price: Price, quote: orders.QuoteRow): boolean {
  const isAsBefore = quote.action === 'pack' || price.basisRevision === quote.basisRevision
  return isAsBefore && price.listFen === quote.listFen && price.discountFen === quote.discountFen
}

async function toOrder(ctx: TxCtx, owner: Owner, quote: orders.QuoteRow, price: Price): Promise<orders.NewOrder> {
  const { action, packageId, period, couponId, listFen, discountFen, creditFen, totalFen, basisRevision } = quote
  const { wholesaleFen } = price
  return {
    resellerId: owner.resellerId,
    accountId: owner.accountId,
    action,
    packageId,
    period,
    quoteId: quote.id,
    couponId,
    listFen,
    discountFen,
    creditFen,
    totalFen,
    wholesaleFen,
    basisRevision,
    ...(await commissionOf(ctx, owner, { totalFen, wholesaleFen })),
    detail: {},
    createdAt: ctx.now,
    expiresAt: new Date(ctx.now.getTime() + limits.orderTtlMs),
  }
}

type Commission = { inviterId: number | null; commissionFen: number }

/** Frozen on the order: who invited the buyer and for how much, out of the reseller's margin and never beyond it. */
async function commissionOf(
  ctx: { db: Queryable },
  owner: Owner,
  price: { totalFen: number; wholesaleFen: number },
): Promise<Commission> {
  const { inviterId, commissionPercent } = await loadInvited(ctx.db, owner)
  if (inviterId === null) return { inviterId: null, commissionFen: 0 }
  const marginFen = Math.max(0, price.totalFen - price.wholesaleFen)
  return { inviterId, commissionFen: Math.min(marginFen, floorShare(price.totalFen, commissionPercent, 100)) }
}
