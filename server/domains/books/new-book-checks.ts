import { HOUR_MS } from '../../../contract/durations.ts'
import type { BookCheck } from './book-check.ts'
import { BY_HAND_OTHERWISE, CONFIRMED_ON_CREDIT, OTHERWISE_SPLIT, FEE_POSTED, PAID_OTHERWISE } from './book-checks.ts'
import { wholesaleCheck } from './wholesale-checks.ts'

/** Margin before the mark's time: a row and its transaction are written together, by the clock of their writer. */
const MARGIN_MS = HOUR_MS

/**
 * The last checked transaction and its time. Both become literals in the SQL, so that the planner knows how few rows
 * are new.
 */
export type From = { id: number; at: Date }

/** Conditions: posted after the mark, and accounts touched since. */
const isNew = (mark: number, id: string) => `${id} > ${mark}`
const touched = (mark: number) =>
  `select p.ledger_account_id from ledger_postings p where ${isNew(mark, 'p.transaction_id')}`
/** Extracts the id from a key such as `order:<id>:sale`; null without one. */
const uuidIn = (key: string) =>
  `case when ${key} ~ ':[0-9a-f-]{36}(:|$)' then substring(${key} from ':([0-9a-f-]{36})')::uuid end`
const numberIn = (key: string) => `substring(${key} from ':([0-9]+)')::bigint`

/**
 * The invariants of docs/money.md for transactions after a mark. Each check looks up by key what a new transaction
 * names or touched, so its cost follows what is new, not what is stored. Rows without a transaction are found here only
 * if they have an indexed time; the whole check (`bookChecks`) finds all of them.
 */
export function newBookChecks({ id, at }: From): BookCheck[] {
  const since = `timestamptz '${new Date(at.getTime() - MARGIN_MS).toISOString()}'`
  return [
    ...postingChecks(id),
    ...saleChecks(id, since),
    ...paymentChecks(id, since),
    ...sumChecks(id),
    ...paidChecks(id),
    wholesaleCheck(servedSince(id)),
  ]
}

/** Accounts with a new sale, redeemed card, gift or refund. */
const servedSince = (mark: number) => `select o.reseller_id, o.account_id
    from ledger_transactions t join orders o on o.id = ${uuidIn('t.key')}
    where ${isNew(mark, 't.id')} and t.kind in ('sale', 'refund')
  union
  select c.reseller_id, c.redeemed_by from ledger_transactions t join cards c on c.id = ${numberIn('t.key')}
    where ${isNew(mark, 't.id')} and t.kind = 'card_redeem' and c.redeemed_by is not null
  union
  select g.reseller_id, g.account_id from ledger_transactions t join gifts g on g.id = ${numberIn('t.key')}
    where ${isNew(mark, 't.id')} and t.kind in ('gift', 'gift_sale')`

function postingChecks(mark: number): BookCheck[] {
  return [
    {
      invariant: 'M1',
      wrong: 'does not sum to 0',
      sql: `select 'transaction ' || transaction_id as subject from ledger_postings
        where ${isNew(mark, 'transaction_id')} group by transaction_id having sum(amount_fen) <> 0`,
    },
    {
      invariant: 'M3',
      wrong: 'has a balance that its postings do not give',
      sql: `select a.code as subject from ledger_accounts a where a.id in (${touched(mark)}) and a.balance_fen <> (
        select p.balance_after_fen from ledger_postings p where p.ledger_account_id = a.id
        order by p.transaction_id desc limit 1)`,
    },
    {
      invariant: 'M3',
      wrong: 'has a running balance with a gap',
      sql: `select a.code || ' at transaction ' || p.transaction_id as subject
        from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id
        where ${isNew(mark, 'p.transaction_id')} and p.balance_after_fen <> p.amount_fen + coalesce((
          select q.balance_after_fen from ledger_postings q
          where q.ledger_account_id = p.ledger_account_id and q.transaction_id < p.transaction_id
          order by q.transaction_id desc limit 1), 0)`,
    },
    {
      invariant: 'M4',
      wrong: 'has a balance on the wrong side of 0',
      sql: `select code as subject from ledger_accounts where id in (${touched(mark)}) and case
        when kind in ('platform', 'outside') then false when kind in ('receivable', 'liability') then balance_fen > 0
        else balance_fen < 0 end`,
    },
    {
      invariant: 'M6',
      wrong: 'owes while it has a balance',
      sql: `select own.code as subject from ledger_accounts own
        join ledger_accounts debt on debt.code = 'receivable:' || own.reseller_id
        where own.id in (${touched(mark)}) and own.kind = 'reseller' and own.balance_fen > 0 and debt.balance_fen < 0`,
    },
    {
      invariant: 'M27',
      wrong: 'waits for somebody who is not gone, or is still on the balance of somebody who is',
      sql: `select l.code as subject from ledger_accounts l
        join accounts a on a.reseller_id = l.reseller_id and a.id = l.account_id
        where l.id in (${touched(mark)}) and l.balance_fen <> 0 and case when l.kind = 'unclaimed' then a.deleted_at is null
          else l.kind in ('user', 'commission') and a.deleted_at < now() - interval '2 days' end`,
    },
  ]
}

function saleChecks(mark: number, since: string): BookCheck[] {
  const sales = `ledger_transactions t where ${isNew(mark, 't.id')} and t.kind = 'sale'`
  return [
    {
      invariant: 'M7',
      wrong: 'is settled without a sale, or a sale of an order that is not',
      sql: `select t.key as subject from ${sales} and not exists (
          select from orders o where o.id = ${uuidIn('t.key')} and o.settled_at is not null)
        union all
        select 'order:' || o.id from resellers r cross join lateral (
          select o.id from orders o where o.reseller_id = r.id and o.settled_at >= ${since}) o
        where not exists (select from ledger_transactions t where t.key = 'order:' || o.id || ':sale')`,
    },
    {
      invariant: 'M7',
      wrong: 'was split otherwise than the order says',
      sql: `select t.key as subject from (select * from ${sales}) t join orders o on o.id = ${uuidIn('t.key')}
        ${OTHERWISE_SPLIT}`,
    },
    {
      invariant: 'M43',
      wrong: 'was sold by hand, and not exactly its wholesale left the balance of its reseller',
      sql: `select t.key as subject from (select * from ${sales}) t join orders o on o.id = ${uuidIn('t.key')}
        ${BY_HAND_OTHERWISE}`,
    },
    {
      invariant: 'M8',
      wrong: 'says another sum than its refunds',
      sql: `select 'order ' || o.id as subject from (
          select distinct t.reseller_id, t.memo ->> 'orderId' as order_id from ledger_transactions t
          where ${isNew(mark, 't.id')} and t.kind = 'refund'
        ) n join orders o on o.reseller_id = n.reseller_id and o.id = ${uuidIn("':' || n.order_id")}
        where o.refunded_fen <> (
          select coalesce(sum((t.memo ->> 'refundFen')::bigint), 0) from ledger_transactions t
          where t.reseller_id = n.reseller_id and t.kind = 'refund' and t.memo ->> 'orderId' = n.order_id)`,
    },
  ]
}

function paymentChecks(mark: number, since: string): BookCheck[] {
  return [
    {
      invariant: 'M15',
      wrong: 'is paid without its one ledger transaction, or has one without being paid',
      sql: `select 'payment ' || p.id as subject from payments p
        where p.id in (
          select late.id from payments late where late.paid_at >= ${since}
          union
          select ${uuidIn('t.key')} from ledger_transactions t where ${isNew(mark, 't.id')} and t.key like 'payment:%'
        ) and ${PAID_OTHERWISE}`,
    },
    {
      invariant: 'M15',
      wrong: 'credits another sum than was paid, or no payment at all',
      sql: `select t.key as subject from ledger_transactions t
        left join payments p on p.id = ${uuidIn('t.key')} and p.paid_at is not null
        where ${isNew(mark, 't.id')} and t.key like 'payment:%:pay' and p.amount_fen is distinct from (
          select sum(l.amount_fen) from ledger_postings l where l.transaction_id = t.id and l.amount_fen > 0)`,
    },
    {
      invariant: 'M15',
      wrong: 'has another fee than its ledger transaction',
      sql: `select 'payment ' || p.id as subject from payments p
        where p.paid_at >= ${since} and p.fee_fen > 0 and p.merchant_owner_key = -1
          and not exists (select from ledger_transactions t where t.key = 'payment:' || p.id || ':fee')
        union all
        select t.key from ledger_transactions t
        where ${isNew(mark, 't.id')} and t.kind = 'pay_fee' and (${FEE_POSTED}) is distinct from (
          select p.fee_fen from payments p where t.key like 'payment:%' and p.id = ${uuidIn('t.key')} and p.paid_at is not null
          union all
          select -r.fee_fen from refunds r where t.key like 'refund:%' and r.id = ${uuidIn('t.key')} and r.state = 'done')`,
    },
  ]
}

/** Checks that these ledger accounts equal the sums of the tables they stand for. */
function sumChecks(mark: number): BookCheck[] {
  const sumOf = (invariant: string, kind: string, wrong: string, worth: string): BookCheck => ({
    invariant,
    wrong,
    sql: `select a.code as subject from ledger_accounts a where a.id in (${touched(mark)}) and a.kind = '${kind}'
      and a.balance_fen <> coalesce((${worth}), 0)`,
  })
  return [
    sumOf(
      'M22',
      'cards',
      'is not what the unused keys of the reseller have cost',
      `select sum(b.cost_fen) from cards c join card_batches b on b.id = c.batch_id
        where c.reseller_id = a.reseller_id and c.state = 'unused'`,
    ),
    sumOf(
      'M24',
      'commission_pending',
      'is not the sum of the commissions that wait',
      `select sum(c.amount_fen) from commissions c
        where c.reseller_id = a.reseller_id and c.inviter_id = a.account_id and c.state = 'pending'`,
    ),
    sumOf(
      'M25',
      'hold',
      'is not the sum of the withdrawals that wait',
      `select sum(w.amount_fen) from withdrawals w
        where w.reseller_id = a.reseller_id and w.account_id = a.account_id and w.state = 'pending'`,
    ),
    sumOf(
      'M45',
      'order_hold',
      'is not what the open orders of the user hold',
      `select sum(o.balance_fen) from orders o
        where o.reseller_id = a.reseller_id and o.account_id = a.account_id and o.held_for is not null`,
    ),
    sumOf(
      'M46',
      'gift_hold',
      'is not what the open gift links of the user hold',
      `select sum(l.price_fen) from gift_links l
        where l.reseller_id = a.reseller_id and l.giver_id = a.account_id and l.state = 'open'`,
    ),
    sumOf(
      'M33',
      'payout_hold',
      'is not the sum of the open payouts',
      `select sum(o.amount_fen) from payouts o where o.reseller_id = a.reseller_id and o.state = 'open'`,
    ),
    sumOf(
      'M30',
      'bulk_hold',
      'is not what open bulk work has set aside and not spent',
      `select sum(h.held_fen - h.spent_fen) from bulk_holds h where h.reseller_id = a.reseller_id and h.released_at is null`,
    ),
  ]
}

/** Checks that these transactions have the matching state in their table. */
function paidChecks(mark: number): BookCheck[] {
  const told = (invariant: string, wrong: string, kinds: string, state: string): BookCheck => ({
    invariant,
    wrong,
    sql: `select t.key as subject from ledger_transactions t
      where ${isNew(mark, 't.id')} and t.kind in (${kinds}) and not exists (${state})`,
  })
  const ofReseller = `(select coalesce(sum(p.amount_fen), 0) from ledger_postings p
    join ledger_accounts l on l.id = p.ledger_account_id and l.kind in ('reseller', 'receivable') where p.transaction_id = t.id)`
  return [
    told(
      'M21',
      'is redeemed without its ledger transaction, or the other way round',
      `'card_redeem'`,
      `select from cards c where c.id = ${numberIn('t.key')} and c.state = 'redeemed' and 'card:' || c.id || ':redeem' = t.key`,
    ),
    {
      invariant: 'M41',
      wrong: 'was given out before the debt of its sale was paid',
      sql: `select 'order ' || c.order_id || ', ' || c.amount_fen || ' fen' as subject
        from (select * from ledger_transactions where ${isNew(mark, 'id')} and kind = 'commission_confirm') t
        join commissions c on c.order_id = ${uuidIn('t.key')} ${CONFIRMED_ON_CREDIT}`,
    },
    told(
      'M33',
      'is a settled payout without its transaction, or the other way round',
      `'payout_paid', 'payout_back'`,
      `select from payouts o where o.id = ${uuidIn('t.key')} and o.state <> 'open' and 'payout:' || o.id || ':' || o.state = t.key`,
    ),
    told(
      'M32',
      'was not paid by the side that the withdrawal names',
      `'withdraw_paid'`,
      `select from withdrawals w where w.id = ${uuidIn('t.key')} and w.state = 'paid'
        and 'withdrawal:' || w.id || ':paid' = t.key
        and ${ofReseller} = case when w.paid_by = 'reseller' then w.amount_fen else 0 end`,
    ),
    told(
      'M29',
      'is a gift without its transaction, or the other way round',
      `'gift', 'gift_sale'`,
      `select from gifts g where g.id = ${numberIn('t.key')} and 'gift:' || g.id = t.key`,
    ),
    told(
      'M46',
      'is a returned link without its transaction, or the other way round',
      `'gift_back'`,
      `select from gift_links l where l.id = ${uuidIn('t.key')} and l.state = 'returned' and 'gift_link:' || l.id || ':back' = t.key`,
    ),
  ]
}
