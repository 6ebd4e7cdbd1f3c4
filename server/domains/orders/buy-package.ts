import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Ctx, TxCtx, Owner } from '../../platform/context.ts'
import { together } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import { refuseBlock } from '../accounts/refuse-blocked.ts'
import { judgeCoupon } from '../catalogue/get-coupon.ts'
import { floorShare } from '../catalogue/prices/prorate.ts'
import { refuseFull } from '../resellers/limits.ts'
import { refuseOffline, refuseSuspended } from '../resellers/selling-terms.ts'
import { expireOwnOrders } from './end-orders.ts'
import { lockBought, type Held } from './fulfil-order.ts'
import { loadPurchase, type Purchase, type QuoteRow } from './load-purchase.ts'
import { makeQuote, refuseWrong, workOutPrice, type Price } from './make-quote.ts'
import { openNew, QUICKER, type Wanted } from './new-order.ts'
import * as orders from './queries.ts'
import { loadQuote, type OrderRow } from './queries.ts'
import { sell } from './settle-order.ts'

type Buy = Static<typeof api.packages.buy.input>
type Bought = Static<typeof api.packages.buy.output>

/** Buys at the quoted price. If the price no longer holds, buys nothing and answers with a new quote. */
export function buyPackage(ctx: Ctx<'user'>, input: Buy): Promise<Bought> {
  return tryToBuy(ctx, input, false)
}

/** Thrown to roll back a purchase: an expired order is in its way. */
const HAS_DUE = new Error('An order that ran out is to be closed first')

async function tryToBuy(ctx: Ctx<'user'>, input: Buy, isAgain: boolean): Promise<Bought> {
  const { owner } = ctx
  const work = (tx: TxCtx, purchase: Purchase | null) => {
    if (purchase?.hasDue && !isAgain) throw HAS_DUE
    return buy(tx, owner, input, purchase)
  }
  try {
    return await once(ctx, 'tc.buy', input.key, input, work, (tx) => loadPurchase(tx, owner, input.quoteId))
  } catch (error) {
    // Outside the transaction: it locks stock, which comes after the coupon in the lock order.
    if (error === HAS_DUE) await expireOwnOrders(ctx, owner)
    if (error === HAS_DUE || (error === QUICKER && !isAgain)) return tryToBuy(ctx, input, true)
    const isOther = error === QUICKER || (error instanceof Refusal && error.code === 'order.price_changed')
    return isOther ? offerAnew(ctx, owner, input.quoteId) : Promise.reject(error)
  }
}

/** Runs after the rollback, so that the new quote stays. */
async function offerAnew(ctx: Ctx<'user'>, owner: Owner, quoteId: string): Promise<never> {
  const { couponId, ...old } = (await loadQuote(ctx.db, owner, quoteId)) ?? fail('object.unknown')
  const quote = await makeQuote(ctx, owner, { ...old, coupon: couponId === null ? null : { id: couponId } })
  return fail('order.price_changed', { data: { quote } })
}

async function buy(ctx: TxCtx, owner: Owner, input: Buy, purchase: Purchase | null): Promise<Bought> {
  if (!purchase) return fail('object.unknown')
  refuseBlock(purchase.blockedReason)
  const terms = refuseSuspended(purchase.terms)
  if (input.payBy === 'online') refuseOffline(terms)
  // What costs nothing needs no gateway.
  const isPaidNow = input.payBy === 'balance' || purchase.quote.totalFen === 0
  const opened = await openOrder(ctx, owner, purchase, { isPaidNow })
  const { order } = opened
  if (!opened.held) {
    if (order.state === 'paid' || order.state === 'refunded') return toAnswer(order, false)
    if (order.state !== 'pending') fail(order.state === 'expired' ? 'order.expired' : 'order.closed')
  }
  if (isPaidNow) await sellFromBalance(ctx, opened, purchase)
  return toAnswer(order, !isPaidNow)
}

/** Pays an order that this transaction has inserted as paid, or locked. */
export async function sellFromBalance(ctx: TxCtx, { order, held }: Opened, { offer: plan }: Purchase): Promise<void> {
  const { resellerId, id: orderId } = order
  await sell(ctx, { resellerId, orderId, source: { kind: 'balance' }, known: { order, plan, held } })
}

function toAnswer({ id, totalFen, expiresAt }: OrderRow, needsPayment: boolean): Bought {
  return { orderId: id, amountFen: totalFen, needsPayment, payBefore: expiresAt.toISOString() }
}

/** `held`: the order is new and inserted as paid, and what it changes is locked. */
export type Opened = { order: OrderRow; held: Held | null }
type Opening = { isPaidNow: boolean; detail?: orders.NewOrder['detail'] }

/**
 * The order of a quote: its own order, the equal one that another tab opened, or a new one at the quoted price. Throws
 * QUICKER when another one is made at this very moment.
 */
export async function openOrder(
  ctx: TxCtx,
  owner: Owner,
  purchase: Purchase,
  { isPaidNow, detail = {} }: Opening,
): Promise<Opened> {
  const known = await findKnown(ctx, owner, purchase)
  if (known) return { order: known, held: null }
  const { coupon, order: wanted } = judge(ctx, owner, purchase)
  const [order, held] = await together([
    openNew(ctx, { coupon, order: { ...wanted, detail, paidBy: isPaidNow ? 'balance' : null } }),
    isPaidNow ? lockBought(ctx, owner) : null,
  ])
  return { order, held }
}

async function findKnown(ctx: TxCtx, owner: Owner, { hasOrder, quote }: Purchase): Promise<OrderRow | null> {
  if (!hasOrder) return null
  const own = await orders.lockOrderOfQuote(ctx.db, owner, quote.id)
  if (own) return own
  const open = await orders.lockOpenOrder(ctx.db, owner, quote.action)
  return open && resume(open, quote)
}

function resume(open: OrderRow, quote: QuoteRow): OrderRow {
  const fields = ['action', 'packageId', 'period', 'couponId', 'totalFen'] as const
  return fields.every((field) => open[field] === quote[field])
    ? open
    : fail('order.open', { data: { orderId: open.id } })
}

/**
 * The price holds while prices, coupon and package are unchanged; credit that melts meanwhile only shortens the time.
 */
function judge(ctx: TxCtx, owner: Owner, { quote, offer, subscription, ...found }: Purchase): Wanted {
  if (quote.action !== 'renew') refuseFull(ctx, found.limits, 'reseller.full')
  const goods = { offer: offer ?? fail('package.not_for_sale'), subscription }
  refuseWrong(ctx, { ...goods, heldWholesaleFen: found.heldWholesaleFen }, quote)
  const use = { ...owner, packageId: quote.packageId }
  const coupon = quote.couponId === null ? null : judgeCoupon(found.coupon, use, ctx.now)
  const price = workOutPrice(ctx, { ...goods, coupon }, quote)
  if (quote.expiresAt <= ctx.now || !isSamePrice(price, quote)) fail('order.price_changed')
  return { order: toOrder(ctx, quote, price, found), plan: goods.offer, coupon }
}

function isSamePrice(price: Price, quote: QuoteRow): boolean {
  const isAsBefore = quote.action === 'pack' || price.basisRevision === quote.basisRevision
  return isAsBefore && price.listFen === quote.listFen && price.discountFen === quote.discountFen
}

function toOrder(
  { now }: TxCtx,
  { id, createdAt: _createdAt, ...quote }: QuoteRow,
  { wholesaleFen, fullWholesaleFen }: Price,
  { inviterId, terms }: Pick<Purchase, 'inviterId' | 'terms'>,
): orders.NewOrder {
  const commissionFen = inviterId === null ? 0 : commissionOf(quote.totalFen, wholesaleFen, terms.commissionPercent)
  return {
    ...quote,
    quoteId: id,
    wholesaleFen,
    fullWholesaleFen,
    inviterId,
    commissionFen,
    detail: {},
    createdAt: now,
    expiresAt: new Date(now.getTime() + limits.orderTtlMs),
  }
}

/** Comes from the reseller's margin and never exceeds it. Stored on the order, like the buyer's inviter. */
function commissionOf(totalFen: number, wholesaleFen: number, percent: number): number {
  return Math.min(Math.max(0, totalFen - wholesaleFen), floorShare(totalFen, percent, 100))
}
