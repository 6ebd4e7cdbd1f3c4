import type { PriceRow } from '../../../contract/console/prices.ts'
import { fenOf } from '../../features/form/fen-of.ts'

type Field = number | string
/** As typed; an empty number is no limit. */
export type CouponDraft = {
  code: string
  by: 'percent' | 'amount'
  off: Field
  packageId: string | null
  userName: string
  uses: Field
  each: Field
  days: Field
}

export const FIRST: CouponDraft = {
  code: '',
  by: 'percent',
  off: 10,
  packageId: null,
  userName: '',
  uses: '',
  each: 1,
  days: 30,
}
const given = (name: string, value: Field) => (value === '' ? {} : { [name]: Number(value) })

export function couponOf({ code, by, off, packageId, userName, uses, each, days }: CouponDraft) {
  return {
    code: code.trim().toUpperCase(),
    ...(by === 'percent' ? { percent: Number(off) } : { amountFen: fenOf(off) }),
    ...(packageId === null ? {} : { packageId }),
    ...(userName.trim() === '' ? {} : { userName: userName.trim() }),
    ...given('usesMax', uses),
    ...given('usesPerAccountMax', each),
    ...given('endsDays', days),
  }
}

type Sold = Pick<PriceRow, 'packageId' | 'packageName' | 'period' | 'retailFen' | 'wholesaleFen' | 'sells'>

/** Offers that this discount would sell below wholesale, the worst first. */
export function couponLosses({ by, off, packageId }: CouponDraft, rows: readonly Sold[]) {
  return rows
    .flatMap((row) => {
      const { retailFen, wholesaleFen, sells } = row
      if (!sells || retailFen === null || (packageId !== null && packageId !== row.packageId)) return []
      const offFen = by === 'percent' ? Math.floor((retailFen * Number(off)) / 100) : fenOf(off)
      const lossFen = wholesaleFen - Math.max(0, retailFen - offFen)
      return lossFen > 0 ? [{ name: row.packageName, period: row.period, lossFen }] : []
    })
    .toSorted((one, other) => other.lossFen - one.lossFen)
}
