import type { Queryable, Tx } from '../../../platform/db/db.ts'
import type { DaySpan } from '../../../platform/text/business-day.ts'
import { IS_SALE, SOLD_MARGIN } from '../../orders/margin-sql.ts'
import { recallActive, rememberActive } from './active-today.ts'

export type DaySums = {
  orders: number
  salesFen: number
  marginFen: number
  refundedFen: number
  toppedUpFen: number
  tradedFen: number
  newUsers: number
  activeUsers: number
  /** Keys redeemed: how many, at own prices, at cost; and the face value of those that gave balance. */
  keys: number
  keySalesFen: number
  keyCostFen: number
  keyFaceFen: number
}
export type DayRow = DaySums & { resellerId: number; day: string }

const KEY_SUMS = `keys, key_sales_fen, key_cost_fen, key_face_fen`
const SUMS = `orders, sales_fen, margin_fen, refunded_fen, topped_up_fen, traded_fen, new_users, active_users, ${KEY_SUMS}`

/**
 * What the keys redeemed by some rows of `c` and `b` brought. A key without an own price counts at its cost, so it is
 * neither profit nor loss. The face value of a balance key is a sale of the shop once it is spent.
 */
const KEY_FIGURES = `count(*) as keys, coalesce(sum(coalesce(b.price_fen, b.cost_fen)), 0)::bigint as key_sales_fen,
  coalesce(sum(b.cost_fen), 0)::bigint as key_cost_fen, coalesce(sum(b.amount_fen), 0)::bigint as key_face_fen`

/** All that was sold, by the shop and by keys, from columns of `office_days`. */
export const ALL_SALES = `(sales_fen + key_sales_fen - key_face_fen)`
export const ALL_MARGIN = `(margin_fen + key_sales_fen - key_cost_fen)`
export const allSales = ({
  salesFen,
  keySalesFen,
  keyFaceFen,
}: Pick<DaySums, 'salesFen' | 'keySalesFen' | 'keyFaceFen'>) => salesFen + keySalesFen - keyFaceFen
export const allMargin = ({
  marginFen,
  keySalesFen,
  keyCostFen,
}: Pick<DaySums, 'marginFen' | 'keySalesFen' | 'keyCostFen'>) => marginFen + keySalesFen - keyCostFen

/**
 * The figures of some days from the rows themselves, for some resellers. Each figure follows an index on the reseller
 * and then the time. The margin is that of the sales as they were made. What trade did to the balance is summed only for days that are over at `$5`, transaction by transaction: joined to the account at once, the
 * planner would read all that the account ever had.
 */
const DAY_FIGURES = `
  select r.id as reseller_id, d.day, sold.orders, sold.sales_fen, sold.margin_fen,
    back.refunded_fen, paid.topped_up_fen, traded.traded_fen, came.new_users, used.active_users,
    redeemed.keys, redeemed.key_sales_fen, redeemed.key_cost_fen, redeemed.key_face_fen
  from r
    cross join unnest($2::date[], $3::timestamptz[], $4::timestamptz[]) d (day, from_at, until_at)
    cross join lateral (
      select count(*) as orders, coalesce(sum(one.fen), 0)::bigint as sales_fen,
        coalesce(sum(one.fen - one.cost_fen), 0)::bigint as margin_fen
      from (
        select o.total_fen as fen, o.wholesale_fen + o.commission_fen as cost_fen from orders o
        where o.reseller_id = r.id and o.settled_at >= d.from_at and o.settled_at < d.until_at and ${IS_SALE}
        -- A user's gift link is sold when somebody uses it.
        union all
        select g.price_fen, g.wholesale_fen from gift_links g
        where g.reseller_id = r.id and g.ended_at >= d.from_at and g.ended_at < d.until_at and g.state = 'used'
          and g.giver_id is not null
      ) one
    ) sold
    cross join lateral (
      select coalesce(sum(refund.fen), 0)::bigint as refunded_fen
      from ledger_transactions t
        cross join lateral (select (t.memo ->> 'refundFen')::bigint as fen) refund
      where t.reseller_id = r.id and t.created_at >= d.from_at and t.created_at < d.until_at
        and t.kind = 'refund' and refund.fen is not null
    ) back
    cross join lateral (
      select coalesce(sum(y.amount_fen), 0)::bigint as topped_up_fen from payments y
      where y.reseller_id = r.id and y.purpose = 'user' and y.paid_at >= d.from_at and y.paid_at < d.until_at
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
      select case when r.counted_day = d.day then r.counted_users
        else (select count(*) from traffic_days u where u.reseller_id = r.id and u.day = d.day) end as active_users
    ) used
    cross join lateral (
      select ${KEY_FIGURES}
      from ledger_transactions t join cards c on c.reseller_id = t.reseller_id and c.id = (t.memo ->> 'cardId')::bigint
        join card_batches b on b.id = c.batch_id
      where t.reseller_id = r.id and t.kind = 'card_redeem' and t.created_at >= d.from_at and t.created_at < d.until_at
    ) redeemed`

export async function findLiveDays(
  db: Queryable,
  resellerIds: readonly number[],
  days: readonly DaySpan[],
  now: Date,
): Promise<DayRow[]> {
  const counted = recallActive(resellerIds, now)
  const rows = await db.query<DayRow>({
    name: 'office.live_days',
    text: `with r as (select * from unnest($1::integer[], $6::date[], $7::bigint[]) k (id, counted_day, counted_users))
      select reseller_id, day::text as day, ${SUMS} from (${DAY_FIGURES}) live`,
    values: [
      resellerIds,
      ...columnsOf(days),
      now,
      resellerIds.map((id) => counted.get(id)?.day ?? null),
      resellerIds.map((id) => counted.get(id)?.activeUsers ?? null),
    ],
  })
  const today = days.find(({ until }) => until > now)?.day
  for (const row of rows) if (row.day === today && !counted.has(row.resellerId)) rememberActive(row, now)
  return rows
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

/** Makes the day's sums and a change of a key's price wait for each other: else a day keeps the old price. */
async function lockDays(db: Queryable): Promise<void> {
  await db.query({ name: 'office.lock_days', text: `select pg_advisory_xact_lock(hashtext('office.days'))` })
}

/** Saves one whole day of all resellers. Saving it again gives the same result. */
export async function saveDay(db: Queryable, span: DaySpan): Promise<void> {
  await lockDays(db)
  await db.query({
    name: 'office.save_day',
    text: `with r as (select id, null::date as counted_day, null::bigint as counted_users from resellers where created_at < $1)
      insert into office_days (reseller_id, day, ${SUMS})
      select reseller_id, day, ${SUMS} from (${DAY_FIGURES}) summed
      where orders + new_users + active_users + topped_up_fen + refunded_fen + keys > 0 or traded_fen <> 0
      on conflict (reseller_id, day) do update set (${SUMS}) = row (excluded.orders, excluded.sales_fen,
        excluded.margin_fen, excluded.refunded_fen, excluded.topped_up_fen, excluded.traded_fen, excluded.new_users,
        excluded.active_users, excluded.keys, excluded.key_sales_fen, excluded.key_cost_fen, excluded.key_face_fen)`,
    values: [span.until, ...columnsOf([span]), span.until],
  })
  await db.query({
    name: 'office.mark_day',
    text: `insert into office_summed (last_day, has_keys, has_gross) values ($1, true, true) on conflict (id) do update set last_day = $1`,
    values: [span.day],
  })
}

/**
 * Sums the redeemed keys of the days that are over again: of one reseller, whose price of a batch changed, or (null) of
 * all.
 */
export async function sumKeysAgain(db: Tx, timeZone: string, resellerId: number | null): Promise<void> {
  await lockDays(db)
  await db.query({
    name: 'office.sum_keys',
    text: `insert into office_days (reseller_id, day, ${SUMS})
      select reseller_id, day, 0, 0, 0, 0, 0, 0, 0, 0, ${KEY_SUMS} from (
        select c.reseller_id, (c.redeemed_at at time zone $1)::date as day, ${KEY_FIGURES}
        from cards c join card_batches b on b.id = c.batch_id
        where c.redeemed_by is not null and ($2::integer is null or c.reseller_id = $2)
        group by 1, 2) k
      where day <= (select last_day from office_summed)
      on conflict (reseller_id, day) do update set (${KEY_SUMS}) = row (excluded.keys, excluded.key_sales_fen,
        excluded.key_cost_fen, excluded.key_face_fen)`,
    values: [timeZone, resellerId],
  })
}

/** Sums margins and top-ups of the days that are over again: an earlier release took refunds off the day they came. */
export async function sumMarginsAgain(db: Tx, timeZone: string): Promise<void> {
  await lockDays(db)
  await db.query({
    name: 'office.sum_margins',
    text: `with sold as (
        select reseller_id, day, sum(fen) as fen from (
          select o.reseller_id, (o.settled_at at time zone $1)::date as day, ${SOLD_MARGIN} as fen from orders o where ${IS_SALE}
          union all
          select g.reseller_id, (g.ended_at at time zone $1)::date, g.price_fen - g.wholesale_fen from gift_links g
            where g.state = 'used' and g.giver_id is not null) one group by 1, 2),
      paid as (
        select y.reseller_id, (y.paid_at at time zone $1)::date as day, sum(y.amount_fen) as fen from payments y
          where y.purpose = 'user' and y.paid_at is not null group by 1, 2)
      update office_days d set margin_fen = coalesce(sold.fen, d.margin_fen), topped_up_fen = coalesce(paid.fen, d.topped_up_fen)
      from office_days o left join sold using (reseller_id, day) left join paid using (reseller_id, day)
      where d.reseller_id = o.reseller_id and d.day = o.day`,
    values: [timeZone],
  })
}

/** Returns true once, for the first run of a release that sums the margin of sales as they were made. */
export async function claimMarginSums(db: Tx): Promise<boolean> {
  const rows = await db.query({
    name: 'office.claim_margins',
    text: `update office_summed set has_gross = true where not has_gross returning 1 as done`,
  })
  return rows.length === 1
}

/** Returns true once, for the first run of a release that sums keys. */
export async function claimKeySums(db: Tx): Promise<boolean> {
  const rows = await db.query({
    name: 'office.claim_keys',
    text: `update office_summed set has_keys = true where not has_keys returning 1 as done`,
  })
  return rows.length === 1
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
