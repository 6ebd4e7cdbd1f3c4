import type { Ctx } from '../../platform/context.ts'
import { findLatestNotices, type ListedNotice } from './operator-queries.ts'

/** For the operator: the latest ones, whatever became of them; of one reseller when it is named. */
export function findNotices(ctx: Pick<Ctx, 'db'>, resellerId: number | null, limit: number): Promise<ListedNotice[]> {
  return findLatestNotices(ctx.db, resellerId, limit)
}
