import type { PriceRow } from '../../../contract/console/prices.ts'

type Changed = Pick<PriceRow, 'packageId' | 'period' | 'retailFen'> & { newRetailFen: number; sales: number }
type Known = Pick<PriceRow, 'packageId' | 'period' | 'wholesaleFen'>

/** The margin a month of what changes, as it is and as it would be, if as much is sold. Null: none of it was sold. */
export function monthMargin(
  changes: readonly Changed[],
  rows: readonly Known[],
): { nowFen: number; newFen: number } | null {
  const sold = changes.filter(({ sales, retailFen }) => sales > 0 && retailFen !== null)
  if (sold.length === 0) return null
  const sum = (of: (row: Changed) => number) =>
    sold.reduce((total, row) => {
      const known = rows.find(({ packageId, period }) => packageId === row.packageId && period === row.period)
      return total + row.sales * (of(row) - (known?.wholesaleFen ?? 0))
    }, 0)
  return { nowFen: sum(({ retailFen }) => retailFen!), newFen: sum(({ newRetailFen }) => newRetailFen) }
}
