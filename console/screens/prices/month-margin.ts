import type { PriceRow } from '../../../contract/console/prices.ts'

type Changed = Pick<PriceRow, 'packageId' | 'period' | 'retailFen'> & { newRetailFen: number }
type Known = Pick<PriceRow, 'packageId' | 'period' | 'wholesaleFen' | 'sales'>

/** The margin a month of what changes, as it is and as it would be, if as much is sold. Null: none of it was sold. */
export function monthMargin(
  changes: readonly Changed[],
  rows: readonly Known[],
): { nowFen: number; newFen: number } | null {
  const knownOf = ({ packageId, period }: Changed) =>
    rows.find((row) => row.packageId === packageId && row.period === period)
  const sold = changes.flatMap((change) => {
    const known = knownOf(change)
    return known && known.sales > 0 && change.retailFen !== null ? [{ ...change, ...known }] : []
  })
  if (sold.length === 0) return null
  const sum = (of: (row: Changed) => number) =>
    sold.reduce((total, row) => total + row.sales * (of(row) - row.wholesaleFen), 0)
  return { nowFen: sum(({ retailFen }) => retailFen!), newFen: sum(({ newRetailFen }) => newRetailFen) }
}
