import type { BalanceKind } from '../../../contract/balance.ts'

/** Days as the reader chooses them, empty when open. */
export type EntryFilter = { kind: BalanceKind | ''; from: string; to: string }

export const NO_FILTER: EntryFilter = { kind: '', from: '', to: '' }
export const KINDS = [
  'topup',
  'sale',
  'refund',
  'card_redeem',
  'commission_to_balance',
  'late_payment',
  'adjustment',
  'reversal',
  'waiver',
] as const satisfies readonly BalanceKind[]

const DAY_MS = 86_400_000

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
    ...(from ? { from: dayStart(from, 0) } : {}),
    ...(to ? { to: dayStart(to, DAY_MS) } : {}),
  }
}

function dayStart(day: string, plusMs: number): string {
  return new Date(Date.parse(`${day}T00:00:00+08:00`) + plusMs).toISOString()
}
