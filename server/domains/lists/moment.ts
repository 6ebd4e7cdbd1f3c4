import { sql, type RawBuilder } from 'kysely'

/** A time in a cursor: whole microseconds, so that nothing is lost. */
export const momentOf = (column: RawBuilder<unknown>) => sql`(extract(epoch from ${column}) * 1000000)::bigint`

/** Turns a cursor's microseconds back into a time. */
export const timeOf = (moment: string) => sql`(timestamptz 'epoch' + ${moment}::bigint * interval '1 microsecond')`
