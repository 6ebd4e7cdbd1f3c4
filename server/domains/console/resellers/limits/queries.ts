import type { Queryable } from '../../../../platform/db/db.ts'

/** Bytes up and down of all the reseller's users on all nodes, from that business day on. */
export async function sumTraffic(db: Queryable, resellerId: number, firstDay: string): Promise<number> {
  const rows = await db.query<{ bytes: number }>({
    name: 'office.month_bytes',
    text: `select coalesce(sum(up_bytes + down_bytes), 0)::bigint as bytes from traffic_days
      where reseller_id = $1 and day >= $2::date`,
    values: [resellerId, firstDay],
  })
  return rows[0]!.bytes
}
