import type { Ctx } from '../../platform/context.ts'
import { together, type Db, type Tx } from '../../platform/db/db.ts'
import { fail, Refusal } from '../../platform/errors.ts'
import { countUses, lockCoupon } from './coupon-queries.ts'
import type { Coupon } from './coupon.ts'
import { loadCoupon, type CouponName } from './load-coupon.ts'
import { floorShare } from './prices/prorate.ts'

export type { Coupon, CouponName }
type CouponUse = { resellerId: number; accountId: number; packageId: number }

/**
 * A coupon that this buyer may use for this package now. Never says why a coupon is refused: that would reveal other
 * users' coupons. Inside a transaction its uses are locked until the end.
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

/** Whether an order could have it now; nothing is locked. */
export async function mayUseCoupon(
  ctx: Pick<Ctx, 'now'> & { db: Db },
  name: CouponName,
  use: CouponUse,
): Promise<boolean> {
  try {
    return Boolean(await getCoupon(ctx, name, use))
  } catch (error) {
    if (error instanceof Refusal) return false
    throw error
  }
}

/** For a caller that has already read the coupon; `takeUse` must follow. */
export function judgeCoupon(coupon: Coupon | null, use: CouponUse, now: Date): Coupon {
  if (!coupon) return fail('coupon.unknown')
  const isMine = coupon.accountId === null || coupon.accountId === use.accountId
  const isForIt = coupon.packageId === null || coupon.packageId === use.packageId
  const isNow = (coupon.startsAt ?? now) <= now && (coupon.endsAt === null || coupon.endsAt > now)
  return isMine && isForIt && isNow ? coupon : fail('coupon.unknown')
}

/** Takes one more use. Inside a transaction the next caller waits for its end, so an order made here is counted. */
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
