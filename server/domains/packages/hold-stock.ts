import type { Tx } from '../../platform/db.ts'
import { fail } from '../../platform/errors.ts'
import { giveStockBack, takeStock } from './queries.ts'

/** A unit for an order, also while it is unpaid: what is shown as available can be paid for. */
export async function holdStock(ctx: { db: Tx }, packageId: number): Promise<void> {
  if (!(await takeStock(ctx.db, packageId))) fail('package.sold_out')
}

export function releaseStock(ctx: { db: Tx }, packageId: number, units = 1): Promise<void> {
  return giveStockBack(ctx.db, packageId, units)
}
