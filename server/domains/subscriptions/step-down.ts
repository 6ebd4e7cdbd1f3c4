import { monthsOf, type Period } from '../catalogue/period.ts'
import { OFFERS, WHOLESALE } from '../catalogue/prices/offer-sql.ts'

/** For a statement that reads the subscription as `s`: today's wholesale price of the package held, if it has one. */
export const HELD_WHOLESALE = `(select ${WHOLESALE} ${OFFERS}
  where o.reseller_id = s.reseller_id and o.package_id = s.package_id and o.period = s.period)`

export type Held = { period: Period | null; heldWholesaleFen: number | null }

/** A lower wholesale price a month. Between plans with and without time nothing is comparable. */
export function isStepDown(held: Held, wanted: { period: Period; wholesaleFen: number }): boolean {
  if (held.period === null || held.heldWholesaleFen === null) return false
  const [had, wants] = [monthsOf[held.period], monthsOf[wanted.period]]
  return had > 0 && wants > 0 && wanted.wholesaleFen * had < held.heldWholesaleFen * wants
}
