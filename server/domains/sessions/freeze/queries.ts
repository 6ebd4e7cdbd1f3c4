import type { Language } from '../../../../contract/languages.ts'
import type { Db, Tx } from '../../../platform/db.ts'
import type { Period } from '../../packages/periods.ts'

export type Owner = { resellerId: number; accountId: number }

export type Freeze = {
  pausedAt: Date | null
  packageId: number | null
  period: Period | null
  expiresAt: Date | null
  bankedSeconds: number
  verifiedEmail: string | null
  language: Language
}

export async function loadFreeze(db: Db | Tx, { resellerId, accountId }: Owner): Promise<Freeze | null> {
  const rows = await db.query<Freeze>({
    name: 'freeze.load',
    text: `select a.paused_at, a.language, s.package_id, s.period, s.expires_at, coalesce(s.banked_seconds, 0) as banked_seconds,
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

/** False when it is paused already: of two calls at once only one pauses. */
export async function markPaused(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'freeze.pause',
    text: `update accounts set paused_at = $3 where reseller_id = $1 and id = $2 and paused_at is null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}

type Banked = { bankedSeconds: number; expiresAt: Date }

/** Null when there is no time left to put aside. A started second counts for the user. `expiresAt` is the end it had. */
export async function bankTime(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<Banked | null> {
  const rows = await db.query<Banked>({
    name: 'freeze.bank',
    text: `with old as (
             select expires_at from subscriptions
              where reseller_id = $1 and account_id = $2 and expires_at > $3 for update
           )
           update subscriptions s
              set banked_seconds = s.banked_seconds + ceil(extract(epoch from old.expires_at - $3::timestamptz)),
                  expires_at = null
             from old where s.reseller_id = $1 and s.account_id = $2 returning s.banked_seconds, old.expires_at`,
    values: [resellerId, accountId, now],
  })
  return rows[0] ?? null
}

type NewPause = {
  startedAt: Date
  /** The end it had; null for a one-time plan. */ expiresAt: Date | null
  isBlock?: boolean
}

/** One by an operator's block does not count among the user's own. */
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

/** False when it is not paused, or since a later moment than `pausedBefore`. */
export async function markResumed(db: Tx, { resellerId, accountId }: Owner, pausedBefore: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'freeze.resume',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at <= $3 returning id`,
    values: [resellerId, accountId, pausedBefore],
  })
  return rows.length === 1
}

/** False when it is not paused, or no later than `pausedAfter`. */
export async function markUndone(db: Tx, { resellerId, accountId }: Owner, pausedAfter: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'freeze.undo',
    text: `update accounts set paused_at = null where reseller_id = $1 and id = $2 and paused_at > $3 returning id`,
    values: [resellerId, accountId, pausedAfter],
  })
  return rows.length === 1
}

/** The end it had, to the millisecond, moved by what was bought or taken back meanwhile. The reset never moved. */
export async function restoreEnd(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'freeze.restore_end',
    text: `with undone as (
             update pauses set ended_at = $3, is_undone = true
              where reseller_id = $1 and account_id = $2 and ended_at is null
              returning started_at, coalesce(expires_at, started_at) as had_end
           )
           update subscriptions s
              set expires_at = u.had_end
                    + (s.banked_seconds - ceil(extract(epoch from u.had_end - u.started_at))) * interval '1 second',
                  banked_seconds = 0
             from undone u where s.reseller_id = $1 and s.account_id = $2 and s.banked_seconds > 0`,
    values: [resellerId, accountId, now],
  })
}

/** The month's traffic waited as long as the time did: a pause must not bring a reset nearer. */
export async function spendBank(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'freeze.spend_bank',
    text: `update subscriptions
              set expires_at = $3::timestamptz + banked_seconds * interval '1 second', banked_seconds = 0,
                  next_reset_at = next_reset_at + ($3::timestamptz - coalesce((
                    select started_at from pauses where reseller_id = $1 and account_id = $2 and ended_at is null
                  ), $3::timestamptz))
            where reseller_id = $1 and account_id = $2 and banked_seconds > 0`,
    values: [resellerId, accountId, now],
  })
}

export async function endPause(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<void> {
  await db.query({
    name: 'freeze.end_pause',
    text: `update pauses set ended_at = $3 where reseller_id = $1 and account_id = $2 and ended_at is null`,
    values: [resellerId, accountId, now],
  })
}

export type DuePause = Owner & { verifiedEmail: string | null; language: Language }

export function findPausedBefore(db: Db, before: Date): Promise<DuePause[]> {
  return db.query<DuePause>({
    name: 'freeze.due',
    text: `select reseller_id, id as account_id, language, case when email_verified_at is not null then email end as verified_email
             from accounts where paused_at <= $1 and blocked_at is null order by paused_at limit 500`,
    values: [before],
  })
}

export async function markLocked(db: Tx, { resellerId, accountId }: Owner, now: Date): Promise<boolean> {
  const rows = await db.query({
    name: 'freeze.lock',
    text: `update accounts set locked_at = $3
            where reseller_id = $1 and id = $2 and locked_at is null and email_verified_at is not null returning id`,
    values: [resellerId, accountId, now],
  })
  return rows.length === 1
}
