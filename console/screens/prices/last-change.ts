import { create } from 'zustand'

import type { PriceRow } from '../../../contract/console/prices.ts'
import { confirmOf } from './price-outcome.ts'

export const UNDO_MS = 10 * 60_000

type Offer = Pick<PriceRow, 'packageId' | 'period'>
type Before = Offer & { retailFen: number | null; newRetailFen: number }
/** Prices before a rule changed them. */
export type LastChange = { atMs: number; rows: readonly Before[] }

export const useLastChange = create<{ last: LastChange | null }>()(() => ({ last: null }))

export function keepLastChange(rows: readonly Before[]): void {
  useLastChange.setState({ last: { atMs: Date.now(), rows } })
}

type Now = Offer & Pick<PriceRow, 'retailFen' | 'wholesaleFen'>

/**
 * What brings the old prices back: changes, and offers that had no price and go off sale again. Prices that somebody
 * has changed since stay as they are.
 */
export function undoOf({ rows }: LastChange, now: readonly Now[]) {
  const kept = rows.flatMap((row) => {
    const current = now.find(({ packageId, period }) => packageId === row.packageId && period === row.period)
    return current?.retailFen === row.newRetailFen ? [{ ...row, wholesaleFen: current.wholesaleFen }] : []
  })
  return {
    changes: kept.flatMap(({ packageId, period, retailFen, wholesaleFen }) =>
      retailFen === null ? [] : [{ packageId, period, retailFen, ...confirmOf(retailFen, wholesaleFen) }],
    ),
    off: kept.filter(({ retailFen }) => retailFen === null).map(({ packageId, period }) => ({ packageId, period })),
  }
}
