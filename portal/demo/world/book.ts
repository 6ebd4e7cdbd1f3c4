import type { BalanceEntry, BalanceKind } from '../../../contract/balance.ts'
import { at, DAY_MS } from './sample-time.ts'

type About = Pick<BalanceEntry, 'about' | 'orderId'>

const PAST: readonly [kind: BalanceKind, amountFen: number, about: string | null, daysAgo: number][] = [
  ['topup', 10_000, null, 62],
  ['sale', -3000, '标准版', 62],
  ['card_redeem', 2000, null, 40],
  ['sale', -3000, '标准版', 32],
  ['commission_to_balance', 1860, null, 21],
  ['topup', 5000, null, 9],
  ['sale', -800, '流量包', 8],
  ['sale', -3000, '标准版', 2],
]

/** Newest first, like on the screen. */
const entries: BalanceEntry[] = []
for (const [kind, amountFen, about, daysAgo] of PAST) post(kind, amountFen, { about, orderId: null }, -daysAgo * DAY_MS)

export function post(kind: BalanceKind, amountFen: number, { about, orderId }: About, fromNowMs = 0): void {
  const balanceAfterFen = balanceFen() + amountFen
  entries.unshift({
    id: String(entries.length + 1),
    at: at(fromNowMs),
    kind,
    amountFen,
    balanceAfterFen,
    about,
    orderId,
  })
}

export function balanceFen(): number {
  return entries[0]?.balanceAfterFen ?? 0
}

export function findEntries({ kind, from, to }: { kind?: BalanceKind; from?: string; to?: string }): BalanceEntry[] {
  return entries.filter(
    (entry) =>
      (kind === undefined || entry.kind === kind) &&
      (from === undefined || entry.at >= from) &&
      (to === undefined || entry.at < to),
  )
}
