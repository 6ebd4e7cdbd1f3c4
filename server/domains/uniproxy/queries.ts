import type { Db } from '../../platform/db/db.ts'

/** In unix seconds; null before the first push and after a week without any. */
export async function loadLastPush(db: Db, nodeId: number, boot: string): Promise<number | null> {
  const rows = await db.query<{ at: number | null }>({
    name: 'uniproxy.last_push',
    text: 'select max(seq) as at from traffic_batches where node_id = $1 and boot_id = $2',
    values: [nodeId, boot],
  })
  return rows[0]?.at ?? null
}

/** Only for users who have a limit. */
export function findDeviceCounts(db: Db, nodeId: number, seenAfter: Date) {
  return db.query<{ number: number; devices: number }>({
    name: 'uniproxy.devices',
    text: `select l.number, count(distinct a.address) as devices
      from lines l
        join subscriptions s on s.reseller_id = l.reseller_id and s.account_id = l.account_id and s.device_limit > 0
        join line_addresses a on a.reseller_id = l.reseller_id and a.account_id = l.account_id and a.seen_at > $2
      where l.node_id = $1 and l.state in ('installing', 'active', 'moving') group by l.number order by l.number`,
    values: [nodeId, seenAfter],
  })
}
