import type { Db } from '../../platform/db.ts'

/** It has asked for its users, as of this revision. */
export async function saveSeen(db: Db, nodeId: number, revision: number, now: Date): Promise<void> {
  await db.query({
    name: 'uniproxy.seen',
    text: `insert into node_states (node_id, seen_at, applied_revision) values ($1, $2, $3)
      on conflict (node_id) do update set seen_at = $2, applied_revision = $3`,
    values: [nodeId, now, revision],
  })
}

export async function saveOnline(db: Db, nodeId: number, users: number, now: Date): Promise<void> {
  await db.query({
    name: 'uniproxy.online',
    text: `insert into node_states (node_id, seen_at, online_users) values ($1, $2, $3)
      on conflict (node_id) do update set seen_at = $2, online_users = $3`,
    values: [nodeId, now, users],
  })
}

export async function saveLoad(
  db: Db,
  nodeId: number,
  load: { cpuPercent: number; memoryPercent: number },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'uniproxy.load',
    text: `insert into node_states (node_id, seen_at, cpu_percent, memory_percent) values ($1, $2, $3, $4)
      on conflict (node_id) do update set seen_at = $2, cpu_percent = $3, memory_percent = $4`,
    values: [nodeId, now, load.cpuPercent, load.memoryPercent],
  })
}

/** In unix seconds; null before the first one and after a week without any. */
export async function loadLastPush(db: Db, nodeId: number, boot: string): Promise<number | null> {
  const rows = await db.query<{ at: number | null }>({
    name: 'uniproxy.last_push',
    text: 'select max(seq) as at from traffic_batches where node_id = $1 and boot_id = $2',
    values: [nodeId, boot],
  })
  return rows[0]?.at ?? null
}

/** Of the users who have a limit. */
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
