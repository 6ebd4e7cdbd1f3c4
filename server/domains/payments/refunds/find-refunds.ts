import type { Ctx } from '../../../platform/context.ts'
import { findRecentRefunds, type ShownRefund } from './queries.ts'

/** For operators: across all resellers. */
export function findRefunds(ctx: Pick<Ctx, 'db'>, limit: number): Promise<ShownRefund[]> {
  return findRecentRefunds(ctx.db, limit)
}
