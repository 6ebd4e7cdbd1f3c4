import { sql, type RawBuilder } from 'kysely'

/** A time as a cursor carries it: in whole microseconds, none of them lost. */
export const momentOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`

/** And back. */
export const timeOf = (moment: string) => sql`(timestamptz 'epoch' + ${moment}::bigint * interval '1 microsecond')`
