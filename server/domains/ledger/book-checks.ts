export type BookCheck = {
  /** Number in docs/money.md. */
  invariant: string
  /** What a row of the answer means. */
  wrong: string
  /** Gives one row per violation, each with a text `subject`. */
  sql: string
}

/** Every invariant that a query can look for. Those that a constraint makes impossible are looked for all the same. */
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
      where (kind in ('user', 'commission_pending', 'commission', 'hold', 'reseller') and balance_fen < 0)
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
      left join lateral (
        select sum(p.amount_fen) filter (where a.kind = 'platform') as platform_fen,
          sum(p.amount_fen) filter (where a.kind = 'commission_pending') as commission_fen,
          sum(p.amount_fen) filter (where a.kind = 'user' and a.account_id = o.account_id) as user_fen
        from ledger_postings p join ledger_accounts a on a.id = p.ledger_account_id where p.transaction_id = t.id
      ) legs on true
      where coalesce(legs.platform_fen, 0) <> o.wholesale_fen or coalesce(legs.commission_fen, 0) <> o.commission_fen
        or coalesce(legs.user_fen, 0) <> case when o.paid_by = 'balance' then -o.total_fen else 0 end`,
  },
  {
    invariant: 'M8',
    wrong: 'says another sum than its refunds',
    sql: `select 'order ' || o.id as subject from orders o
      left join ledger_transactions t on t.kind = 'refund' and t.memo ->> 'orderId' = o.id::text
      where o.refunded_fen > 0 or t.id is not null
      group by o.id having o.refunded_fen <> coalesce(sum((t.memo ->> 'refundFen')::bigint), 0)`,
  },
]
