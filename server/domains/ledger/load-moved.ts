import type { Queryable } from '../../platform/db.ts'
import type { EntryKind } from './ledger-kinds.ts'
import { codeOf, type LedgerOwner } from './load-balance.ts'
import { loadSum } from './queries.ts'

/** What transactions of one kind have done to one account in all; below 0 when they took from it. */
export function loadMovedFen(ctx: { db: Queryable }, owner: LedgerOwner, kind: EntryKind): Promise<number> {
  return loadSum(ctx.db, codeOf(owner), kind)
}
