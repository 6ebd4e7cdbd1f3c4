import { unpaidFrom } from '../ledger/unpaid-debt.ts'
import type { BookCheck } from './book-check.ts'
import { EVERYBODY, wholesaleCheck } from './wholesale-checks.ts'

/** Condition on a sale `t` of an order `o`: its legs differ from the order. */
export const OTHERWISE_SPLIT = `left join lateral (
    select sum(p.amount_fen) filter (where a.kind = 'platform') as platform_fen,
      sum(p.amount_fen) filter (where a.kind = 'commission_pending') as commission_fen,
      sum(p.amount_fen) filter (where a.kind = 'user' and a.account_id = o.account_id) as user_fen,
      sum(p.amount_fen) filter (where a.kind = 'order_hold' and a.account_id = o.account_id) as held_fen
    from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
  ) legs on true
  where coalesce(legs.platform_fen, 0) <> o.wholesale_fen or coalesce(legs.commission_fen, 0) <> o.commission_fen
    or coalesce(legs.held_fen, 0) <> -o.balance_fen
    or coalesce(legs.user_fen, 0) <> case when o.paid_by = 'balance' then o.balance_fen - o.total_fen else 0 end`

/** Condition on the sale `t` of an order `o` that was sold by hand: not exactly its wholesale left the reseller's balance. */
export const BY_HAND_OTHERWISE = `left join hand_sales h on h.reseller_id = o.reseller_id and h.order_id = o.id
  left join lateral (
    select sum(p.amount_fen) filter (where a.kind = 'reseller') as reseller_fen, count(*) filter (
      where a.kind not in ('reseller', 'platform')) as others
    from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
  ) paid on true
  where (o.paid_by = 'reseller' or h.order_id is not null) and (o.paid_by is distinct from 'reseller'
    or h.cost_fen is distinct from o.wholesale_fen or o.total_fen <> o.wholesale_fen
    or coalesce(paid.reseller_fen, 0) <> -o.wholesale_fen or paid.others > 0)`

/** Condition on a payment `p`: paid without exactly one ledger transaction, or unpaid with one. */
export const PAID_OTHERWISE = `(p.paid_at is not null)::integer <> (
    select count(*) from ledger_transactions t where t.key in ('payment:' || p.id || ':pay', 'payment:' || p.id || ':late')
  ) + (
    select count(*) from orders o join ledger_transactions t on t.key = 'order:' || o.id || ':sale'
    where o.reseller_id = p.reseller_id and o.id = p.order_id and o.payment_id = p.id::text
  )`

/** What the platform got by the transaction `t` of a fee; less than nothing when it went back. */
export const FEE_POSTED = `select l.amount_fen from ledger_postings l join ledger_accounts a on a.id = l.ledger_account_id
    where l.transaction_id = t.id and a.kind = 'platform'`

/** Condition on the confirmation `t` of a commission `c`: its sale was on credit and that debt was not paid by then. */
export const CONFIRMED_ON_CREDIT = `join ledger_transactions sale on sale.key = 'order:' || c.order_id || ':sale'
  where c.confirmed_at is not null and exists (
      select from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id
      where p.transaction_id = sale.id and a.kind = 'receivable' and p.amount_fen < 0)
    and sale.id >= ${unpaidFrom('c.reseller_id', 't.id')}`

/** All invariants that a query can check, including those that a constraint already makes impossible. */
export const bookChecks: BookCheck[] = [
  {
    invariant: 'M1',
    wrong: 'does not sum to 0',
    sql: `select 'transaction ' || transaction_id as subject from ledger_postings
      group by transaction_id having sum(amount_fen) <> 0`,
  },
  {
    invariant: 'M1',
    wrong: 'is what all balances sum to, instead of 0',
    sql: `select sum(balance_fen) || ' fen' as subject from ledger_accounts having sum(balance_fen) <> 0`,
  },
  {
    invariant: 'M3',
    wrong: 'has a balance that its postings do not give',
    sql: `select a.code as subject from ledger_accounts a left join ledger_postings p on p.ledger_account_id = a.id
      group by a.id having a.balance_fen <> coalesce(sum(p.amount_fen), 0)`,
  },
  {
    invariant: 'M3',
    wrong: 'has a running balance with a gap',
    sql: `select a.code || ' at transaction ' || p.transaction_id as subject from (
        select *, sum(amount_fen) over (partition by ledger_account_id order by transaction_id) as running
        from ledger_postings
      ) p join ledger_accounts a on a.id = p.ledger_account_id where p.running <> p.balance_after_fen`,
  },
  {
    invariant: 'M4',
    wrong: 'has a balance on the wrong side of 0',
    sql: `select code as subject from ledger_accounts
      where (kind in ('user', 'commission_pending', 'commission', 'hold', 'order_hold', 'gift_hold', 'unclaimed', 'reseller', 'cards', 'payout_hold', 'bulk_hold')
        and balance_fen < 0)
        or (kind in ('receivable', 'liability') and balance_fen > 0)`,
  },
  {
    invariant: 'M6',
    wrong: 'owes while it has a balance',
    sql: `select own.code as subject from ledger_accounts own
      join ledger_accounts debt on debt.kind = 'receivable' and debt.reseller_id = own.reseller_id
      where own.kind = 'reseller' and own.balance_fen > 0 and debt.balance_fen < 0`,
  },
  {
    invariant: 'M7',
    wrong: 'is settled without a sale, or a sale of an order that is not',
    sql: `select coalesce(t.key, 'order:' || o.id) as subject
      from (select * from orders where settled_at is not null) o
      full join (select * from ledger_transactions where kind = 'sale') t on t.key = 'order:' || o.id || ':sale'
      where o.id is null or t.id is null`,
  },
  {
    invariant: 'M7',
    wrong: 'was split otherwise than the order says',
    sql: `select t.key as subject from orders o join ledger_transactions t on t.key = 'order:' || o.id || ':sale'
      ${OTHERWISE_SPLIT}`,
  },
  {
    invariant: 'M43',
    wrong: 'was sold by hand, and not exactly its wholesale left the balance of its reseller',
    sql: `select t.key as subject from orders o join ledger_transactions t on t.key = 'order:' || o.id || ':sale'
      ${BY_HAND_OTHERWISE}`,
  },
  {
    invariant: 'M8',
    wrong: 'says another sum than its refunds',
    sql: `select 'order ' || o.id as subject from orders o
      left join ledger_transactions t on t.kind = 'refund' and t.memo ->> 'orderId' = o.id::text
      where o.refunded_fen > 0 or t.id is not null
      group by o.id having o.refunded_fen <> coalesce(sum((t.memo ->> 'refundFen')::bigint), 0)`,
  },
  {
    invariant: 'M15',
    wrong: 'is paid without its one ledger transaction, or has one without being paid',
    sql: `select 'payment ' || p.id as subject from payments p
      where ${PAID_OTHERWISE}`,
  },
  {
    invariant: 'M15',
    wrong: 'credits another sum than was paid, or no payment at all',
    sql: `select t.key as subject from ledger_transactions t
      left join payments p on t.key = 'payment:' || p.id || ':pay' and p.paid_at is not null
      where t.key like 'payment:%:pay' and p.amount_fen is distinct from (
        select sum(l.amount_fen) from ledger_postings l where l.transaction_id = t.id and l.amount_fen > 0
      )`,
  },
  {
    invariant: 'M15',
    wrong: 'has another fee than its ledger transaction',
    sql: `select coalesce(f.subject, t.key) as subject from (
        select 'payment:' || p.id || ':fee' as key, 'payment ' || p.id as subject, p.fee_fen as fen from payments p
        where p.fee_fen > 0 and p.paid_at is not null and p.merchant_owner_key = -1
        union all
        select 'refund:' || r.id || ':fee', 'refund ' || r.id, -r.fee_fen from refunds r join payments p on p.id = r.payment_id
        where r.fee_fen > 0 and r.state = 'done' and p.merchant_owner_key = -1
      ) f full join (select * from ledger_transactions where kind = 'pay_fee') t on t.key = f.key
      where f.fen is distinct from (${FEE_POSTED})`,
  },
  {
    invariant: 'M20',
    wrong: 'says another sum than its refunds',
    sql: `select 'payment ' || p.id as subject from payments p left join refunds r on r.payment_id = p.id
      where p.refund_asked_fen > 0 or r.id is not null group by p.id
      having p.refunded_fen <> coalesce(sum(r.amount_fen) filter (where r.state = 'done'), 0)
        or p.refund_asked_fen <> coalesce(sum(r.amount_fen) filter (where r.state <> 'refused'), 0)`,
  },
  {
    invariant: 'M21',
    wrong: 'is redeemed without its ledger transaction, or the other way round',
    sql: `select coalesce(t.key, 'card:' || c.id) as subject
      from (select * from cards where state = 'redeemed') c
      full join (select * from ledger_transactions where kind = 'card_redeem') t on t.key = 'card:' || c.id || ':redeem'
      where c.id is null or t.id is null`,
  },
  {
    invariant: 'M22',
    wrong: 'is not what the unused keys of the reseller have cost',
    sql: `select coalesce(a.code, 'cards:' || u.reseller_id) as subject
      from (select * from ledger_accounts where kind = 'cards') a
      full join (
        select c.reseller_id, sum(b.cost_fen) as cost_fen from cards c join card_batches b on b.id = c.batch_id
        where c.state = 'unused' group by c.reseller_id
      ) u on u.reseller_id = a.reseller_id
      where coalesce(a.balance_fen, 0) <> coalesce(u.cost_fen, 0)`,
  },
  {
    invariant: 'M24',
    wrong: 'is not the sum of the commissions that wait',
    sql: `select coalesce(a.code, 'commission_pending:' || c.reseller_id || ':' || c.inviter_id) as subject
      from (select * from ledger_accounts where kind = 'commission_pending') a
      full join (
        select reseller_id, inviter_id, sum(amount_fen) as amount_fen from commissions
        where state = 'pending' group by reseller_id, inviter_id
      ) c on c.reseller_id = a.reseller_id and c.inviter_id = a.account_id
      where coalesce(a.balance_fen, 0) <> coalesce(c.amount_fen, 0)`,
  },
  {
    invariant: 'M41',
    wrong: 'was given out before the debt of its sale was paid',
    sql: `select 'order ' || c.order_id || ', ' || c.amount_fen || ' fen' as subject from commissions c
      join ledger_transactions t on t.key = 'order:' || c.order_id || ':commission'
      ${CONFIRMED_ON_CREDIT}`,
  },
  {
    invariant: 'M25',
    wrong: 'is not the sum of the withdrawals that wait',
    sql: `select coalesce(a.code, 'hold:' || w.reseller_id || ':' || w.account_id) as subject
      from (select * from ledger_accounts where kind = 'hold') a
      full join (
        select reseller_id, account_id, sum(amount_fen) as amount_fen from withdrawals
        where state = 'pending' group by reseller_id, account_id
      ) w on w.reseller_id = a.reseller_id and w.account_id = a.account_id
      where coalesce(a.balance_fen, 0) <> coalesce(w.amount_fen, 0)`,
  },
  {
    invariant: 'M45',
    wrong: 'is not what the open orders of the user hold',
    sql: `select coalesce(a.code, 'order_hold:' || o.reseller_id || ':' || o.account_id) as subject
      from (select * from ledger_accounts where kind = 'order_hold') a
      full join (
        select reseller_id, account_id, sum(balance_fen) as held_fen from orders
        where held_for is not null group by reseller_id, account_id
      ) o on o.reseller_id = a.reseller_id and o.account_id = a.account_id
      where coalesce(a.balance_fen, 0) <> coalesce(o.held_fen, 0)`,
  },
  {
    invariant: 'M45',
    wrong: 'holds part of a balance for a payment that is not open, or past its time',
    sql: `select 'order ' || o.id as subject from orders o
      left join payments p on p.reseller_id = o.reseller_id and p.id = o.held_for and p.order_id = o.id and p.state = 'pending'
      where o.held_for is not null and (p.id is null or p.balance_fen <> o.balance_fen
        or p.amount_fen + p.balance_fen <> o.total_fen or o.expires_at < now() - interval '1 day')`,
  },
  {
    invariant: 'M33',
    wrong: 'is not the sum of the open payouts',
    sql: `select coalesce(a.code, 'payout_hold:' || o.reseller_id) as subject
      from (select * from ledger_accounts where kind = 'payout_hold') a
      full join (
        select reseller_id, sum(amount_fen) as amount_fen from payouts where state = 'open' group by reseller_id
      ) o on o.reseller_id = a.reseller_id
      where coalesce(a.balance_fen, 0) <> coalesce(o.amount_fen, 0)`,
  },
  {
    invariant: 'M33',
    wrong: 'is a settled payout without its transaction, or the other way round',
    sql: `select coalesce(t.key, 'payout:' || o.id) as subject
      from (select * from payouts where state <> 'open') o
      full join (select * from ledger_transactions where kind in ('payout_paid', 'payout_back')) t
        on t.key = 'payout:' || o.id || ':' || o.state
      where o.id is null or t.id is null`,
  },
  {
    invariant: 'M32',
    wrong: 'was not paid by the side that the withdrawal names',
    sql: `select coalesce(t.key, 'withdrawal:' || w.id) as subject
      from (select * from withdrawals where state = 'paid') w
      full join (select * from ledger_transactions where kind = 'withdraw_paid') t on t.key = 'withdrawal:' || w.id || ':paid'
      left join lateral (
        select sum(p.amount_fen) filter (where a.kind in ('reseller', 'receivable')) as reseller_fen
        from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
      ) legs on true
      where w.id is null or t.id is null
        or coalesce(legs.reseller_fen, 0) <> case when w.paid_by = 'reseller' then w.amount_fen else 0 end`,
  },
  {
    invariant: 'M29',
    wrong: 'is a gift without its transaction, or the other way round',
    sql: `select coalesce(t.key, 'gift:' || g.id) as subject from gifts g
      full join (select * from ledger_transactions where kind in ('gift', 'gift_sale')) t on t.key = 'gift:' || g.id
      where g.id is null or t.id is null`,
  },
  {
    invariant: 'M29',
    wrong: 'was paid otherwise than the gift says',
    sql: `select t.key as subject from gifts g join ledger_transactions t on t.key = 'gift:' || g.id
      left join lateral (
        select sum(p.amount_fen) filter (where a.kind in ('reseller', 'bulk_hold', 'receivable')) as reseller_fen,
          sum(p.amount_fen) filter (where a.kind = 'receivable') as debt_fen,
          sum(p.amount_fen) filter (where a.kind in ('user', 'unclaimed') and a.account_id = g.account_id) as user_fen
        from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
      ) legs on true
      where (g.paid_by <> 'user' and coalesce(legs.reseller_fen, 0) <> case when g.paid_by = 'reseller' then -g.cost_fen else 0 end)
        or coalesce(legs.user_fen, 0) <> coalesce(g.amount_fen, 0) or (g.paid_by <> 'user' and legs.debt_fen < 0)`,
  },
  {
    invariant: 'M46',
    wrong: 'is not what the open gift links of the user hold',
    sql: `select coalesce(a.code, 'gift_hold:' || l.reseller_id || ':' || l.giver_id) as subject
      from (select * from ledger_accounts where kind = 'gift_hold') a
      full join (
        select reseller_id, giver_id, sum(price_fen) as price_fen from gift_links
        where state = 'open' and giver_id is not null group by reseller_id, giver_id
      ) l on l.reseller_id = a.reseller_id and l.giver_id = a.account_id
      where coalesce(a.balance_fen, 0) <> coalesce(l.price_fen, 0)`,
  },
  {
    invariant: 'M46',
    wrong: 'is a used link without its gift, or was paid otherwise than the link says',
    sql: `select 'gift link ' || l.id as subject from gift_links l
      left join gifts g on g.id = l.gift_id and g.reseller_id = l.reseller_id and g.account_id = l.used_by
        and g.cost_fen = l.wholesale_fen and g.paid_by = case when l.giver_id is null then 'reseller' else 'user' end
      left join ledger_transactions t on t.key = 'gift:' || g.id
      left join lateral (
        select sum(p.amount_fen) filter (where a.kind = 'platform') as platform_fen,
          -sum(p.amount_fen) filter (where a.kind = 'gift_hold' and a.account_id = l.giver_id
            or a.kind = 'bulk_hold' and l.giver_id is null) as held_fen
        from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
      ) legs on true
      where l.state = 'used' and (t.id is null or coalesce(legs.platform_fen, 0) <> l.wholesale_fen
        or coalesce(legs.held_fen, 0) <> l.price_fen)`,
  },
  {
    invariant: 'M46',
    wrong: 'is a returned link without its transaction, or the other way round',
    sql: `select coalesce(t.key, 'gift link ' || l.id) as subject
      from (select * from gift_links where state = 'returned' and giver_id is not null) l
      full join (select * from ledger_transactions where kind = 'gift_back') t on t.key = 'gift_link:' || l.id || ':back'
      where l.id is null or t.id is null`,
  },
  {
    invariant: 'M47',
    wrong: 'is a trial that is not one gift of its days to its user, or that the user had money back for',
    sql: `select 'trial of account ' || c.account_id as subject from trial_claims c
      left join gifts g on g.id = c.gift_id and g.reseller_id = c.reseller_id and g.account_id = c.account_id
        and g.kind = 'days' and g.paid_by in ('reseller', 'platform')
      left join subscription_pieces piece on piece.reseller_id = c.reseller_id and piece.account_id = c.account_id
        and piece.gift_id = c.gift_id
      where g.id is null or piece.paid_fen <> 0 or piece.credit_fen <> 0 or piece.moved_paid_fen <> 0`,
  },
  {
    invariant: 'M30',
    wrong: 'is not what open bulk work has set aside and not spent',
    sql: `select coalesce(a.code, 'bulk_hold:' || h.reseller_id) as subject
      from (select * from ledger_accounts where kind = 'bulk_hold') a
      full join (
        select reseller_id, sum(held_fen - spent_fen) as left_fen from bulk_holds where released_at is null group by reseller_id
      ) h on h.reseller_id = a.reseller_id
      where coalesce(a.balance_fen, 0) <> coalesce(h.left_fen, 0)`,
  },
  {
    invariant: 'M30',
    wrong: 'says that it spent another sum than its gifts cost',
    sql: `select 'bulk ' || h.id as subject from bulk_holds h left join gifts g on g.bulk_hold_id = h.id
      where h.paid_by = 'reseller' group by h.id having h.spent_fen <> coalesce(sum(g.cost_fen), 0)`,
  },
  {
    invariant: 'M37',
    wrong: 'has a balance that its days and what came after them do not give',
    sql: `select l.code as subject from ledger_accounts l
      left join (
        select reseller_id, kind, sum(amount_fen) as fen from ledger_days where kind <> 'sales' group by reseller_id, kind
      ) d on d.reseller_id = l.reseller_id and d.kind = l.kind
      left join (
        select p.ledger_account_id, sum(p.amount_fen) as fen from ledger_transactions t
        join ledger_postings p on p.transaction_id = t.id
        where t.created_at >= (select coalesce(max(until), '-infinity') from ledger_closed_days) group by p.ledger_account_id
      ) o on o.ledger_account_id = l.id
      where l.kind in ('reseller', 'receivable', 'cards', 'payout_hold', 'bulk_hold', 'liability')
        and l.balance_fen <> coalesce(d.fen, 0) + coalesce(o.fen, 0)`,
  },
  {
    invariant: 'M38',
    wrong: 'is a statement that does not add up, or does not begin where the one before it ended',
    sql: `select 'reseller ' || s.reseller_id || ' in ' || to_char(s.month, 'YYYY-MM') as subject from (
        select *, (body ->> 'openingFen')::bigint as opening, (body ->> 'closingFen')::bigint as closing,
          lag((body ->> 'closingFen')::bigint) over (partition by reseller_id order by month) as before
        from statements
      ) s where s.opening <> coalesce(s.before, 0)
        or s.closing <> s.opening + (select coalesce(sum((k ->> 'amountFen')::bigint), 0) from jsonb_array_elements(s.body -> 'kinds') k)
        or s.closing <> (select coalesce(sum(d.amount_fen), 0) from ledger_days d where d.reseller_id = s.reseller_id
          and d.kind in ('reseller', 'receivable') and d.day < s.month + interval '1 month')`,
  },
  {
    invariant: 'M27',
    wrong: 'waits for somebody who is not gone, or is still on the balance of somebody who is',
    // A deletion and a payment at the same moment can leave a balance; the daily job moves it.
    sql: `select l.code as subject from ledger_accounts l
      join accounts a on a.reseller_id = l.reseller_id and a.id = l.account_id
      where l.balance_fen <> 0 and case when l.kind = 'unclaimed' then a.deleted_at is null
        else l.kind in ('user', 'commission') and a.deleted_at < now() - interval '2 days' end`,
  },
  wholesaleCheck(EVERYBODY),
]
