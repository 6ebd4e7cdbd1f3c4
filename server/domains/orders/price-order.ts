import type { Ctx, Owner } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { discountOf, getCoupon, type CouponName } from '../packages/get-coupon.ts'
import { getOffer, type Offer } from '../packages/get-package.ts'
import { getSubscription } from '../packages/load-subscription.ts'
import type { Period } from '../packages/periods.ts'
import { worthLeft } from '../packages/proration.ts'
import type { Subscription } from '../packages/subscription.ts'
import { applyPurchase, fits, type BuyAction } from './apply-purchase.ts'

export type PriceCtx = Pick<Ctx, 'now' | 'config'> & { db: Db | Tx }
export type Wish = { action: BuyAction; packageId: number; period: Period; coupon: CouponName | null }
export type Price = {
  offer: Offer
  couponId: number | null
  listFen: number
  discountFen: number
  creditFen: number
  totalFen: number
  wholesaleFen: number
  basisRevision: number
  /** What the subscription would become if it were paid now. */
  outcome: Subscription
}

/** The price of a wish at this moment, from the reseller's offer, a coupon and what is left of the present package. */
export async function priceOrder(ctx: PriceCtx, owner: Owner, wish: Wish): Promise<Price> {
  const { action, packageId, period } = wish
  const clock = { now: ctx.now, timeZone: ctx.config.businessTz }
  const offer = await getOffer(ctx, { resellerId: owner.resellerId, packageId, period })
  if ((offer.kind === 'pack') !== (action === 'pack')) fail('package.not_for_sale')
  const subscription = await getSubscription(ctx, owner)
  if (!fits(subscription, wish, ctx.now)) fail('order.wrong_action')
  if (offer.stock === 0 && action !== 'renew') fail('package.sold_out')
  const coupon = wish.coupon && (await getCoupon(ctx, wish.coupon, { ...owner, packageId }))
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
    basisRevision: subscription.revision,
  }
  const outcome = applyPurchase(subscription, { ...price, action, plan: offer, period }, clock)
  return { ...price, offer, couponId: coupon?.id ?? null, outcome: outcome ?? fail('order.wrong_action') }
}
