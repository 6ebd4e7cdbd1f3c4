import type { Db, Tx } from '../../../platform/db/db.ts'

export type MonitorRow = {
  id: number
  userName: string
  resellerId: number | null
  hasTotp: boolean
  disabledAt: Date | null
  createdAt: Date
  lastSeenAt: Date | null
}

export function findMonitorRows(db: Db | Tx): Promise<MonitorRow[]> {
  return db.query<MonitorRow>({
    name: 'monitors.list',
    text: `select m.id, m.user_name, m.reseller_id, m.totp_secret is not null as has_totp, m.disabled_at, m.created_at,
                  (select max(s.seen_at) from monitor_sessions s where s.monitor_id = m.id) as last_seen_at
             from monitors m order by lower(m.user_name)`,
  })
}

type NewMonitor = { userName: string; resellerId: number | null; passwordHash: string; now: Date }

/** Returns null when the name is taken. */
export async function insertMonitor(db: Tx, monitor: NewMonitor): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'monitors.add',
    text: `insert into monitors (user_name, reseller_id, password_hash, created_at) values ($1, $2, $3, $4)
           on conflict (lower(user_name)) do nothing returning id`,
    values: [monitor.userName, monitor.resellerId, monitor.passwordHash, monitor.now],
  })
  return rows[0]?.id ?? null
}

export async function lockMonitor(db: Tx, userName: string): Promise<{ id: number; resellerId: number | null } | null> {
  const rows = await db.query<{ id: number; resellerId: number | null }>({
    name: 'monitors.hold',
    text: 'select id, reseller_id from monitors where lower(user_name) = lower($1) for update',
    values: [userName],
  })
  return rows[0] ?? null
}

type Change = { passwordHash?: string; totpSecret?: Buffer | null; disabledAt?: Date | null }

export async function updateMonitor(db: Tx, id: number, change: Change): Promise<void> {
  await db.kysely.updateTable('monitors').set(change).where('id', '=', id).execute()
}

export async function revokeMonitorSessions(db: Tx, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'monitors.revoke_all',
    text: 'update monitor_sessions set revoked_at = $2 where monitor_id = $1 and revoked_at is null',
    values: [id, now],
  })
}
