import type { BalanceEntry, BalanceKind } from '../../../contract/balance.ts'
import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import { findEntryRows, type EntryFilter, type EntryRow } from './queries.ts'

export type { EntryFilter, EntryRow }

/** Changes of one user's balance, newest first, each with the balance after it. */
export function findUserEntries(
  ctx: { db: Queryable },
  owner: Owner,
  filter: EntryFilter,
  limit: number,
): Promise<EntryRow[]> {
  return findEntryRows(ctx.db, `user:${owner.resellerId}:${owner.accountId}`, filter, limit)
}

/** Shows an entry to its user. The rest of the memo is for operators only. */
export function shownEntry({ id, at, kind, amountFen, balanceAfterFen, memo }: EntryRow): BalanceEntry {
  const text = (name: string) => (memo[name] === undefined ? null : String(memo[name]))
  return {
    id: String(id),
    at: at.toISOString(),
    kind: kind as BalanceKind,
    amountFen,
    balanceAfterFen,
    about: text('about'),
    orderId: text('orderId'),
  }
}
