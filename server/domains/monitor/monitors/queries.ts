import type { Asker, Db, Tx } from '../../../platform/db/db.ts'

export type MonitorLogin = {
  id: number
  resellerId: number | null
  userName: string
  passwordHash: string
  totpSecret: Buffer | null
}

/** Does not find disabled monitors. */
export async function loadMonitor(db: Asker, userName: string): Promise<MonitorLogin | null> {
  const rows = await db.query<MonitorLogin>({
    name: 'monitors.login',
    text: `select id, reseller_id, user_name, password_hash, totp_secret from monitors
            where lower(user_name) = lower($1) and disabled_at is null`,
    values: [userName],
  })
  return rows[0] ?? null
}

/** Returns false when a code of this step or a later one was used before. */
export async function spendMonitorStep(db: Db | Tx, id: number, step: number): Promise<boolean> {
  const rows = await db.query({
    name: 'monitors.spend_step',
    text: 'update monitors set totp_step = $2 where id = $1 and totp_step < $2 returning id',
    values: [id, step],
  })
  return rows.length === 1
}

type NewSession = { tokenHash: Buffer; userAgent: string; address: string | null; now: Date; expiresAt: Date }

/** Inserts only if the account has not changed since the password was checked. */
export async function insertMonitorSession(db: Db | Tx, monitor: MonitorLogin, session: NewSession): Promise<boolean> {
  const rows = await db.query({
    name: 'monitors.open_session',
    text: `insert into monitor_sessions (monitor_id, token_hash, user_agent, address, created_at, seen_at, expires_at)
           select id, $3, $4, $5, $6, $6, $7 from monitors
            where id = $1 and password_hash = $2 and disabled_at is null
              for share
           returning id`,
    values: [
      monitor.id,
      monitor.passwordHash,
      session.tokenHash,
      session.userAgent,
      session.address,
      session.now,
      session.expiresAt,
    ],
  })
  return rows.length === 1
}

type Live = { now: Date; seenAfter: Date }
export type LiveMonitor = {
  sessionId: string
  monitorId: number
  userName: string
  resellerId: number | null
  seenAt: Date
}

export async function loadMonitorSession(
  db: Db | Tx,
  tokenHash: Buffer,
  { now, seenAfter }: Live,
): Promise<LiveMonitor | null> {
  const rows = await db.query<LiveMonitor>({
    name: 'monitors.session',
    text: `select s.id as session_id, m.id as monitor_id, m.user_name, m.reseller_id, s.seen_at
             from monitor_sessions s join monitors m on m.id = s.monitor_id
            where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3
              and m.disabled_at is null`,
    values: [tokenHash, now, seenAfter],
  })
  return rows[0] ?? null
}

/** Returns the sessions that are still valid, and marks them as seen. */
export async function keepMonitorSessions(db: Db | Tx, ids: string[], { now, seenAfter }: Live): Promise<string[]> {
  const rows = await db.query<{ id: string }>({
    name: 'monitors.keep_sessions',
    text: `with live as (
             select s.id, s.seen_at from monitor_sessions s join monitors m on m.id = s.monitor_id
              where s.id = any ($1) and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3
                and m.disabled_at is null
           ), seen as (
             update monitor_sessions set seen_at = $2
              where id in (select id from live where seen_at < $2 - interval '1 minute')
           )
           select id from live`,
    values: [ids, now, seenAfter],
  })
  return rows.map(({ id }) => id)
}

export async function touchMonitorSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'monitors.touch',
    text: 'update monitor_sessions set seen_at = $2 where id = $1',
    values: [id, now],
  })
}

export async function revokeMonitorSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'monitors.revoke',
    text: 'update monitor_sessions set revoked_at = $2 where id = $1 and revoked_at is null',
    values: [id, now],
  })
}
