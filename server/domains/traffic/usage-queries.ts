import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { Days } from '../../platform/text/business-day.ts'

type Usage = {
  at: Date | null
  nodeId: number | null
  nodeName: string | null
  nodeNames: unknown
  upBytes: number
  downBytes: number
  chargedBytes: number
}

const SUMS = `sum(h.up_bytes)::bigint as up_bytes, sum(h.down_bytes)::bigint as down_bytes,
  sum(h.charged_bytes)::bigint as charged_bytes`
const OWN = `h.reseller_id = $1 and h.account_id = $2
  and h.hour >= $3::date::timestamp at time zone $5 and h.hour < ($4::date + 1)::timestamp at time zone $5`

/** Oldest first; nodes by bytes used there. */
export function findUsage(
  db: Queryable,
  { resellerId, accountId }: Owner,
  { first, last }: Days,
  { unit, timeZone }: { unit: 'hour' | 'day' | 'node'; timeZone: string },
): Promise<Usage[]> {
  const values = [resellerId, accountId, first, last, timeZone]
  if (unit === 'node') {
    const text = `select null::timestamptz as at, n.id as node_id, n.name as node_name, n.names as node_names, ${SUMS}
      from traffic_hours h join nodes n on n.id = h.node_id where ${OWN} group by n.id
      order by sum(h.up_bytes + h.down_bytes) desc, n.id`
    return db.query<Usage>({ name: 'traffic.usage_by_node', text, values })
  }
  const text = `select date_trunc($6, h.hour, $5) as at, null::integer as node_id, null::text as node_name,
      null::jsonb as node_names, ${SUMS}
    from traffic_hours h where ${OWN} group by 1 order by 1`
  return db.query<Usage>({ name: 'traffic.usage_by_time', text, values: [...values, unit] })
}
