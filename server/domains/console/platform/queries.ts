import type { Queryable } from '../../../platform/db/db.ts'
import { ALL_SALES } from '../overview/day-queries.ts'

export type AllSums = { day: string; salesFen: number; toppedUpFen: number; newUsers: number; activeUsers: number }

/** Sums of all resellers together, for days that are over. */
export function findAllSummed(db: Queryable, days: readonly string[]): Promise<AllSums[]> {
  return db.query<AllSums>({
    name: 'office.all_days',
    text: `select day::text as day, sum(${ALL_SALES})::bigint as sales_fen, sum(topped_up_fen)::bigint as topped_up_fen,
        sum(new_users)::bigint as new_users, sum(active_users)::bigint as active_users
      from office_days where day = any ($1::date[]) group by day`,
    values: [days],
  })
}

/** What was paid to resellers and users between two moments. */
export async function sumPaidOut(db: Queryable, from: Date, until: Date): Promise<number> {
  const rows = await db.query<{ fen: number }>({
    name: 'office.paid_out',
    text: `select ((select coalesce(sum(amount_fen), 0) from payouts
          where state = 'paid' and settled_at >= $1 and settled_at < $2)
        + (select coalesce(sum(amount_fen), 0) from withdrawals
          where state = 'paid' and paid_by = 'platform' and settled_at >= $1 and settled_at < $2))::bigint as fen`,
    values: [from, until],
  })
  return rows[0]!.fen
}

export type PlatformWaiting = {
  withdrawals: number
  payouts: number
  agencies: number
  refundWishes: number
  lateMails: number
  alerts: number
}

/** A mail that waits for longer than this is in trouble. */
const LATE = `interval '15 minutes'`

export async function loadPlatformWaiting(db: Queryable, now: Date): Promise<PlatformWaiting> {
  const rows = await db.query<PlatformWaiting>({
    name: 'office.platform_waiting',
    text: `select
        (select count(*) from withdrawals where state = 'pending') as withdrawals,
        (select count(*) from payouts where state = 'open') as payouts,
        (select count(*) from resellers where owner_account_id is not null and not is_whitelisted
          and suspended_at is null) as agencies,
        (select count(*) from refund_wishes where settled_at is null) as refund_wishes,
        (select count(*) from mails where sent_at is null and created_at < $1::timestamptz - ${LATE}
          and created_at > $1::timestamptz - interval '7 days') as late_mails,
        (select count(*) from alerts where resolved_at is null and acknowledged_at is null) as alerts`,
    values: [now],
  })
  return rows[0]!
}

export type PlatformBeginning = {
  hasSold: boolean
  hasMerchant: boolean
  hasPackages: boolean
  hasPrices: boolean
  hasReseller: boolean
  hasOnline: boolean
  isDismissed: boolean
}

/** How far a new platform has come. Only sales of days that are over count. */
export async function loadPlatformBeginning(db: Queryable): Promise<PlatformBeginning> {
  const rows = await db.query<PlatformBeginning>({
    name: 'office.platform_beginning',
    text: `select exists (select from office_days where sales_fen > 0 or keys > 0) as has_sold,
        exists (select from merchants where reseller_id is null and disabled_at is null) as has_merchant,
        exists (select from packages) as has_packages,
        exists (select from price_list_entries) as has_prices,
        exists (select from resellers where id <> 0) as has_reseller,
        exists (select from resellers where id <> 0 and is_whitelisted and suspended_at is null) as has_online,
        exists (select from office_guides where reseller_id = 0 and dismissed_at is not null) as is_dismissed`,
  })
  return rows[0]!
}

export type Growth = { id: number; title: string | null; salesFen: number; beforeFen: number }

/** Resellers whose sales changed most between two spans of days. */
export function findGrowth(
  db: Queryable,
  now: readonly string[],
  before: readonly string[],
  limit: number,
): Promise<Growth[]> {
  return db.query<Growth>({
    name: 'office.growth',
    text: `select r.id, r.title, s.sales_fen, s.before_fen from (
        select reseller_id, coalesce(sum(${ALL_SALES}) filter (where day = any ($1::date[])), 0)::bigint as sales_fen,
          coalesce(sum(${ALL_SALES}) filter (where day = any ($2::date[])), 0)::bigint as before_fen
        from office_days where day = any ($1::date[]) or day = any ($2::date[]) group by reseller_id) s
        join resellers r on r.id = s.reseller_id
      where s.sales_fen <> s.before_fen order by abs(s.sales_fen - s.before_fen) desc, r.id limit $3`,
    values: [now, before, limit],
  })
}

export type Trouble = {
  id: number
  title: string | null
  isSuspended: boolean
  isFull: boolean
  isNear: boolean
  owes: boolean
}

export function findTrouble(db: Queryable, month: string, limit: number): Promise<Trouble[]> {
  return db.query<Trouble>({
    name: 'office.trouble',
    text: `select * from (
        select r.id, r.title, r.suspended_at is not null as is_suspended, coalesce(d.balance_fen < 0, false) as owes,
          coalesce(m.users_count >= m.users_max, false)
            or coalesce(m.month = $1::date and m.traffic_bytes >= m.traffic_max_bytes, false) as is_full,
          coalesce(m.users_count >= m.users_max * 0.8, false)
            or coalesce(m.month = $1::date and m.traffic_bytes >= m.traffic_max_bytes * 0.8, false) as is_near
        from resellers r left join reseller_limits m on m.reseller_id = r.id
          left join ledger_accounts d on d.code = 'receivable:' || r.id) t
      where is_suspended or is_full or is_near or owes
      order by is_full desc, owes desc, is_near desc, is_suspended desc, id limit $2`,
    values: [month, limit],
  })
}

export async function loadLastBooks(db: Queryable): Promise<{ checkedAt: Date; problems: number } | null> {
  const rows = await db.query<{ checkedAt: Date; problems: number }>({
    name: 'office.last_books',
    text: 'select checked_at, problems from book_checks order by checked_at desc limit 1',
  })
  return rows[0] ?? null
}

export async function findResellerIds(db: Queryable): Promise<number[]> {
  const rows = await db.kysely.selectFrom('resellers').select('id').execute()
  return rows.map(({ id }) => id)
}
