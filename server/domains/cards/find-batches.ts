import type { Ctx } from '../../platform/context.ts'
import { findBatchRows, type BatchSummary } from './batch-queries.ts'

/** For operators: across all resellers unless one is named. */
export function findBatches(ctx: Pick<Ctx, 'db'>, resellerId: number | null, limit: number): Promise<BatchSummary[]> {
  return findBatchRows(ctx.db, resellerId, limit)
}
