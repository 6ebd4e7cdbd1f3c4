import type { Queryable } from '../../platform/db/db.ts'
import { findCouponRows, type CouponRow } from './coupon-queries.ts'
import { findPackageRows, type PackageRow } from './operator-queries.ts'
import { findOfferRows, type OfferRow } from './prices/queries.ts'

type OperatorCtx = { db: Queryable }

export function findPackages(ctx: OperatorCtx, isListedOnly: boolean): Promise<PackageRow[]> {
  return findPackageRows(ctx.db, isListedOnly)
}

/** Across all resellers unless one is named; includes offers of unlisted packages. */
export function findAllOffers(ctx: OperatorCtx, resellerId: number | null): Promise<OfferRow[]> {
  return findOfferRows(ctx.db, resellerId)
}

export function findCoupons(
  ctx: OperatorCtx,
  filter: { resellerId: number | null; validAt: Date | null; limit: number },
): Promise<CouponRow[]> {
  return findCouponRows(ctx.db, filter)
}
