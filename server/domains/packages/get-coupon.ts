import type { Ctx } from '../../platform/context.ts'
import { together, type Db, type Tx } from '../../platform/db.ts'
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
  const coupon = judgeCoupon(await loadCoupon(ctx.db, use.resellerId, name), use, ctx.now)
  await takeUse(ctx, coupon, use)
  return coupon
}

/** For who has read it along with other things; `takeUse` is still to come. */
export function judgeCoupon(coupon: Coupon | null, use: CouponUse, now: Date): Coupon {
  if (!coupon) return fail('coupon.unknown')
  const isMine = coupon.accountId === null || coupon.accountId === use.accountId
  const isForIt = coupon.packageId === null || coupon.packageId === use.packageId
  const isNow = (coupon.startsAt ?? now) <= now && (coupon.endsAt === null || coupon.endsAt > now)
  return isMine && isForIt && isNow ? coupon : fail('coupon.unknown')
}

/** One more use of it. In a transaction the next one who asks waits for its end, so an order made here is counted. */
export async function takeUse(
  { db }: { db: Db | Tx },
  coupon: Coupon,
  { resellerId, accountId }: Omit<CouponUse, 'packageId'>,
): Promise<void> {
  const [, uses] = await together([
    'isTransaction' in db ? lockCoupon(db, resellerId, coupon.id) : null,
    countUses(db, { resellerId, id: coupon.id }, accountId),
  ])
  if (uses.all >= (coupon.usesMax ?? Infinity) || uses.own >= (coupon.usesPerAccountMax ?? Infinity)) {
    fail('coupon.used_up')
  }
}

/** M9: never more than the price. */
export function discountOf({ percent, amountFen }: Pick<Coupon, 'percent' | 'amountFen'>, listFen: number): number {
  return percent === null ? Math.min(amountFen ?? 0, listFen) : floorShare(listFen, percent, 100)
}
