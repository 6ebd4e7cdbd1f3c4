import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Days } from '../../platform/text/business-day.ts'

/** One node's bytes in one hour or day. */
export type OwnBytes = {
  at: Date
  nodeId: number
  name: string
  names: unknown
  region: string
  upBytes: number
  downBytes: number
}

/** Reads the hours, because their key begins with the account: a million other users cost nothing. */
export function findOwnBytes(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { first, last }: Days,
  by: { unit: 'hour' | 'day'; timeZone: string },
): Promise<OwnBytes[]> {
  return db.query<OwnBytes>({
    name: 'traffic.own',
    text: `select date_trunc($5, h.hour, $6) as at, n.id as node_id, n.name, n.names, n.region,
        sum(h.up_bytes)::bigint as up_bytes, sum(h.down_bytes)::bigint as down_bytes
      from traffic_hours h join nodes n on n.id = h.node_id
      where h.reseller_id = $1 and h.account_id = $2
        and h.hour >= $3::date::timestamp at time zone $6 and h.hour < ($4::date + 1)::timestamp at time zone $6
      group by 1, 2 order by 1, 2`,
    values: [resellerId, accountId, first, last, by.unit, by.timeZone],
  })
}

/** Start times of all hours or days up to now, including those without traffic. */
export async function findBegins(
  db: Queryable,
  { first, last }: Days,
  by: { unit: 'hour' | 'day'; timeZone: string },
  now: Date,
): Promise<Date[]> {
  const rows = await db.query<{ at: Date }>({
    name: 'traffic.begins',
    // Step in local time: a day of 23 hours is one step too.
    text: `select wall at time zone $4 as at
      from generate_series($1::date::timestamp, ($2::date + 1)::timestamp - interval '1 hour', ('1 ' || $3)::interval) wall
      where wall at time zone $4 <= $5 order by 1`,
    values: [first, last, by.unit, by.timeZone, now],
  })
  return rows.map(({ at }) => at)
}
