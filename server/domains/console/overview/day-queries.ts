import type { Queryable } from '../../../platform/db/db.ts'

export type DaySums = {
  orders: number
  salesFen: number
  marginFen: number
  refundedFen: number
  toppedUpFen: number
  tradedFen: number
  newUsers: number
  activeUsers: number
}
export type DayRow = DaySums & { resellerId: number; day: string }
/** A business day, and when it begins and ends. */
export type DaySpan = { day: string; from: Date; until: Date }

const SUMS = `orders, sales_fen, margin_fen, refunded_fen, topped_up_fen, traded_fen, new_users, active_users`

/**
 * From this many users on, today's active users come from the rank of some minutes ago: counting a million takes a
 * second.
 */
const RANKED_FROM = 10_000

/**
 * The figures of some days from the rows themselves, for some resellers. Each figure follows an index on the reseller
 * and then the time. A payment is paid within a day of its beginning, or it counts as late. What trade did to the
 * balance is summed only for days that are over at `$5`, transaction by transaction: joined to the account at once, the
 * planner would read all that the account ever had.
 */
const DAY_FIGURES = `
  select r.id as reseller_id, d.day, sold.orders, sold.sales_fen, sold.margin_fen - back.margin_fen as margin_fen,
    back.refunded_fen, paid.topped_up_fen, traded.traded_fen, came.new_users, used.active_users
  from r
    cross join unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) d (day, from_at, until_at)
    cross join lateral (
      select count(*) as orders, coalesce(sum(o.total_fen), 0)::bigint as sales_fen,
        coalesce(sum(o.total_fen - o.wholesale_fen - o.commission_fen), 0)::bigint as margin_fen
      from orders o where o.reseller_id = r.id and o.settled_at >= d.from_at and o.settled_at < d.until_at
        and o.action <> 'agency'
    ) sold
    cross join lateral (
      select coalesce(sum(refund.fen), 0)::bigint as refunded_fen,
        coalesce(sum(refund.fen + coalesce(shares.fen, 0)), 0)::bigint as margin_fen
      from ledger_transactions t
        cross join lateral (select (t.memo ->> 'refundFen')::bigint as fen) refund
        cross join lateral (
          select sum(p.amount_fen) as fen from ledger_postings p join ledger_accounts l on l.id = p.ledger_account_id
          where p.transaction_id = t.id and l.kind in ('platform', 'commission', 'commission_pending')
        ) shares
      where t.reseller_id = r.id and t.created_at >= d.from_at and t.created_at < d.until_at
        and t.kind = 'refund' and refund.fen is not null
    ) back
    cross join lateral (
      select coalesce(sum(y.amount_fen), 0)::bigint as topped_up_fen from payments y
      where y.reseller_id = r.id and y.purpose = 'user' and y.created_at >= d.from_at - interval '1 day'
        and y.created_at < d.until_at and y.paid_at >= d.from_at and y.paid_at < d.until_at
    ) paid
    cross join lateral (
      select coalesce(sum(own.fen), 0)::bigint as traded_fen
      from ledger_transactions t
        cross join lateral (
          select sum(p.amount_fen) as fen from ledger_postings p join ledger_accounts l on l.id = p.ledger_account_id
          where p.transaction_id = t.id and l.kind in ('reseller', 'receivable')
        ) own
      where d.until_at <= $5 and t.reseller_id = r.id and t.created_at >= d.from_at and t.created_at < d.until_at
        and t.kind in ('sale', 'refund', 'card_batch', 'card_void', 'gift', 'bulk_hold', 'bulk_release')
    ) traded
    cross join lateral (
      select count(*) as new_users from accounts a
      where a.reseller_id = r.id and a.created_at >= d.from_at and a.created_at < d.until_at and a.deleted_at is null
    ) came
    cross join lateral (
      select coalesce(
        (select k.users from traffic_ranks k where d.until_at > $5 and k.reseller_id = r.id and k.range = 'today'
          and k.first_day = d.day and k.users > ${RANKED_FROM}),
        (select count(*) from traffic_days u where u.reseller_id = r.id and u.day = d.day)) as active_users
    ) used`

export function findLiveDays(
  db: Queryable,
  resellerIds: readonly number[],
  days: readonly DaySpan[],
  now: Date,
): Promise<DayRow[]> {
  return db.query<DayRow>({
    name: 'office.live_days',
    text: `with r as (select unnest($1::integer[]) as id)
      select reseller_id, day::text as day, ${SUMS} from (${DAY_FIGURES}) live`,
    values: [resellerIds, ...columnsOf(days), now],
  })
}

/** The last summed day; before the first run, the day before the first reseller was created. */
export async function loadLastSummed(db: Queryable, timeZone: string): Promise<string | null> {
  const rows = await db.query<{ day: string | null }>({
    name: 'office.last_summed',
    text: `select coalesce((select last_day from office_summed),
      (select min(created_at at time zone $1)::date - 1 from resellers))::text as day`,
    values: [timeZone],
  })
  return rows[0]!.day
}

/** Saves one whole day of all resellers. Saving it again gives the same result. */
export async function saveDay(db: Queryable, span: DaySpan): Promise<void> {
  await db.query({
    name: 'office.save_day',
    text: `with r as (select id from resellers where created_at < $1)
      insert into office_days (reseller_id, day, ${SUMS})
      select reseller_id, day, ${SUMS} from (${DAY_FIGURES}) summed
      where orders + new_users + active_users + topped_up_fen + refunded_fen > 0 or traded_fen <> 0
      on conflict (reseller_id, day) do update set (${SUMS}) = row (excluded.orders, excluded.sales_fen,
        excluded.margin_fen, excluded.refunded_fen, excluded.topped_up_fen, excluded.traded_fen, excluded.new_users,
        excluded.active_users)`,
    values: [span.until, ...columnsOf([span]), span.until],
  })
  await db.query({
    name: 'office.mark_day',
    text: `insert into office_summed (last_day) values ($1) on conflict (id) do update set last_day = $1`,
    values: [span.day],
  })
}

/** The sums of these days, as far as they are summed and had any activity. */
export function findSummedDays(db: Queryable, resellerId: number, days: readonly string[]): Promise<DayRow[]> {
  return db.query<DayRow>({
    name: 'office.summed_days',
    text: `select reseller_id, day::text as day, ${SUMS} from office_days
      where reseller_id = $1 and day = any ($2::date[])`,
    values: [resellerId, days],
  })
}

const columnsOf = (days: readonly DaySpan[]) => [
  days.map(({ day }) => day),
  days.map(({ from }) => from),
  days.map(({ until }) => until),
]
