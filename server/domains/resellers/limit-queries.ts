import type { Queryable, Tx } from '../../platform/db/db.ts'
import { type LimitWish, type Use, type LimitRow, LIMITS } from './limit-row.ts'

export type LimitKind = 'users' | 'traffic'

export type LimitPercent = 80 | 100

const ROW = `select ${LIMITS}, l.month::text as month from reseller_limits l`

export async function loadLimitRow(db: Queryable, resellerId: number): Promise<LimitRow | null> {
  const text = `${ROW} where l.reseller_id = $1`
  const rows = await db.query<LimitRow>({ name: 'resellers.limits', text, values: [resellerId] })
  return rows[0] ?? null
}

export async function lockLimitRow(db: Tx, resellerId: number): Promise<LimitRow | null> {
  const text = `${ROW} where l.reseller_id = $1 for update`
  const rows = await db.query<LimitRow>({ name: 'resellers.lock_limits', text, values: [resellerId] })
  return rows[0] ?? null
}

/** Resellers that have a limit. */
export async function findLimited(db: Queryable): Promise<number[]> {
  const rows = await db.kysely.selectFrom('resellerLimits').select('resellerId').orderBy('resellerId').execute()
  return rows.map(({ resellerId }) => resellerId)
}

export async function saveLimitRow(
  db: Tx,
  resellerId: number,
  { usersMax, trafficMaxBytes, atLimit }: LimitWish,
  { month, now }: { month: string; now: Date },
): Promise<void> {
  await db.query({
    name: 'resellers.set_limits',
    text: `insert into reseller_limits (reseller_id, users_max, traffic_max_bytes, at_limit, month, checked_at)
      values ($1, $2, $3, $4, $5, $6)
      on conflict (reseller_id) do update set users_max = $2, traffic_max_bytes = $3, at_limit = $4`,
    values: [resellerId, usersMax, trafficMaxBytes, atLimit, month, now],
  })
}

export async function deleteLimitRow(db: Tx, resellerId: number): Promise<void> {
  await db.kysely.deleteFrom('resellerLimits').where('resellerId', '=', resellerId).execute()
}

export async function updateUse(
  db: Tx,
  resellerId: number,
  { usersCount, trafficBytes, month, checkedAt }: Use & { month: string; checkedAt: Date },
): Promise<void> {
  await db.query({
    name: 'resellers.save_use',
    text: `update reseller_limits set users_count = $2, traffic_bytes = $3, month = $4, checked_at = $5
      where reseller_id = $1`,
    values: [resellerId, usersCount, trafficBytes, month, checkedAt],
  })
}

type Telling = { month: string; kind: LimitKind; percent: LimitPercent; now: Date }

/** False when this was already told in that month. */
export async function insertTelling(
  db: Tx,
  resellerId: number,
  { month, kind, percent, now }: Telling,
): Promise<boolean> {
  const rows = await db.query({
    name: 'resellers.tell_limit',
    text: `insert into reseller_limit_tellings (reseller_id, month, kind, percent, told_at)
      values ($1, $2, $3, $4, $5) on conflict do nothing returning percent`,
    values: [resellerId, month, kind, percent, now],
  })
  return rows.length === 1
}
