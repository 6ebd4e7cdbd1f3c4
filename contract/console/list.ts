import Type, { type TProperties, type TSchema } from 'typebox'

/** A list ends its count here: "10,000+" says enough, and counting further costs. */
export const LIST_COUNT_MAX = 10_000

/** What every list of the console is asked with: words, one column to sort by (`-` turns it round), and its filters. */
export function listInput<const C extends string, F extends TProperties>(columns: readonly C[], filters: F) {
  const sorts = columns.flatMap((column) => [column, `-${column}`] as const)
  return Type.Object(
    {
      search: Type.Optional(Type.String({ maxLength: 100 })),
      sort: Type.Optional(Type.Enum(sorts as (C | `-${C}`)[])),
      cursor: Type.Optional(Type.String({ maxLength: 400, pattern: '^[\\w.:-]+$' })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
      ...filters,
    },
    { additionalProperties: false },
  )
}

/** A page of rows, where the next one begins, and how many there are in all. */
export function listOutput<R extends TSchema>(row: R) {
  return Type.Object({
    rows: Type.Array(row),
    nextCursor: Type.Union([Type.String(), Type.Null()]),
    count: Type.Integer(),
    countIsFloor: Type.Boolean(),
  })
}

/** Answered as a file to download, in place of the envelope. */
export const FileAnswer = Type.Unsafe<never>(Type.Any({ description: 'a file' }))

/** A table as text, made here so that it is written once for every door. `isCut`: there is more than a file holds. */
export const CsvFile = Type.Object({
  name: Type.String(),
  text: Type.String(),
  rows: Type.Integer(),
  isCut: Type.Boolean(),
})

/** 2026-11-14, by the business's clock. */
export const Day = Type.String({ pattern: '^20\\d\\d-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$' })
