import type { Db, Tx } from '../../platform/db/db.ts'
import type { RoleColumns } from './role-permissions.ts'

export type LiveStaff = RoleColumns & {
  sessionId: string
  staffId: number
  name: string
  seenAt: Date
  provedAt: Date
  hasFactor: boolean
  isDemo: boolean
  recoveredAt: Date | null
  isSuspended: boolean
  isKnown: boolean
}
type Live = { now: Date; seenAfter: Date; reseller: number | null }

/** One read per call, for everything that may have changed since the last: role, factor, removal, suspension. */
export async function loadStaffSession(
  db: Db | Tx,
  tokenHash: Buffer,
  { now, seenAfter, reseller }: Live,
): Promise<LiveStaff | null> {
  const rows = await db.query<LiveStaff>({
    name: 'staff.session',
    text: `select s.id as session_id, s.seen_at, s.proved_at, m.id as staff_id, m.name, m.reseller_id, m.role, m.is_demo, m.recovered_at,
                  r.name as own_role, r.permissions as own_permissions,
                  m.totp_confirmed_at is not null or exists (select from staff_passkeys p where p.staff_id = m.id)
                    as has_factor,
                  o.suspended_at is not null as is_suspended,
                  exists (select from resellers named where named.id = $4) as is_known
             from staff_sessions s join staff m on m.id = s.staff_id
                  left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
                  left join resellers o on o.id = m.reseller_id
            where s.token_hash = $1 and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3
              and m.removed_at is null`,
    values: [tokenHash, now, seenAfter, reseller],
  })
  return rows[0] ?? null
}

export async function touchStaffSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'staff.touch',
    text: 'update staff_sessions set seen_at = $2 where id = $1 and seen_at < $2',
    values: [id, now],
  })
}

type NewSession = { tokenHash: Buffer; userAgent: string; address: string | null; now: Date; expiresAt: Date }

/** Null when the member was removed or the password changed during the sign-in. */
export async function insertStaffSession(
  db: Tx,
  member: { id: number; passwordHash: string },
  session: NewSession,
): Promise<string | null> {
  const rows = await db.query<{ id: string }>({
    name: 'staff.open_session',
    text: `insert into staff_sessions (staff_id, token_hash, user_agent, address, created_at, seen_at, proved_at, expires_at)
           select id, $3, $4, $5, $6, $6, $6, $7 from staff
            where id = $1 and password_hash = $2 and removed_at is null
              for share
           returning id`,
    values: [
      member.id,
      member.passwordHash,
      session.tokenHash,
      session.userAgent,
      session.address,
      session.now,
      session.expiresAt,
    ],
  })
  return rows[0]?.id ?? null
}

export async function loadSessionEnd(db: Db | Tx, id: string): Promise<Date | null> {
  const rows = await db.query<{ expiresAt: Date }>({
    name: 'staff.session_end',
    text: 'select expires_at from staff_sessions where id = $1',
    values: [id],
  })
  return rows[0]?.expiresAt ?? null
}

export async function revokeStaffSession(db: Db | Tx, staffId: number, id: string, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'staff.revoke',
    text: 'update staff_sessions set revoked_at = $3 where staff_id = $1 and id = $2 and revoked_at is null returning id',
    values: [staffId, id, now],
  })
  return rows.length === 1
}

/** Includes ended sessions: the question is what this account has been used with. */
export function findSeenStaffClients(
  db: Db | Tx,
  staffId: number,
  since: Date,
): Promise<{ userAgent: string; address: string | null }[]> {
  return db.query<{ userAgent: string; address: string | null }>({
    name: 'staff.seen_clients',
    text: 'select distinct user_agent, address from staff_sessions where staff_id = $1 and seen_at > $2',
    values: [staffId, since],
  })
}
