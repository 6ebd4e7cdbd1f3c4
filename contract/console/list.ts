import Type, { type TProperties, type TSchema } from 'typebox'

import { Strict } from '../fields.ts'
/** Lists stop counting here: "1,000+" is enough, and counting further takes longer than the page. */
export const LIST_COUNT_MAX = 1_000
/** The same for figures that are no list's. */
export const FIGURE_MAX = 10_000

/** Input of every console list: search words, one column to sort by (`-` reverses it), and the list's filters. */
export function listInput<const C extends string, F extends TProperties>(columns: readonly C[], filters: F) {
  const sorts = columns.flatMap((column) => [column, `-${column}`] as const)
  return Strict({
    search: Type.Optional(Type.String({ maxLength: 100 })),
    sort: Type.Optional(Type.Enum(sorts as (C | `-${C}`)[])),
    cursor: Type.Optional(Type.String({ maxLength: 400, pattern: '^[\\w.:-]+$' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    ...filters,
  })
}

/** One page of rows, the start of the next page, and the total count. */
export function listOutput<R extends TSchema>(row: R) {
  return Type.Object({
    rows: Type.Array(row),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    count: Type.Integer(),
    countIsFloor: Type.Boolean(),
  })
}

/** The answer is a file to download, without the envelope. */
export const FileAnswer = Type.Unsafe<never>(Type.Any({ description: 'a file' }))

/** A table as text, defined once for all callers. `isCut`: there are more rows than the file holds. */
export const CsvFile = Type.Object({
  name: Type.String(),
  text: Type.String(),
  rows: Type.Integer(),
  isCut: Type.Boolean(),
})

/** For example 2026-11-14, in the business's time zone. */
export const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
