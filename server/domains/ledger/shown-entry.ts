import type { BalanceEntry, BalanceKind } from '../../../contract/balance.ts'
import type { EntryRow } from './queries.ts'

/** What its user sees of an entry. Of the memo only this: the rest is for operators. */
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
