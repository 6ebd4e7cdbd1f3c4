import { sql } from 'kysely'

import type { Condition } from './list-page.ts'

type SaleFilter = { from?: string; to?: string; minFen?: number; maxFen?: number }

/** When and how much; both ends of an amount count, of a time the first. */
export function saleConditions(filter: SaleFilter, columns: { at: string; fen: string }): Condition[] {
  const at = sql.raw(columns.at)
  const fen = sql.raw(columns.fen)
  return [
    ...(filter.from === undefined ? [] : [sql`${at} >= ${new Date(filter.from)}`]),
    ...(filter.to === undefined ? [] : [sql`${at} < ${new Date(filter.to)}`]),
    ...(filter.minFen === undefined ? [] : [sql`${fen} >= ${filter.minFen}`]),
    ...(filter.maxFen === undefined ? [] : [sql`${fen} <= ${filter.maxFen}`]),
  ]
}

/** `column = value` for each that is given. */
export function equalConditions(given: Record<string, string | number | boolean | undefined>): Condition[] {
  return Object.entries(given).flatMap(([column, value]) =>
    value === undefined ? [] : [sql`${sql.raw(column)} = ${value}`],
  )
}
