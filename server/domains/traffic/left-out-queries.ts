import type { Queryable, Tx } from '../../platform/db/db.ts'

/** `broken`: no pair of counts. `unknown`: no line of the node. `impossible`: more than its connection carries. */
export type LeftOut = { reason: 'broken' | 'unknown' | 'impossible'; entry: string; value: string }

/** The newest of a node stay; older ones make room. */
export const LEFT_OUT_MAX = 1_000

/** What a refused batch could hold: the lines that are the node's, and how many bytes, as the counting reckons it. */
export async function loadBounds(
  db: Queryable,
  { nodeId, seconds, numbers }: { nodeId: number; seconds: number; numbers: readonly number[] },
  now: Date,
): Promise<{ known: number[]; bytesMax: number }> {
  const rows = await db.query<{ known: number[]; bytesMax: number }>({
    name: 'traffic.bounds',
    text: `select array(select l.number from lines l where l.node_id = n.id and l.number = any ($3::bigint[])) as known,
        floor(n.speed_mbps::numeric * 187500 * least($2::integer,
          greatest(0, extract(epoch from $4::timestamptz - coalesce(c.counted_until, n.created_at))) + 60) + 67108864)::bigint
          as bytes_max
      from nodes n left join node_clocks c on c.node_id = n.id where n.id = $1`,
    values: [nodeId, seconds, numbers, now],
  })
  return rows[0]!
}

export async function keepLeftOut(db: Tx, nodeId: number, kept: readonly LeftOut[], now: Date): Promise<void> {
  await db.query({
    name: 'traffic.keep_left_out',
    text: `insert into traffic_left_out (node_id, reason, entry, value, received_at)
      select $1, o.reason, o.entry, o.value, $5 from unnest($2::text[], $3::text[], $4::text[]) o (reason, entry, value)`,
    values: [
      nodeId,
      kept.map(({ reason }) => reason),
      kept.map(({ entry }) => entry),
      kept.map(({ value }) => value),
      now,
    ],
  })
  await db.query({
    name: 'traffic.trim_left_out',
    text: `delete from traffic_left_out where node_id = $1 and id <= (
      select id from traffic_left_out where node_id = $1 order by id desc offset $2 limit 1)`,
    values: [nodeId, LEFT_OUT_MAX],
  })
}

export function findLeftOutRows(db: Queryable, nodeId: number, limit: number) {
  return db.query<LeftOut & { receivedAt: Date }>({
    name: 'traffic.left_out',
    text: `select received_at, reason, entry, value from traffic_left_out where node_id = $1 order by id desc limit $2`,
    values: [nodeId, limit],
  })
}
