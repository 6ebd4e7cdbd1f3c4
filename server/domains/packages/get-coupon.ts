import type { Ctx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { countUses, loadCoupon, lockCoupon, type Coupon, type CouponName } from './coupon-queries.ts'
import { floorShare } from './subscription.ts'

export type { Coupon, CouponName }
type CouponUse = { resellerId: number; accountId: number; packageId: number }

/**
 * A coupon this buyer may use for this package now. Why another may not is not told: that would name other people's
 * coupons. In a transaction its uses stay as they are until the end.
 */
export async function getCoupon(
  ctx: Pick<Ctx, 'now'> & { db: Db | Tx },
  name: CouponName,
  use: CouponUse,
): Promise<Coupon> {
  const coupon = (await loadCoupon(ctx.db, use.resellerId, name)) ?? fail('coupon.unknown')
  const isMine = coupon.accountId === null || coupon.accountId === use.accountId
  const isForIt = coupon.packageId === null || coupon.packageId === use.packageId
  const isNow = (coupon.startsAt ?? ctx.now) <= ctx.now && (coupon.endsAt === null || coupon.endsAt > ctx.now)
  if (!isMine || !isForIt || !isNow) fail('coupon.unknown')
  if ('isTransaction' in ctx.db) await lockCoupon(ctx.db, use.resellerId, coupon.id)
  const uses = await countUses(ctx.db, { resellerId: use.resellerId, id: coupon.id }, use.accountId)
  if (uses.all >= (coupon.usesMax ?? Infinity) || uses.own >= (coupon.usesPerAccountMax ?? Infinity)) {
    fail('coupon.used_up')
  }
  return coupon
}

/** M9: never more than the price. */
export function discountOf({ percent, amountFen }: Pick<Coupon, 'percent' | 'amountFen'>, listFen: number): number {
  return percent === null ? Math.min(amountFen ?? 0, listFen) : floorShare(listFen, percent, 100)
}
