import type { Owner } from '../../../platform/context.ts'
import type { Db, Tx } from '../../../platform/db/db.ts'
import type { Period } from '../../catalogue/period.ts'

export type Freeze = {
  pausedAt: Date | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  bankedSeconds: number
  verifiedEmail: string | null
}

export async function loadFreeze(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Freeze | null> {
  const rows = await db.query<Freeze>({
    name: 'freeze.load',
    text: `select a.paused_at, s.package_id, s.period, s.expires_at, coalesce(s.banked_seconds, 0) as banked_seconds,
                  case when a.email_verified_at is not null then a.email end as verified_email
             from accounts a left join subscriptions s on s.reseller_id = a.reseller_id and s.account_id = a.id
            where a.reseller_id = $1 and a.id = $2`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

export async function findPausesSince(db: Db | Tx, owner: Owner, since: Date): Promise<Date[]> {
  const rows = await db.query<{ startedAt: Date }>({
    name: 'freeze.recent',
    text: `select started_at from pauses where reseller_id = $1 and account_id = $2 and started_at > $3 and not is_undone and not is_block order by started_at desc`,
    values: [owner.resellerId, owner.accountId, since],
  })
  return rows.map((row) => row.startedAt)
}

type NewPause = {
  startedAt: Date
  /** When the service would have ended; null for a one-time plan. */ expiresAt: Date | null
  isBlock?: boolean
}

/** A pause from an operator's block does not count among the user's own. */
export async function insertPause(db: Tx, owner: Owner, pause: NewPause): Promise<void> {
  await db.kysely
    .insertInto('pauses')
    .values({ ...owner, ...pause })
    .execute()
}

export async function loadOpenPause(db: Tx, { resellerId, accountId }: Owner): Promise<{ isBlock: boolean } | null> {
  const rows = await db.query<{ isBlock: boolean }>({
    name: 'freeze.open_pause',
    text: `select is_block from pauses where reseller_id = $1 and account_id = $2 and ended_at is null`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** Returns when the pause began; null without an open pause. */
export async function endPause(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<Date | null> {
  const rows = await db.query<{ startedAt: Date }>({
    name: 'freeze.end_pause',
    text: `update pauses set ended_at = $3 where reseller_id = $1 and account_id = $2 and ended_at is null returning started_at`,
    values: [resellerId, accountId, now],
  })
  return rows[0]?.startedAt ?? null
}

/** An undone pause counts for no limit. `hadEnd`: when the service would have ended at the pause's beginning. */
export async function undoOpenPause(
  db: Tx,
  { resellerId, accountId }: Owner,
  now: Date,
): Promise<{ startedAt: Date; hadEnd: Date } | null> {
  const rows = await db.query<{ startedAt: Date; hadEnd: Date }>({
    name: 'freeze.undo_pause',
    text: `update pauses set ended_at = $3, is_undone = true
            where reseller_id = $1 and account_id = $2 and ended_at is null
        returning started_at, coalesce(expires_at, started_at) as had_end`,
    values: [resellerId, accountId, now],
  })
  return rows[0] ?? null
}

export function findPausedBefore(db: Db, before: Date): Promise<Owner[]> {
  return db.query<Owner>({
    name: 'freeze.due',
    text: `select reseller_id, id as account_id from accounts
            where paused_at <= $1 and blocked_at is null order by paused_at limit 500`,
    values: [before],
  })
}
