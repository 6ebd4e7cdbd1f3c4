import type { Queryable, Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import type { Period } from './periods.ts'
import { loadPackage, type Package, loadOffer, type Offer, giveStockBack, takeStock } from './queries.ts'

/** Also one that is no longer listed: what was ordered is given. */
export async function getPackage(ctx: { db: Queryable }, id: number): Promise<Package> {
  return (await loadPackage(ctx.db, id)) ?? fail('object.unknown')
}

export type { Offer }

/** No offer means not for sale; it never means free. */
export async function getOffer(
  ctx: { db: Queryable },
  input: { resellerId: number; packageId: number; period: Period },
): Promise<Offer> {
  return (await loadOffer(ctx.db, input.resellerId, input.packageId, input.period)) ?? fail('package.not_for_sale')
}

/** For an order, also while it is unpaid: what is shown as available can be paid for. All units or none. */
export async function holdStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  if (!(await takeStock(ctx.db, packageId, units))) fail('package.sold_out')
}

export function releaseStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  return giveStockBack(ctx.db, packageId, units)
}
