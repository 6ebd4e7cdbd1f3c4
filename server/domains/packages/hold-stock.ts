import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { giveStockBack, takeStock } from './queries.ts'

/** For an order, also while it is unpaid: what is shown as available can be paid for. All units or none. */
export async function holdStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  if (!(await takeStock(ctx.db, packageId, units))) fail('package.sold_out')
}

export function releaseStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  return giveStockBack(ctx.db, packageId, units)
}
