import { sql } from 'kysely'

import { fromCivil } from '../../../contract/civil-time.ts'
import type { Condition } from './list-page.ts'

type SaleDays = { from?: string | undefined; to?: string | undefined }
type SaleFilter = SaleDays & { minFen?: number; maxFen?: number }
type Columns = { at: string; fen: string; timeZone: string }

/** Filters by day and amount; both ends are included. */
export function saleConditions(filter: SaleFilter, { at, fen, timeZone }: Columns): Condition[] {
  return [
    ...dayConditions(filter, { at, timeZone }),
    ...(filter.minFen === undefined ? [] : [sql`${sql.raw(fen)} >= ${filter.minFen}`]),
    ...(filter.maxFen === undefined ? [] : [sql`${sql.raw(fen)} <= ${filter.maxFen}`]),
  ]
}

export function dayConditions({ from, to }: SaleDays, { at, timeZone }: Omit<Columns, 'fen'>): Condition[] {
  return [
    ...(from === undefined ? [] : [sql`${sql.raw(at)} >= ${dayStart(from, timeZone, 0)}`]),
    ...(to === undefined ? [] : [sql`${sql.raw(at)} < ${dayStart(to, timeZone, 1)}`]),
  ]
}

/** 31 February becomes an early day in March: nobody is refused for it. */
function dayStart(text: string, timeZone: string, daysOn: number): Date {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number)
  return fromCivil({ year, month, day: day + daysOn, hour: 0, minute: 0, second: 0 }, timeZone)
}

/** Adds `column = value` for each value that is given. */
export function equalConditions(given: Record<string, string | number | boolean | undefined>): Condition[] {
  return Object.entries(given).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.raw(column)} = ${value}`],
  )
}
