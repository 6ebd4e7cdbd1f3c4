import type { BalanceKind } from '../../../contract/balance.ts'
import { dayStartMs } from '../../../ui/words/date-text.ts'

/** Days as the reader chooses them, empty when open. */
export type EntryFilter = { kind: BalanceKind | ''; from: string; to: string }

export const NO_FILTER: EntryFilter = { kind: '', from: '', to: '' }
export const KINDS = [
  'topup',
  'sale',
  'refund',
  'card_redeem',
  'commission_to_balance',
  'gift',
  'late_payment',
  'adjustment',
  'reversal',
  'waiver',
] as const satisfies readonly BalanceKind[]

export function isFiltered({ kind, from, to }: EntryFilter): boolean {
  return kind !== '' || from !== '' || to !== ''
}

export function isBackwards({ from, to }: EntryFilter): boolean {
  return from !== '' && to !== '' && from > to
}

/** What the server takes: moments, the last one excluded. Days are the business's, wherever the reader is. */
export function toQuery({ kind, from, to }: EntryFilter): { kind?: BalanceKind; from?: string; to?: string } {
  return {
    ...(kind ? { kind } : {}),
    ...(from ? { from: new Date(dayStartMs(from)).toISOString() } : {}),
    ...(to ? { to: new Date(dayStartMs(to, 1)).toISOString() } : {}),
  }
}
