import { limits } from '../../../contract/limits.ts'
import type { Tx } from '../../platform/db.ts'
import { insertCommission, type Commission } from './queries.ts'

/** Writes down whose commission the sale's ledger transaction has put aside, and from when it counts. */
export function freezeCommission(ctx: { db: Tx; now: Date }, commission: Commission): Promise<void> {
  return insertCommission(ctx.db, commission, new Date(ctx.now.getTime() + limits.commissionConfirmMs))
}
