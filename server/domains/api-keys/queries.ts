import type { Db, Queryable, Tx } from '../../platform/db/db.ts'
import type { RoleColumns } from '../staff/role-permissions.ts'

/** Null: the platform's team. */
type Team = number | null

export type LiveKey = RoleColumns & {
  id: number
  madeBy: number
  name: string
  short: string
  secretHash: Buffer
  oldHash: Buffer | null
  oldUntil: Date | null
  granted: string[]
  callsPerMinute: number
  usedAt: Date | null
  isFromHere: boolean
  isDemo: boolean
  isSuspended: boolean
  isKnown: boolean
}
type KeyUse = { now: Date; reseller: number | null; from: string | null }

/** A key that is neither revoked nor expired and whose maker is still a member of its team. */
export async function loadKey(db: Db, short: string, { now, reseller, from }: KeyUse): Promise<LiveKey | null> {
  const rows = await db.query<LiveKey>({
    name: 'api_keys.live',
    text: `select k.id, k.reseller_id, k.made_by, k.name, k.short, k.secret_hash, k.old_hash, k.old_until,
                  k.permissions as granted, k.calls_per_minute, k.used_at,
                  cardinality(k.networks) = 0 or coalesce($4::inet <<= any (k.networks), false) as is_from_here,
                  m.role, m.is_demo, r.name as own_role, r.permissions as own_permissions,
                  o.suspended_at is not null as is_suspended,
                  exists (select from resellers named where named.id = $3) as is_known
             from api_keys k join staff m on m.id = k.made_by and m.owner_key = k.owner_key
                  left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
                  left join resellers o on o.id = k.reseller_id
            where k.short = $1 and k.revoked_at is null and (k.expires_at is null or k.expires_at > $2)
              and m.removed_at is null`,
    values: [short, now, reseller, from],
  })
  return rows[0] ?? null
}

/** Does not wait for a call of the same key that is spending: that one notes the use as well. */
export async function touchKey(db: Db, id: number, now: Date, from: string | null): Promise<void> {
  await db.query({
    name: 'api_keys.touch',
    text: `update api_keys set used_at = $2, used_from = $3
            where id = (select id from api_keys where id = $1 for update skip locked)`,
    values: [id, now, from],
  })
}

export type ListedKey = RoleColumns & {
  id: number
  name: string
  short: string
  granted: string[]
  networks: string[]
  callsPerMinute: number
  dailyFen: number
  spentFen: number
  makerName: string
  isMakerGone: boolean
  createdAt: Date
  expiresAt: Date | null
  oldUntil: Date | null
  usedAt: Date | null
  usedFrom: string | null
  revokedAt: Date | null
}

export function findKeyRows(
  db: Queryable,
  team: Team,
  asked: { now: Date; timeZone: string; endedAfter: Date },
): Promise<ListedKey[]> {
  return db.query<ListedKey>({
    name: 'api_keys.list',
    text: `select k.id, k.reseller_id, k.name, k.short, k.permissions as granted, k.networks::text[] as networks,
                  k.calls_per_minute, k.daily_fen,
                  case when k.spent_day = ($2::timestamptz at time zone $3)::date then k.spent_fen else 0 end as spent_fen,
                  m.name as maker_name, m.removed_at is not null as is_maker_gone, m.role, r.name as own_role,
                  r.permissions as own_permissions, k.created_at, k.expires_at, k.old_until, k.used_at,
                  host(k.used_from) as used_from, k.revoked_at
             from api_keys k join staff m on m.id = k.made_by
                  left join staff_roles r on r.owner_key = m.owner_key and r.id = m.role_id
            where k.owner_key = coalesce($1::integer, -1)
              and coalesce(k.revoked_at, k.expires_at, 'infinity') > $4
            order by k.id desc limit 500`,
    values: [team, asked.now, asked.timeZone, asked.endedAfter],
  })
}

/** Makes the keys of a team one after another, so that two at once do not pass the limit together. */
export async function lockMaker(db: Tx, team: Team): Promise<void> {
  await db.query({
    name: 'api_keys.lock_maker',
    text: `select id from staff where owner_key = coalesce($1::integer, -1) and removed_at is null order by id limit 1
      for no key update`,
    values: [team],
  })
}

export async function countLiveKeys(db: Tx, team: Team, now: Date): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'api_keys.count',
    text: `select count(*) from api_keys where owner_key = coalesce($1::integer, -1) and revoked_at is null
      and (expires_at is null or expires_at > $2)`,
    values: [team, now],
  })
  return rows[0]!.count
}

export type NewKey = {
  resellerId: Team
  madeBy: number
  name: string
  short: string
  hash: Buffer
  permissions: readonly string[]
  networks: readonly string[]
  callsPerMinute: number
  dailyFen: number
  expiresAt: Date | null
  now: Date
}

export async function insertKey(db: Tx, key: NewKey): Promise<number> {
  const rows = await db.query<{ id: number }>({
    name: 'api_keys.add',
    text: `insert into api_keys (reseller_id, made_by, name, short, secret_hash, permissions, networks, calls_per_minute,
                                 daily_fen, expires_at, created_at)
           values ($1, $2, $3, $4, $5, $6, array(select network(n::inet) from unnest($7::text[]) n), $8, $9, $10, $11)
           returning id`,
    values: [
      key.resellerId,
      key.madeBy,
      key.name,
      key.short,
      key.hash,
      key.permissions,
      key.networks,
      key.callsPerMinute,
      key.dailyFen,
      key.expiresAt,
      key.now,
    ],
  })
  return rows[0]!.id
}

export type LockedKey = {
  id: number
  name: string
  short: string
  permissions: string[]
  isEnded: boolean
  isRevoked: boolean
}

export async function lockKey(db: Tx, team: Team, id: number, now: Date): Promise<LockedKey | null> {
  const rows = await db.query<LockedKey>({
    name: 'api_keys.lock',
    text: `select id, name, short, permissions, revoked_at is not null as is_revoked,
                  revoked_at is not null or coalesce(expires_at <= $3, false) as is_ended
             from api_keys where owner_key = coalesce($1::integer, -1) and id = $2 for update`,
    values: [team, id, now],
  })
  return rows[0] ?? null
}

/** The member who rotates a key answers for it from now on. Without an overlap the old secret ends at once. */
export async function renewSecret(
  db: Tx,
  id: number,
  { hash, oldUntil, madeBy }: { hash: Buffer; oldUntil: Date | null; madeBy: number },
): Promise<void> {
  await db.query({
    name: 'api_keys.rotate',
    text: `update api_keys set secret_hash = $2, old_hash = case when $3::timestamptz is null then null else secret_hash end,
                  old_until = $3, made_by = $4 where id = $1`,
    values: [id, hash, oldUntil, madeBy],
  })
}

export async function revokeKeyRow(db: Tx, id: number, now: Date): Promise<void> {
  await db.query({
    name: 'api_keys.revoke',
    text: 'update api_keys set revoked_at = $2, old_hash = null, old_until = null where id = $1',
    values: [id, now],
  })
}

/** Ends every key of a team; answers how many lived. */
export async function revokeKeysOf(db: Tx, team: Team, now: Date): Promise<number> {
  const rows = await db.query({
    name: 'api_keys.revoke_all',
    text: `update api_keys set revoked_at = $2, old_hash = null, old_until = null
            where owner_key = coalesce($1::integer, -1) and revoked_at is null returning id`,
    values: [team, now],
  })
  return rows.length
}

/** False when the day's limit does not have that much left, or the key has just ended. */
export async function takeFromLimit(
  db: Tx,
  id: number,
  { now, timeZone, amountFen }: { now: Date; timeZone: string; amountFen: number },
): Promise<boolean> {
  const rows = await db.query({
    name: 'api_keys.spend',
    text: `with today as (select ($2::timestamptz at time zone $3)::date as day)
      update api_keys k set spent_day = today.day,
             spent_fen = case when k.spent_day = today.day then k.spent_fen else 0 end + $4::bigint
        from today
       where k.id = $1 and k.revoked_at is null
         and case when k.spent_day = today.day then k.spent_fen else 0 end + $4::bigint <= k.daily_fen
      returning k.id`,
    values: [id, now, timeZone, amountFen],
  })
  return rows.length === 1
}

export async function loadSpending(
  db: Tx,
  id: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<{ limitFen: number; spentFen: number }> {
  const rows = await db.query<{ limitFen: number; spentFen: number }>({
    name: 'api_keys.spending',
    text: `select daily_fen as limit_fen,
                  case when spent_day = ($2::timestamptz at time zone $3)::date then spent_fen else 0 end as spent_fen
             from api_keys where id = $1`,
    values: [id, now, timeZone],
  })
  return rows[0] ?? { limitFen: 0, spentFen: 0 }
}
