import type { TxCtx, Ctx } from '../../platform/context.ts'
import { together, type Queryable } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { raiseAlert } from '../alerts/alerts.ts'
import { releaseStock, type Offer } from '../catalogue/get-package.ts'
import { emitAll } from '../events/emit.ts'
import { freezeCommission } from '../invites/commissions.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { post, postLast, type Entry, type Leg } from '../ledger/post.ts'
import { getOnlineSeller, getSellingTerms } from '../resellers/selling-terms.ts'
import { startedEvents } from '../subscriptions/started-events.ts'
import { fulfilOrder, planFulfilment, planPurchase, type Fulfilment, type Held } from './fulfil-order.ts'
import { claimAsPaid, closeUnfulfilled, lockOrder, type OrderName, type OrderRow, loadOwnOrder } from './queries.ts'

export type MerchantOwner = 'platform' | 'reseller'
/** `reseller`: by hand, the reseller's balance pays wholesale. */
export type SettleSource =
  | { kind: 'balance' | 'reseller' }
  | { kind: 'payment'; paymentId: string; merchantOwner: MerchantOwner; amountFen: number }
type Payment = Extract<SettleSource, { kind: 'payment' }>
type Settled = { creditedTo: 'order' | 'balance' }
type Selling = OrderName & {
  source: SettleSource
  /**
   * What this transaction has already read, so that it is not read again. With `held` it has also inserted the order, as
   * paid, so that nobody else can claim it.
   */
  known?: { order: OrderRow; plan: Offer | null; held?: Held | null }
}

/**
 * The only way to sell: splits the money and delivers the purchase, in the caller's transaction. Money that was paid is
 * never lost: when the order is closed, makes no sense any more or the reseller cannot afford it, the money goes to the
 * buyer's balance. Paying from a balance is refused instead, which rolls the transaction back. Locks: order, account,
 * subscription, ledger.
 */
export async function sell(ctx: TxCtx, input: Selling): Promise<Settled> {
  const { source } = input
  const [order, fulfilment] = await claimAndPlan(ctx, input)
  if (!order) return settleClosed(ctx, input)
  if (source.kind !== 'payment') {
    // Two tabs, two quotes: the second was calculated before the first changed the subscription.
    if (!fulfilment?.isAsQuoted) return fail('order.price_changed')
    await give(ctx, order, fulfilment)
    // A member's spending of the day is looked at afterwards, so a sale by hand is posted at once.
    if (source.kind === 'reseller') await post(ctx, saleOf(order, fulfilment.about))
    else postLast(ctx, saleOf(order, fulfilment.about))
    return { creditedTo: 'order' }
  }
  if (!fulfilment || !(await isPaidFor(ctx, order, fulfilment))) return giveToBalance(ctx, order, source)
  await give(ctx, order, fulfilment)
  return { creditedTo: 'order' }
}

/** If the package is known, order and subscription are locked in one wait, in this order. */
async function claimAndPlan(
  ctx: TxCtx,
  { source, known, ...name }: Selling,
): Promise<[OrderRow | null, Fulfilment | null]> {
  if (known?.held && known.plan) return [known.order, await planPurchase(ctx, known.order, known.plan, known.held)]
  const { paymentId, amountFen: onlineFen } = source.kind === 'payment' ? source : { paymentId: null, amountFen: null }
  const claim = claimAsPaid(ctx.db, name, { paidBy: moneySource(source), paymentId, onlineFen, now: ctx.now })
  if (known?.plan) return together([claim, planPurchase(ctx, known.order, known.plan)])
  const order = await claim
  return [order, order && (await planFulfilment(ctx, order))]
}

/** False when the reseller cannot afford it: raises an alert for an operator. */
async function isPaidFor(ctx: TxCtx, order: OrderRow, { about }: Fulfilment): Promise<boolean> {
  try {
    await post(ctx, saleOf(order, about))
    return true
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'reseller.short') throw error
    const { resellerId, id, totalFen: amountFen, wholesaleFen } = order
    const detail = { amountFen, wholesaleFen }
    await raiseAlert(ctx.db, { resellerId, kind: 'reseller.short', subject: `order:${id}`, detail }, ctx.now)
    return false
  }
}

async function give(ctx: TxCtx, order: OrderRow, fulfilment: Fulfilment): Promise<void> {
  await fulfilOrder(ctx, order, fulfilment)
  await emitPaid(ctx, order, fulfilment)
  const { id: orderId, resellerId, accountId: inviteeId, inviterId, commissionFen: amountFen } = order
  if (inviterId !== null && amountFen > 0)
    freezeCommission(ctx, { resellerId, orderId, inviterId, inviteeId, amountFen })
}

/** One statement for both: a purchase waits for few. */
function emitPaid(ctx: TxCtx, order: OrderRow, { outcome, starts, about: what }: Fulfilment): Promise<void> {
  const { id: orderId, resellerId, accountId: userId, action, packageId, period, totalFen: amountFen, paidBy } = order
  const paid = { resellerId, orderId, userId, action, packageId, period, amountFen, paidBy, aside: { what } }
  return emitAll(ctx, [['order.paid', paid], ...(outcome && starts ? startedEvents(order, outcome) : [])])
}

/** The money of a sale, split as the order says. */
function saleOf(order: OrderRow, about: string): Entry {
  const { id, resellerId, totalFen, balanceFen, paidBy } = order
  const legs = saleLegs({ ...order, source: paidBy!, priceFen: totalFen, heldFen: balanceFen })
  return { key: `order:${id}:sale`, kind: 'sale', resellerId, legs, memo: { orderId: id, about } }
}

async function settleClosed(ctx: TxCtx, { source, known, ...name }: Selling): Promise<Settled> {
  if (known && source.kind !== 'payment') return fail('order.closed')
  const order = (await lockOrder(ctx.db, name)) ?? fail('object.unknown')
  if (source.kind !== 'payment') return fail('order.closed')
  // The same payment reported twice has already settled its order.
  if (order.paymentId === source.paymentId) return { creditedTo: 'order' }
  return creditPayment(ctx, order, source)
}

async function giveToBalance(ctx: TxCtx, order: OrderRow, source: Payment): Promise<Settled> {
  await closeUnfulfilled(ctx.db, { resellerId: order.resellerId, orderId: order.id }, ctx.now)
  if (order.holdsStock && order.packageId !== null) await releaseStock(ctx, order.packageId)
  // This transaction has claimed the order, so what it held is still there.
  return creditPayment(ctx, order, source, order.balanceFen)
}

async function creditPayment(ctx: TxCtx, order: OrderRow, source: Payment, heldFen = 0): Promise<Settled> {
  const { resellerId, accountId } = order
  const legs = topUpLegs({ resellerId, accountId, source: moneySource(source) }, source.amountFen)
  await post(ctx, {
    key: `payment:${source.paymentId}:late`,
    kind: 'late_payment',
    resellerId,
    legs: [
      ...legs,
      { kind: 'order_hold', resellerId, accountId, amountFen: -heldFen },
      { kind: 'user', resellerId, accountId, amountFen: heldFen },
    ],
    memo: { orderId: order.id },
  })
  return { creditedTo: 'balance' }
}

function moneySource(source: SettleSource): MoneySource {
  if (source.kind !== 'payment') return source.kind
  return source.merchantOwner === 'platform' ? 'platform_merchant' : 'own_merchant'
}

/**
 * Whose money pays: the buyer's balance, a payment through the platform's or the reseller's own merchant, or by hand the
 * reseller's balance.
 */
type MoneySource = 'balance' | 'platform_merchant' | 'own_merchant' | 'reseller'
type Sale = {
  resellerId: number
  accountId: number
  source: MoneySource
  priceFen: number
  /** The part of the price that was held of the buyer's balance. */
  heldFen: number
  wholesaleFen: number
  commissionFen: number
  inviterId: number | null
}

/**
 * Who gets what of a sale. The price first settles what the reseller owes for top-ups that its own merchant took; the
 * rest is the reseller's, less wholesale and commission. Sums to 0 for every mix of merchants.
 */
function saleLegs(sale: Sale): Leg[] {
  const { resellerId, accountId, priceFen, heldFen, wholesaleFen, commissionFen, inviterId } = sale
  // By hand no user's money comes in, so none of the liability is settled, and nobody may owe.
  if (sale.source === 'reseller') {
    return [
      { ...sourceOf(sale), amountFen: -wholesaleFen },
      { kind: 'platform', resellerId: null, amountFen: wholesaleFen },
    ]
  }
  const legs: Leg[] = [
    { ...sourceOf(sale), amountFen: heldFen - priceFen },
    { kind: 'order_hold', resellerId, accountId, amountFen: -heldFen },
    { kind: 'liability', resellerId, amountFen: priceFen, upToOwed: true },
    { kind: 'reseller', resellerId, amountFen: -(wholesaleFen + commissionFen), mayOwe: true },
    { kind: 'platform', resellerId: null, amountFen: wholesaleFen },
  ]
  if (inviterId === null) return legs
  return [...legs, { kind: 'commission_pending', resellerId, accountId: inviterId, amountFen: commissionFen }]
}

/** A payment without an order still belongs to the buyer. */
export function topUpLegs(sale: Pick<Sale, 'resellerId' | 'accountId' | 'source'>, amountFen: number): Leg[] {
  const { resellerId, accountId } = sale
  return [
    { ...sourceOf(sale), amountFen: -amountFen },
    { kind: 'user', resellerId, accountId, amountFen },
  ]
}

export function sourceOf({
  source,
  resellerId,
  accountId,
}: Pick<Sale, 'source' | 'resellerId' | 'accountId'>): Omit<Leg, 'amountFen'> {
  if (source === 'balance') return { kind: 'user', resellerId, accountId }
  if (source === 'platform_merchant') return { kind: 'outside', resellerId: null }
  if (source === 'reseller') return { kind: 'reseller', resellerId }
  return { kind: 'liability', resellerId }
}

type PayableOrder = { id: string; amountFen: number; purpose: 'package' | 'agency'; expiresAt: Date }
type Input = {
  resellerId: number
  accountId: number
  orderId: string
  merchantOwner?: MerchantOwner
  /** The part that the balance pays. */
  balanceFen?: number
}

/**
 * The caller's own open order, or a refusal: `object.unknown`, `order.closed`, `order.expired`, `reseller.suspended`,
 * `pay.offline_only`. With `merchantOwner` also `reseller.short`, before anybody pays.
 */
export async function getPayableOrder(ctx: Pick<Ctx, 'db' | 'now'>, input: Input): Promise<PayableOrder> {
  const order = (await loadOwnOrder(ctx.db, input, input.orderId)) ?? fail('object.unknown')
  if (order.state !== 'pending') fail(order.state === 'expired' ? 'order.expired' : 'order.closed')
  if (order.expiresAt <= ctx.now) fail('order.expired')
  await getOnlineSeller(ctx, input.resellerId)
  const { merchantOwner, balanceFen = 0 } = input
  const source = merchantOwner === 'reseller' ? 'own_merchant' : 'platform_merchant'
  if (merchantOwner && !(await resellerCanPay(ctx, { ...order, source, balanceFen }))) fail('reseller.short')
  const purpose = order.action === 'agency' ? 'agency' : 'package'
  return { id: order.id, amountFen: order.totalFen, purpose, expiresAt: order.expiresAt }
}

type Due = {
  resellerId: number
  source: MoneySource
  totalFen: number
  /** The part of a payment's order that the balance pays. */
  balanceFen?: number
  wholesaleFen: number
  commissionFen: number
}

/** Whether the reseller could pay its part of this sale now; asked before anybody pays. */
export async function resellerCanPay(ctx: { db: Queryable }, due: Due): Promise<boolean> {
  const { resellerId } = due
  const balance = (kind: 'reseller' | 'receivable' | 'liability') => loadBalanceFen(ctx, { kind, resellerId })
  const takenFen = due.source === 'own_merchant' ? due.totalFen - (due.balanceFen ?? 0) : 0
  const owed = takenFen - (await balance('liability'))
  const released = Math.min(due.totalFen, owed)
  const changeFen = due.totalFen - released - due.wholesaleFen - due.commissionFen
  if (changeFen >= 0) return true
  const { creditLimitFen } = await getSellingTerms(ctx, resellerId)
  return (await balance('reseller')) + (await balance('receivable')) + creditLimitFen + changeFen >= 0
}
