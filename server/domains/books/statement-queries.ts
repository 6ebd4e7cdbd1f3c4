import type { Queryable, Tx } from '../../platform/db/db.ts'
import type { LedgerKind } from '../ledger/ledger-kinds.ts'

/** The first day of this month and of the next, as `2026-11-01`, and when these days begin. */
export type Month = { first: string; next: string; from: Date; until: Date }
/** Sums by kind of account and transaction, before and in the month. `sales` breaks the sales down. */
export type Moved = { kind: LedgerKind | 'sales'; entry: string; beforeFen: number; inMonthFen: number }

const OWN_KINDS = ['reseller', 'receivable', 'cards', 'payout_hold', 'bulk_hold', 'liability']
const KINDS = `(${OWN_KINDS.map((kind) => `'${kind}'`).join(', ')})`
/** One reseller's accounts, found once by their names. */
const OWN_ACCOUNTS = `array(select id from ledger_accounts where code in (${OWN_KINDS.map((kind) => `'${kind}:' || $1::integer`).join(', ')}))`
/** What was sold by hand brought no price: its user paid outside. */
const SOLD = `cross join lateral (
  values ('count', 1::bigint), ('price', case when o.paid_by = 'reseller' then 0 else o.total_fen end), ('wholesale', o.wholesale_fen), ('commission', o.commission_fen)
) sold (entry, fen)`
const CLOSED_UNTIL = `coalesce((select until from ledger_closed_days order by day desc limit 1), '-infinity')`

/**
 * Reads closed days from their sums and other days from the ledger, so a year is as quick as a week. `offset 0` stops
 * the planner from starting with the accounts: it would read their whole history, 900,000 rows for one day.
 */
export const MOVED = `select kind, entry, coalesce(sum(fen) filter (where is_before), 0)::bigint as before_fen,
        coalesce(sum(fen) filter (where not is_before), 0)::bigint as in_month_fen
      from (
        select kind, entry, amount_fen as fen, day < $2::date as is_before from ledger_days
          where reseller_id = $1 and day < $3::date
        union all
        select l.kind, t.kind, p.amount_fen, t.created_at < $4 from ledger_transactions t
          cross join lateral (
            select ledger_account_id, amount_fen from ledger_postings
              where transaction_id = t.id and ledger_account_id = any (${OWN_ACCOUNTS}) offset 0
          ) p
          join ledger_accounts l on l.id = p.ledger_account_id
          where t.reseller_id = $1 and t.created_at >= ${CLOSED_UNTIL} and t.created_at < $5
        union all
        select 'sales', sold.entry, sold.fen, o.settled_at < $4 from orders o ${SOLD}
          where o.reseller_id = $1 and o.settled_at >= ${CLOSED_UNTIL} and o.settled_at < $5
      ) moved group by kind, entry order by kind, entry`

export function findMoved(db: Queryable, resellerId: number, month: Month): Promise<Moved[]> {
  const values = [resellerId, month.first, month.next, month.from, month.until]
  return db.query<Moved>({ name: 'ledger.statement', text: MOVED, values })
}

/** Loads the next day to close if it ended an hour ago, else null. Starts with the day of the first transaction. */
export async function loadNextDay(db: Queryable, now: Date, timeZone: string): Promise<string | null> {
  const rows = await db.query<{ day: string | null }>({
    name: 'ledger.next_day',
    text: `select next.day::text from (select coalesce((select max(day) + 1 from ledger_closed_days),
        (select (min(created_at) at time zone $2)::date from ledger_transactions)) as day) next
      where ((next.day + 1)::timestamp at time zone $2) + interval '1 hour' <= $1`,
    values: [now, timeZone],
  })
  return rows[0]?.day ?? null
}

/** Returns false when another process closes the day. */
export async function claimDay(db: Tx, day: string, now: Date, timeZone: string): Promise<boolean> {
  const rows = await db.query({
    name: 'ledger.claim_day',
    text: `insert into ledger_closed_days (day, until, closed_at)
      values ($1, ($1::date + 1)::timestamp at time zone $3, $2) on conflict do nothing returning 1 as done`,
    values: [day, now, timeZone],
  })
  return rows.length === 1
}

export async function insertDay(db: Tx, day: string, timeZone: string): Promise<void> {
  await db.query({
    name: 'ledger.insert_day',
    text: `with span as (
        select $1::date::timestamp at time zone $2 as from_at, ($1::date + 1)::timestamp at time zone $2 as until_at
      ),
      moved as (select t.* from ledger_transactions t, span where t.created_at >= span.from_at and t.created_at < span.until_at)
      insert into ledger_days (reseller_id, day, kind, entry, amount_fen)
      select l.reseller_id, $1::date, l.kind, t.kind, sum(p.amount_fen) from moved t
        join ledger_postings p on p.transaction_id = t.id
        join ledger_accounts l on l.id = p.ledger_account_id and l.kind in ${KINDS}
        group by l.reseller_id, l.kind, t.kind
      union all
      select t.reseller_id, $1::date, 'sales', sold.entry, sum(sold.fen) from moved t
        join orders o on o.reseller_id = t.reseller_id and o.id = split_part(t.key, ':', 2)::uuid ${SOLD}
        where t.kind = 'sale' group by t.reseller_id, sold.entry`,
    values: [day, timeZone],
  })
}

export async function loadStored(db: Queryable, resellerId: number, first: string): Promise<object | null> {
  const rows = await db.query<{ body: object }>({
    name: 'ledger.stored_statement',
    text: `select body from statements where reseller_id = $1 and month = $2`,
    values: [resellerId, first],
  })
  return rows[0]?.body ?? null
}

/** Finds fully closed months without a stored statement, by reseller, oldest first. */
export function findUnstored(db: Queryable, limit: number): Promise<{ resellerId: number; month: string }[]> {
  return db.query({
    name: 'ledger.unstored',
    text: `select r.reseller_id, m.month::date::text as month
      from (select reseller_id, date_trunc('month', min(day)::timestamp) as first from ledger_days group by reseller_id) r
        cross join lateral generate_series(r.first, (select max(day)::timestamp from ledger_closed_days), interval '1 month') m (month)
      where m.month + interval '1 month' <= (select max(day) + 1 from ledger_closed_days)
        and not exists (select from statements s where s.reseller_id = r.reseller_id and s.month = m.month::date)
      order by m.month, r.reseller_id limit $1`,
    values: [limit],
  })
}

/** Keeps an already stored statement. */
export async function insertStatement(
  db: Queryable,
  name: { resellerId: number; month: string },
  body: object,
  now: Date,
): Promise<void> {
  await db.query({
    name: 'ledger.store_statement',
    text: `insert into statements (reseller_id, month, body, stored_at) values ($1, $2, $3, $4) on conflict do nothing`,
    values: [name.resellerId, name.month, JSON.stringify(body), now],
  })
}
