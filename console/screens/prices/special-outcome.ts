import type { PriceRow } from '../../../contract/console/prices.ts'

const DAY_MS = 86_400_000
const PACE_DAYS = 30

type Row = Pick<PriceRow, 'wholesaleFen' | 'retailFen' | 'sales'>
type Typed = { retailFen: number; from: string; to: string }

/** How many days, both included; null while the days make no range. */
export function daysOf(from: string, to: string): number | null {
  const days = (Date.parse(to) - Date.parse(from)) / DAY_MS + 1
  return days >= 1 ? days : null
}

/** What one sale earns then, and what that costs over these days if as much is sold as in the last 30. */
export function specialOutcome({ wholesaleFen, retailFen, sales }: Row, { retailFen: fen, from, to }: Typed) {
  const days = daysOf(from, to)
  return {
    isLower: retailFen !== null && fen >= wholesaleFen && fen < retailFen,
    marginFen: fen - wholesaleFen,
    lessFen: days === null || retailFen === null ? 0 : Math.round((sales * days * (retailFen - fen)) / PACE_DAYS),
  }
}
