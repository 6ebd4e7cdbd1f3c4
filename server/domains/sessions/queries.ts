import type { Owner } from '../../platform/context.ts'
import { readQuickly, type Db, type Tx } from '../../platform/db/db.ts'

export type LiveSession = {
  id: string
  resellerId: number
  accountId: number
  userName: string
  strength: 'password' | 'remembered'
  isDemo: boolean
  seenAt: Date
  rotatedAt: Date
  /** True when the shown token is the predecessor of the current one, within its grace time. */
  isPrevious: boolean
  /** The current token was not used yet, so its predecessor stays valid. */
  keepsPrevious: boolean
}

/** One indexed read per request: the hot path of the whole product. */
export async function loadSession(
  db: Db | Tx,
  tokenHash: Buffer,
  now: Date,
  seenAfter: Date,
): Promise<LiveSession | null> {
  const rows = await readQuickly<LiveSession>(db, {
    name: 'sessions.load',
    text: `select s.id, s.reseller_id, s.account_id, a.user_name, a.is_demo, s.strength, s.seen_at, s.rotated_at,
                  s.token_hash <> $1 as is_previous,
                  s.previous_hash is not null and s.previous_until is null as keeps_previous
             from sessions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
            where (s.token_hash = $1 or (s.previous_hash = $1 and coalesce(s.previous_until > $2, true)))
              and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3`,
    values: [tokenHash, now, seenAfter],
  })
  return rows[0] ?? null
}

type NewSession = {
  id: string
  resellerId: number
  accountId: number
  tokenHash: Buffer
  strength: 'password' | 'remembered'
  familyId: string | null
  userAgent: string
  address: string | null
  now: Date
  expiresAt: Date
}

/** Does not wait for the answer: an error fails the transaction. */
export function insertSession(db: Tx, session: NewSession): void {
  db.send({
    name: 'sessions.insert',
    text: `insert into sessions (id, reseller_id, account_id, token_hash, strength, user_agent, address, created_at, seen_at, rotated_at, expires_at, device_family_id)
           values ($10, $1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9)`,
    values: [
      session.resellerId,
      session.accountId,
      session.tokenHash,
      session.strength,
      session.userAgent,
      session.address,
      session.now,
      session.expiresAt,
      session.familyId,
      session.id,
    ],
  })
}

export async function touchSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({ name: 'sessions.touch', text: 'update sessions set seen_at = $2 where id = $1', values: [id, now] })
}

/** Changes nothing when another request rotated first: it returns the same successor. */
export async function rotateSession(
  db: Db | Tx,
  id: string,
  hashes: { current: Buffer; next: Buffer },
  now: Date,
): Promise<void> {
  await db.query({
    name: 'sessions.rotate',
    text: `update sessions
              set previous_hash = token_hash, previous_until = null, token_hash = $3, rotated_at = $4, seen_at = $4
            where id = $1 and token_hash = $2`,
    values: [id, hashes.current, hashes.next, now],
  })
}

export async function endPrevious(db: Db | Tx, id: string, until: Date): Promise<void> {
  await db.query({
    name: 'sessions.end_previous',
    text: 'update sessions set previous_until = $2 where id = $1 and previous_until is null',
    values: [id, until],
  })
}

export type SessionRow = {
  id: string
  deviceFamilyId: string | null
  strength: 'password' | 'remembered'
  userAgent: string
  address: string | null
  createdAt: Date
  seenAt: Date
}

/** Live sessions, last seen first. */
export function findSessions(
  db: Db | Tx,
  account: Owner,
  times: { now: Date; seenAfter: Date },
): Promise<SessionRow[]> {
  return db.query<SessionRow>({
    name: 'sessions.find',
    text: `select id, device_family_id, strength, user_agent, address, created_at, seen_at
             from sessions where reseller_id = $1 and account_id = $2 and revoked_at is null and expires_at > $3 and seen_at > $4
            order by seen_at desc, id`,
    values: [account.resellerId, account.accountId, times.now, times.seenAfter],
  })
}

/** The family that a live session came from, so that the device ends with it; null when there is no such session. */
export async function loadFamilyOfSession(
  db: Db | Tx,
  account: Owner,
  sessionId: string,
  times: { now: Date; seenAfter: Date },
): Promise<{ familyId: string | null } | null> {
  const rows = await db.query<{ familyId: string | null }>({
    name: 'sessions.family',
    text: `select device_family_id as family_id from sessions
            where reseller_id = $1 and account_id = $2 and id = $3 and revoked_at is null and expires_at > $4 and seen_at > $5`,
    values: [account.resellerId, account.accountId, sessionId, times.now, times.seenAfter],
  })
  return rows[0] ?? null
}

/** Does not check that the session is live: that was checked when the call came in. */
export async function loadSessionFamily(db: Db | Tx, account: Owner, sessionId: string): Promise<string | null> {
  const rows = await db.query<{ familyId: string | null }>({
    name: 'sessions.family_of',
    text: `select device_family_id as family_id from sessions where reseller_id = $1 and account_id = $2 and id = $3`,
    values: [account.resellerId, account.accountId, sessionId],
  })
  return rows[0]?.familyId ?? null
}

/** Moves the session to another device family: the new credential of the same device. */
export async function moveSession(db: Tx, account: Owner, id: string, familyId: string): Promise<void> {
  await db.query({
    name: 'sessions.move',
    text: 'update sessions set device_family_id = $4 where reseller_id = $1 and account_id = $2 and id = $3',
    values: [account.resellerId, account.accountId, id, familyId],
  })
}

export async function revokeSession(db: Db | Tx, account: Owner, id: string, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'sessions.revoke',
    text: `update sessions set revoked_at = $4
            where reseller_id = $1 and account_id = $2 and id = $3 and revoked_at is null returning id`,
    values: [account.resellerId, account.accountId, id, now],
  })
  return rows.length
}

export async function revokeFamilySessions(db: Db | Tx, account: Owner, familyId: string, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'sessions.revoke_family',
    text: `update sessions set revoked_at = $4
            where reseller_id = $1 and account_id = $2 and device_family_id = $3 and revoked_at is null returning id`,
    values: [account.resellerId, account.accountId, familyId, now],
  })
  return rows.length
}

export async function revokeSessions(db: Db | Tx, account: Owner, keptId: string | null, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'sessions.revoke_all',
    text: `update sessions set revoked_at = $4
            where reseller_id = $1 and account_id = $2 and revoked_at is null and id is distinct from $3 returning id`,
    values: [account.resellerId, account.accountId, keptId, now],
  })
  return rows.length
}

/** Includes ended sessions: the question is what this account has been used with. */
export function findSeenClients(
  db: Db | Tx,
  account: Owner,
  since: Date,
): Promise<{ userAgent: string; address: string | null }[]> {
  return db.query<{ userAgent: string; address: string | null }>({
    name: 'sessions.seen_clients',
    text: `select distinct user_agent, address from sessions where reseller_id = $1 and account_id = $2 and seen_at > $3`,
    values: [account.resellerId, account.accountId, since],
  })
}

export async function loadUserName(db: Db | Tx, { resellerId, accountId }: Owner): Promise<string | null> {
  const rows = await db.query<{ userName: string }>({
    name: 'sessions.user_name',
    text: 'select user_name from accounts where reseller_id = $1 and id = $2',
    values: [resellerId, accountId],
  })
  return rows[0]?.userName ?? null
}
