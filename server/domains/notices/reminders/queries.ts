import type { ReminderKind } from '../../../../contract/events.ts'
import type { Language } from '../../../../contract/languages.ts'
import type { Owner } from '../../../platform/context.ts'
import type { Db, Queryable, Tx } from '../../../platform/db/db.ts'
import { OFFERS, SELLS } from '../../catalogue/prices/offer-sql.ts'
import { notReminded } from './marks.ts'
import { REMINDED_AT_ONCE } from './remind-all.ts'

export type Reader = { userName: string; language: Language; verifiedEmail: string | null; muted: ReminderKind[] }

export async function loadReader(db: Tx, { resellerId, accountId }: Owner): Promise<Reader | null> {
  const rows = await db.query<Reader>({
    name: 'notices.reminder_reader',
    text: `select a.user_name, a.language, case when a.email_verified_at is not null then a.email end as verified_email,
                  coalesce(m.muted, '{}') as muted
             from accounts a
             left join reminder_settings m on m.reseller_id = a.reseller_id and m.account_id = a.id
            where a.reseller_id = $1 and a.id = $2 and a.deleted_at is null`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** Packages that run: not paused, not blocked, and sold by somebody who may sell. */
const RUNS = `a.paused_at is null and a.deleted_at is null and a.blocked_reason is null and r.suspended_at is null`
const FROM = `from subscriptions s
             join accounts a on a.reseller_id = s.reseller_id and a.id = s.account_id
             join resellers r on r.id = s.reseller_id
             join packages p on p.id = s.package_id`

export type EndingPackage = Owner & {
  packageId: number
  packageName: string
  packageNames: unknown
  expiresAt: Date
  days: number
  /** False for a trial, and for what the reseller no longer sells. */
  isSold: boolean
  /** The reseller's own words for it. */
  body: string | null
  bodies: unknown
  couponId: number | null
  couponCode: string | null
  mark: string
}

const STEP = `case when days >= 6 then 7 when days >= 2 then 3 else days end`
const END_MARK = `(extract(epoch from s.expires_at)::bigint || ':' || ${STEP})`

const IS_SOLD = `exists (select ${OFFERS}
  where o.reseller_id = s.reseller_id and o.package_id = s.package_id and o.period <> 'once' and p.is_listed and ${SELLS})`

/**
 * Seven, three, one and no days before the end, by the business's calendar; a day late if the server was off. Automatic
 * renewal has its own mails.
 */
export function findEnding(db: Db, now: Date, timeZone: string): Promise<EndingPackage[]> {
  return db.query<EndingPackage>({
    name: 'notices.ending_packages',
    text: `select s.reseller_id, s.account_id, p.id as package_id, p.name as package_name, p.names as package_names, s.expires_at, days,
                  ${IS_SOLD} as is_sold, w.body, w.bodies, c.id as coupon_id, c.code as coupon_code, ${END_MARK} as mark
             ${FROM}
             left join reminder_texts w on w.reseller_id = s.reseller_id and w.package_id = s.package_id
             left join coupons c on c.reseller_id = w.reseller_id and c.id = w.coupon_id
             cross join lateral (select (s.expires_at at time zone $2)::date - ($1::timestamptz at time zone $2)::date as days) d
            where ${RUNS} and not s.auto_renew and s.period <> 'once'
              and s.expires_at > $1 and s.expires_at < $1::timestamptz + interval '8 days'
              and days in (0, 1, 2, 3, 6, 7) and ${notReminded('s', 'ends', END_MARK)}
            order by s.expires_at limit ${REMINDED_AT_ONCE}`,
    values: [now, timeZone],
  })
}

export type UsedTraffic = Owner & { percent: number; leftBytes: number; mark: string }

const PERCENT = `case when s.used_bytes >= s.total_bytes then 100 when s.used_bytes >= s.total_bytes * 0.95 then 95 else 80 end`
/** A new month and a new pack start the count again; a renewal does not. */
const TRAFFIC_MARK = `(coalesce(extract(epoch from s.next_reset_at), extract(epoch from s.expires_at), 0)::bigint || ':' || s.pack_bytes || ':' || ${PERCENT})`

export function findUsedTraffic(db: Db, now: Date): Promise<UsedTraffic[]> {
  return db.query<UsedTraffic>({
    name: 'notices.used_traffic',
    text: `select s.reseller_id, s.account_id, ${PERCENT} as percent, greatest(0, s.total_bytes - s.used_bytes) as left_bytes,
                  ${TRAFFIC_MARK} as mark
             ${FROM}
            where ${RUNS} and s.total_bytes > 0 and s.used_bytes >= s.total_bytes * 0.8
              and (s.period = 'once' or s.expires_at > $1) and ${notReminded('s', 'traffic', TRAFFIC_MARK)}
            order by s.reseller_id, s.account_id limit ${REMINDED_AT_ONCE}`,
    values: [now],
  })
}

export async function loadMuted(db: Queryable, { resellerId, accountId }: Owner): Promise<ReminderKind[]> {
  const rows = await db.query<{ muted: ReminderKind[] }>({
    name: 'notices.muted',
    text: 'select muted from reminder_settings where reseller_id = $1 and account_id = $2',
    values: [resellerId, accountId],
  })
  return rows[0]?.muted ?? []
}

export async function saveMuted(db: Queryable, { resellerId, accountId }: Owner, muted: ReminderKind[]): Promise<void> {
  await db.query({
    name: 'notices.save_muted',
    text: `insert into reminder_settings (reseller_id, account_id, muted) values ($1, $2, $3)
           on conflict (reseller_id, account_id) do update set muted = excluded.muted`,
    values: [resellerId, accountId, muted],
  })
}
