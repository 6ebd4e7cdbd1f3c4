import { sql } from 'kysely'

import type { Queryable } from '../../platform/db/db.ts'
import type { Condition } from './list-page.ts'

/**
 * Up to this many accounts are listed by id, so that the index on their rows is used. More are found soon in any order.
 */
const NAMED_MAX = 200
/** Sorts after every character of a user name. */
const BEYOND = '~'

/** Matches rows of accounts whose name begins with `begin`. `column` is the account's id in the listed table. */
export async function accountCondition(
  ctx: { db: Queryable },
  { resellerId, begin, column }: { resellerId: number; begin: string; column: string },
): Promise<Condition> {
  const from = begin.toLowerCase()
  const rows = await ctx.db.query<{ id: number }>({
    name: 'office.accounts_by_name',
    text: `select id from accounts where reseller_id = $1 and lower(user_name) >= $2 and lower(user_name) < $3 limit $4`,
    values: [resellerId, from, `${from}${BEYOND}`, NAMED_MAX + 1],
  })
  const id = sql.raw(column)
  if (rows.length <= NAMED_MAX) return sql`${id} = any(${rows.map((row) => row.id)}::bigint[])`
  return sql`exists (select from accounts named where named.reseller_id = ${resellerId} and named.id = ${id}
    and lower(named.user_name) >= ${from} and lower(named.user_name) < ${`${from}${BEYOND}`})`
}

/**
 * The range of ids that begin with these digits, such as `3f2a91c0`. Null when the text is not the beginning of an id.
 */
export function uuidRange(text: string): { from: string; to: string } | null {
  const digits = text.toLowerCase().replaceAll('-', '')
  if (!/^[\da-f]{8,32}$/.test(digits) || !/^[\da-f-]+$/i.test(text)) return null
  return { from: asUuid(digits.padEnd(32, '0')), to: asUuid(digits.padEnd(32, 'f')) }
}

function asUuid(digits: string): string {
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
