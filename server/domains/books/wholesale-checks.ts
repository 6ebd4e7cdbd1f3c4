import type { Owner } from '../../platform/context.ts'
import type { Queryable } from '../../platform/db/db.ts'
import type { BookCheck } from './book-check.ts'

/** Periods and their months; a one-time plan (0) is counted by its bytes. */
const PERIODS = `(values ('month', 1), ('quarter', 3), ('half', 6), ('year', 12), ('once', 0)) as m (period, months)`
const LONGEST_MONTH_S = 31 * 86_400
/** The amount that a price buys: seconds of the longest months, or bytes. */
const UNITS = `case when m.period = 'once' then k.traffic_bytes else m.months * ${LONGEST_MONTH_S} end`

/** Value granted, at the wholesale price when it was sold, and the part that the platform bears itself. */
const GRANTED = `select
    coalesce(sum(case
      when p.kind = 'time' and p.rate_seconds > 0 then div(p.rate_fen::numeric * p.seconds, p.rate_seconds)
      when p.kind <> 'time' and p.rate_bytes > 0 then div(p.rate_fen::numeric * p.bytes, p.rate_bytes)
    end), 0) as due_fen, coalesce(sum(p.own_fen), 0) as own_fen
  from subscription_pieces p where p.reseller_id = a.reseller_id and p.account_id = a.account_id
    and not (s.is_stale and p.ended_at is null)`

/** Time and traffic without a known price: older than pieces, or sold by a release without pieces. */
const UNKNOWN = `select p.package_id, p.kind, case p.kind when 'time' then p.seconds else p.bytes end as amount
  from subscription_pieces p where p.reseller_id = a.reseller_id and p.account_id = a.account_id
    and p.rate_fen is null and not (s.is_stale and p.ended_at is null)
  union all
  select s.package_id, s.kind, s.amount where s.is_stale`

/** The lowest possible price: the reseller's price today, or one that this account has paid. */
const LOWEST = `select min(u.unit_fen) as unit_fen from (
    select coalesce(own.wholesale_fen, listed.wholesale_fen)::numeric / nullif(${UNITS}, 0) as unit_fen
    from ${PERIODS} join packages k on k.id = b.package_id
    left join own_prices own
      on own.reseller_id = a.reseller_id and own.package_id = b.package_id and own.period = m.period
    left join reseller_price_lists which on which.reseller_id = a.reseller_id
    left join price_list_entries listed on listed.price_list_id = coalesce(which.price_list_id, 0)
      and listed.package_id = b.package_id and listed.period = m.period
    where (m.period = 'once') = (b.kind = 'once')
    union all
    select o.wholesale_fen::numeric / nullif(${UNITS}, 0)
    from orders o join ${PERIODS} on m.period = o.period join packages k on k.id = o.package_id
    where o.reseller_id = a.reseller_id and o.account_id = a.account_id and o.package_id = b.package_id
      and o.settled_at is not null and o.action in ('new', 'renew') and (m.period = 'once') = (b.kind = 'once')
  ) u`

/** Wholesale received. M7, M21 and M29 check that the ledger has these sums. */
const RECEIVED = `select (
    select coalesce(sum(o.wholesale_fen
      - case when o.total_fen > 0 then div(o.wholesale_fen::numeric * o.refunded_fen, o.total_fen) else 0 end), 0)
    from orders o where o.reseller_id = a.reseller_id and o.account_id = a.account_id
      and o.settled_at is not null and o.action <> 'agency'
  ) + (
    select coalesce(sum(b.cost_fen), 0) from cards c join card_batches b on b.id = c.batch_id
    where c.reseller_id = a.reseller_id and c.redeemed_by = a.account_id and b.kind <> 'balance'
  ) + (
    select coalesce(sum(g.cost_fen), 0) from gifts g
    where g.reseller_id = a.reseller_id and g.account_id = a.account_id and g.kind <> 'balance' and g.paid_by <> 'platform'
  ) as fen`

/** Platform gifts from before pieces existed: later gifts have their own pieces. */
const GIVEN_BEFORE = `select coalesce(sum(g.cost_fen), 0) as fen from gifts g
  where g.reseller_id = a.reseller_id and g.account_id = a.account_id and g.kind <> 'balance' and g.paid_by = 'platform'
    and not exists (select from subscription_pieces p where p.gift_id = g.id)`

/** Skips accounts that never bought here (revision 0): their time was imported, not sold. */
const STALE = `t.piece_revision is distinct from t.revision and t.revision > 0
  and case when t.period = 'once' then t.paid_bytes > 0 else t.paid_seconds > 0 end`

/** All accounts that this check has to judge. */
export const EVERYBODY = `select p.reseller_id, p.account_id from subscription_pieces p
  union select t.reseller_id, t.account_id from subscriptions t where ${STALE}`

/** Compares the wholesale value granted to these accounts with what the platform has for it. Looks each up by key. */
const judged = (accounts: string) => `select a.reseller_id, a.account_id, before.due_fen::bigint as unknown_fen,
    (granted.due_fen + before.due_fen)::bigint as due_fen, (received.fen + granted.own_fen + given.fen)::bigint as has_fen
  from (${accounts}) a
  left join lateral (
    select t.package_id, case when t.period = 'once' then 'once' else 'time' end as kind,
      case when t.period = 'once' then t.paid_bytes else t.paid_seconds end as amount, (${STALE}) as is_stale
    from subscriptions t where t.reseller_id = a.reseller_id and t.account_id = a.account_id
  ) own_row on true
  cross join lateral (
    select own_row.package_id, own_row.kind, own_row.amount, coalesce(own_row.is_stale, false) as is_stale
  ) s
  cross join lateral (${GRANTED}) granted
  cross join lateral (
    select coalesce(sum(floor(b.amount * lowest.unit_fen)), 0) as due_fen
    from (${UNKNOWN}) b cross join lateral (${LOWEST}) lowest
  ) before
  cross join lateral (${RECEIVED}) received
  cross join lateral (${GIVEN_BEFORE}) given`

const yuan = (fen: string) => `to_char(${fen} / 100.0, 'FM999999999990.00')`

/** Checks M42 for these accounts. The cost follows their number. */
export function wholesaleCheck(accounts: string): BookCheck {
  return {
    invariant: 'M42',
    wrong: 'yuan too little at wholesale: `books settle` takes the time back, or takes it on the platform',
    sql: `select 'account ' || j.account_id || ' of reseller ' || j.reseller_id || ' was granted ' || ${yuan('j.due_fen')}
        || ' yuan and the platform has ' || ${yuan('j.has_fen')} || ', ' || ${yuan('(j.due_fen - j.has_fen)')} as subject
      from (${judged(accounts)}) j where j.due_fen > j.has_fen order by j.due_fen - j.has_fen desc`,
  }
}

export type Judged = { unknownFen: number; dueFen: number; hasFen: number }

/** Compares the same for one account, and returns the numbers. */
export async function judgeAccount(db: Queryable, { resellerId, accountId }: Owner): Promise<Judged> {
  const text = judged('select $1::integer as reseller_id, $2::bigint as account_id')
  const [row] = await db.query<Judged & Owner>({ name: 'ledger.judge_account', text, values: [resellerId, accountId] })
  return row!
}

export type OwnTotal = { accounts: number; fen: number }

/** Sums what the platform bears itself: its gifts, and refunds of used service. */
export async function loadOwnTotal(db: Queryable): Promise<OwnTotal> {
  const [row] = await db.query<OwnTotal>({
    name: 'ledger.own_total',
    text: `select count(distinct (reseller_id, account_id)) as accounts, coalesce(sum(own_fen), 0)::bigint as fen
      from subscription_pieces where own_fen > 0`,
  })
  return row!
}
