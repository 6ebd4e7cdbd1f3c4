import { useEffect } from 'react'

import type { PriceRow } from '../../../contract/console/prices.ts'
import { useNow } from '../../../ui/components/use-now.ts'
import { useKeptDraft } from '../../features/form/kept-draft.ts'
import { confirmOf } from './price-outcome.ts'

const UNDO_MS = 10 * 60_000

type Offer = Pick<PriceRow, 'packageId' | 'period'>
type Before = Offer & { retailFen: number | null; newRetailFen: number }
/** Prices before a rule changed them. */
export type LastChange = { atMs: number; rows: readonly Before[] }

const NONE: { last: LastChange | null } = { last: null }

/** Kept in this browser, so that a reload still offers the undo; forgotten when its time is over. */
export function useLastChange() {
  const { draft, setDraft, forget } = useKeptDraft('price-rule', NONE)
  const nowMs = useNow()
  const leftMs = draft.last === null ? 0 : leftOf(draft.last, nowMs)
  const isOver = draft.last !== null && leftMs === 0
  useEffect(() => {
    if (isOver) setDraft(NONE)
  }, [isOver, setDraft])
  return {
    last: leftMs > 0 ? draft.last : null,
    leftMs,
    keep: (rows: readonly Before[]) => setDraft({ last: { atMs: Date.now(), rows } }),
    forget,
  }
}

/** The page's clock may be a little older than the change. */
export function leftOf({ atMs }: LastChange, nowMs: number): number {
  return Math.min(UNDO_MS, Math.max(0, atMs + UNDO_MS - nowMs))
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
