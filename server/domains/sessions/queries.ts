import type { Db, Tx } from '../../platform/db.ts'

export type LiveSession = {
  id: string
  resellerId: number
  accountId: number
  userName: string
  strength: 'password' | 'remembered'
  seenAt: Date
  rotatedAt: Date
  /** True when the presented token is the predecessor of the current one, inside its grace. */
  isPrevious: boolean
}

/** One indexed read per request: the hot path of the whole product. */
export async function loadSession(
  db: Db | Tx,
  tokenHash: Buffer,
  now: Date,
  seenAfter: Date,
): Promise<LiveSession | null> {
  const rows = await db.query<LiveSession>({
    name: 'sessions.load',
    text: `select s.id, s.reseller_id, s.account_id, a.user_name, s.strength, s.seen_at, s.rotated_at,
                  s.token_hash <> $1 as is_previous
             from sessions s join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
            where (s.token_hash = $1 or (s.previous_hash = $1 and s.previous_until > $2))
              and s.revoked_at is null and s.expires_at > $2 and s.seen_at > $3`,
    values: [tokenHash, now, seenAfter],
  })
  return rows[0] ?? null
}

type NewSession = {
  resellerId: number
  accountId: number
  tokenHash: Buffer
  strength: 'password' | 'remembered'
  userAgent: string
  address: string
  now: Date
  expiresAt: Date
}

export async function insertSession(db: Db | Tx, session: NewSession): Promise<string> {
  const rows = await db.query<{ id: string }>({
    name: 'sessions.insert',
    text: `insert into sessions (reseller_id, account_id, token_hash, strength, user_agent, address, created_at, seen_at, rotated_at, expires_at)
           values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8) returning id`,
    values: [
      session.resellerId,
      session.accountId,
      session.tokenHash,
      session.strength,
      session.userAgent,
      session.address,
      session.now,
      session.expiresAt,
    ],
  })
  return rows[0]!.id
}

export async function touchSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({ name: 'sessions.touch', text: 'update sessions set seen_at = $2 where id = $1', values: [id, now] })
}

/** False when another request rotated first: then this one simply hands out the same successor. */
export async function rotateSession(
  db: Db | Tx,
  id: string,
  hashes: { current: Buffer; next: Buffer },
  times: { now: Date; previousUntil: Date },
): Promise<boolean> {
  const rows = await db.query({
    name: 'sessions.rotate',
    text: `update sessions set previous_hash = token_hash, previous_until = $4, token_hash = $3, rotated_at = $5, seen_at = $5
            where id = $1 and token_hash = $2 returning id`,
    values: [id, hashes.current, hashes.next, times.previousUntil, times.now],
  })
  return rows.length === 1
}

export async function revokeSession(db: Db | Tx, id: string, now: Date): Promise<void> {
  await db.query({
    name: 'sessions.revoke',
    text: 'update sessions set revoked_at = $2 where id = $1 and revoked_at is null',
    values: [id, now],
  })
}
