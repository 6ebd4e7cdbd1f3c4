import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { DAY_S } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import type { Quote } from '../../../contract/packages.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { inLanguage } from '../../platform/text/by-language.ts'
import { discountOf, getCoupon, type Coupon, type CouponName } from '../catalogue/get-coupon.ts'
import { getOffer, type Offer } from '../catalogue/get-package.ts'
import type { Period } from '../catalogue/period.ts'
import { refuseStopped } from '../resellers/limits.ts'
import { getSeller } from '../resellers/selling-terms.ts'
import { givenSecondsLeft, worthLeft } from '../subscriptions/pieces.ts'
import { isStepDown, type Held } from '../subscriptions/step-down.ts'
import { loadSubscriptionRow, NO_SUBSCRIPTION } from '../subscriptions/subscription-store.ts'
import { shownReset, type Subscription } from '../subscriptions/subscription.ts'
import { applyPurchase, fits, type BuyAction } from './fulfil-order.ts'
import { insertQuote } from './queries.ts'
import { resellerCanPay } from './settle-order.ts'

type Input = Static<typeof api.packages.quote.input>

/** Limited because each quote is a row, and a guess at a coupon; choosing a package takes a dozen. */
const QUOTES: Limit = { name: 'quotes', points: 120, windowMs: 10 * 60_000 }

export async function quotePackage(ctx: Ctx<'user'>, { coupon, packageId, ...rest }: Input): Promise<Quote> {
  const { owner } = ctx
  await takeOne(ctx, QUOTES, `${owner.resellerId}:${owner.accountId}`)
  return makeQuote(ctx, owner, {
    ...rest,
    packageId: Number(packageId),
    coupon: coupon === undefined ? null : { code: coupon },
  })
}

/** A price that holds for some minutes, with what paying it will do. */
export async function makeQuote(
  ctx: PriceCtx & Pick<Ctx, 'language'>,
  owner: Owner,
  wish: QuoteRequest,
): Promise<Quote> {
  await getSeller(ctx, owner.resellerId)
  if (wish.action !== 'renew') await refuseStopped(ctx, owner.resellerId, 'reseller.full')
  const price = await priceOrder(ctx, owner, wish)
  await refuseLoss(ctx, owner, wish, price)
  const { couponId, listFen, discountFen, creditFen, totalFen, basisRevision } = price
  const { action, packageId, period } = wish
  const expiresAt = new Date(ctx.now.getTime() + limits.quoteTtlMs)
  const amounts = { listFen, discountFen, creditFen, totalFen }
  const { resellerId, accountId } = owner
  const row = { resellerId, accountId, action, packageId, period, couponId, ...amounts, basisRevision }
  const quoteId = await insertQuote(ctx.db, { ...row, createdAt: ctx.now, expiresAt })
  return {
    quoteId,
    action,
    packageId: String(packageId),
    packageName: inLanguage(price.offer.name, price.offer.names, ctx.language),
    period,
    ...amounts,
    lapsingCreditFen: price.lapsingFen,
    lapsingGiftDays: Math.ceil(price.givenSeconds / DAY_S),
    after: toOutcome(price),
    validUntil: expiresAt.toISOString(),
  }
}

/** An upgrade may cost less than its wholesale price: the reseller pays the difference, or the upgrade is refused. */
async function refuseLoss(ctx: PriceCtx, { resellerId }: Owner, { action }: QuoteRequest, price: Price): Promise<void> {
  const { totalFen, wholesaleFen } = price
  if (action !== 'upgrade' || wholesaleFen <= totalFen) return
  const due = { resellerId, source: 'balance' as const, totalFen, wholesaleFen, commissionFen: 0 }
  if (!(await resellerCanPay(ctx, due))) fail('reseller.short')
}

function toOutcome({ outcome }: Price): Quote['after'] {
  return {
    expiresAt: outcome.expiresAt?.toISOString() ?? null,
    bankedSeconds: outcome.bankedSeconds,
    totalBytes: outcome.totalBytes,
    leftBytes: Math.max(0, outcome.totalBytes - outcome.usedBytes),
    nextResetAt: shownReset(outcome)?.toISOString() ?? null,
    deviceLimit: outcome.deviceLimit,
    lineLimit: outcome.lineLimit,
  }
}

type Clock = Pick<Ctx, 'now' | 'config'>
type PriceCtx = Clock & { db: Db | Tx }
type QuoteRequest = { action: BuyAction; packageId: number; period: Period; coupon: CouponName | null }
export type Price = {
  offer: Offer
  couponId: number | null
  listFen: number
  discountFen: number
  creditFen: number
  totalFen: number
  wholesaleFen: number
  fullWholesaleFen: number
  basisRevision: number
  /** Seconds from gifts: they lapse when this is paid. */
  givenSeconds: number
  /** What of the credit neither the price nor the time takes. */
  lapsingFen: number
  /** What the subscription would become if it were paid now. */
  outcome: Subscription
}

/** The price of a wish at this moment, from the reseller's offer, a coupon and what is left of the current package. */
export async function priceOrder(ctx: PriceCtx, owner: Owner, wish: QuoteRequest): Promise<Price> {
  const { packageId, period } = wish
  const offer = await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  const row = await loadSubscriptionRow(ctx.db, owner)
  const subscription = row ?? NO_SUBSCRIPTION
  refuseWrong(ctx, { offer, subscription, heldWholesaleFen: row?.heldWholesaleFen ?? null }, wish)
  const coupon = wish.coupon && (await getCoupon(ctx, wish.coupon, { ...owner, packageId }))
  return workOutPrice(ctx, { offer, subscription, coupon }, wish)
}

type Plain = Omit<QuoteRequest, 'coupon'>
type Goods = { offer: Offer; subscription: Subscription }

/** Refuses what cannot be bought, or not in this way. A lower package only follows the current one. */
export function refuseWrong(
  { now }: Clock,
  { offer, subscription, heldWholesaleFen }: Goods & Pick<Held, 'heldWholesaleFen'>,
  wish: Plain,
): void {
  if ((offer.kind === 'pack') !== (wish.action === 'pack')) fail('package.not_for_sale')
  if (!fits(subscription, wish, now)) fail('order.wrong_action')
  const held = { period: subscription.period, heldWholesaleFen }
  if (wish.action === 'upgrade' && isStepDown(held, offer)) fail('order.wrong_action')
  if (offer.stock === 0 && wish.action !== 'renew') fail('package.sold_out')
}

export function workOutPrice(ctx: Clock, goods: Goods & { coupon: Coupon | null }, { action, period }: Plain): Price {
  const { offer, subscription, coupon } = goods
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const worth = action === 'upgrade' ? worthLeft(subscription, clock.now, clock.timeZone) : null
  const listFen = offer.retailFen
  const discountFen = coupon ? discountOf(coupon, listFen) : 0
  const creditFen = worth?.paidFen ?? 0
  const price = {
    listFen,
    discountFen,
    creditFen,
    totalFen: Math.max(0, listFen - discountFen - creditFen),
    wholesaleFen: Math.max(0, offer.wholesaleFen - (worth?.wholesaleFen ?? 0)),
    fullWholesaleFen: offer.wholesaleFen,
    basisRevision: subscription.revision,
  }
  const bought = applyPurchase(subscription, { ...price, action, plan: offer, period, by: null }, clock)
  const outcome = bought ?? fail('order.wrong_action')
  const isUpgrade = action === 'upgrade'
  const givenSeconds = isUpgrade ? givenSecondsLeft(subscription, clock) : 0
  const lapsingFen = isUpgrade ? lapsingOf(price, outcome) : 0
  return { ...price, givenSeconds, lapsingFen, offer, couponId: coupon?.id ?? null, outcome }
}

/** An upgrade makes one new piece: its worth beyond the payment is what became of the credit. */
function lapsingOf({ creditFen, totalFen }: Pick<Price, 'creditFen' | 'totalFen'>, outcome: Subscription): number {
  const kept = Math.max(0, (outcome.pieces.at(-1)?.paidFen ?? 0) - totalFen)
  return Math.max(0, creditFen - kept)
}
