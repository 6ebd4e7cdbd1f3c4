import { post, type Leg } from '../domains/ledger/post.ts'
import type { Tx } from '../platform/db/db.ts'

export type Reversed = { resellerId: number; transactions: number; resellerFen: number }

type Net = { resellerId: number; kind: Leg['kind']; ofReseller: number | null; accountId: number | null; fen: number }

/**
 * What the sandbox's own accounts, orders, payments and keys have posted. Excludes sales to other users, even when a
 * demo account gets commission from them, and other users' keys redeemed by a demo account. Also excludes what was
 * already posted back.
 */
const OWN = `with demo as (
    select reseller_id, id from accounts where is_demo and deleted_at is null
  ), demo_orders as (
    select o.id from orders o join demo d on d.reseller_id = o.reseller_id and d.id = o.account_id
  ), demo_cards as (
    select c.id from cards c join card_batches b on b.id = c.batch_id where b.request_key = 'history-' || b.reseller_id
  ), demo_payments as (
    select p.id from payments p left join demo d on d.reseller_id = p.reseller_id and d.id = p.account_id
    where d.id is not null or (p.account_id is null and p.purpose = 'daili' and p.out_trade_no ~ '^H[0-9a-f]{32}$')
  ), touched as (
    select distinct p.transaction_id as id from ledger_postings p
      join ledger_accounts a on a.id = p.ledger_account_id
      join demo d on d.reseller_id = a.reseller_id and d.id = a.account_id
  ), done as (
    select reseller_id, max(id) as id from ledger_transactions
    where kind = 'reversal' and memo ->> 'reverses' = 'sandbox' group by reseller_id
  ), found as (
    select t.id, t.reseller_id from ledger_transactions t where t.key in (
      select 'order:' || id || ':sale' from demo_orders
      union all select 'payment:' || id || ':pay' from demo_payments
      union all select 'payment:' || id || ':late' from demo_payments
      union all select 'card:' || id || ':redeem' from demo_cards
      union all select 'batch:' || b.id || ':buy' from card_batches b where b.request_key = 'history-' || b.reseller_id
    )
    union
    select t.id, t.reseller_id from ledger_transactions t join touched on touched.id = t.id
    where t.kind not in ('sale', 'card_redeem', 'topup', 'late_payment')
      and (t.key !~ '^order:' or exists (select from demo_orders o where t.key like 'order:' || o.id || ':%'))
  ), own as (
    select found.* from found left join done on done.reseller_id = found.reseller_id where found.id > coalesce(done.id, 0)
  )`

/**
 * Posts one opposite entry per reseller: every balance is then what it would be without the sandbox. A reseller that
 * has spent such money meanwhile owes it.
 */
export async function reverseDemoMoney({ db, now }: { db: Tx; now: Date }): Promise<Reversed[]> {
  const nets = await db.query<Net>({
    name: 'clean_demo.nets',
    text: `${OWN}
      select own.reseller_id, case a.kind when 'receivable' then 'reseller' else a.kind end as kind,
        a.reseller_id as of_reseller, a.account_id, (-sum(p.amount_fen))::bigint as fen
      from own join ledger_postings p on p.transaction_id = own.id join ledger_accounts a on a.id = p.ledger_account_id
      group by 1, 2, 3, 4 having sum(p.amount_fen) <> 0 order by 1, 2, 3, 4`,
  })
  const counts = await db.query<{ resellerId: number; transactions: number }>({
    name: 'clean_demo.counts',
    text: `${OWN} select reseller_id, count(*)::integer as transactions from own group by 1 order by 1`,
  })
  const reversed: Reversed[] = []
  for (const { resellerId, transactions } of counts) {
    const legs = nets.filter((net) => net.resellerId === resellerId).map(toLeg)
    const key = `sandbox:${resellerId}:reverse:${now.getTime()}`
    await post({ db, now }, { key, kind: 'reversal', resellerId, legs, memo: { reverses: 'sandbox', transactions } })
    const own = legs.filter(({ kind }) => kind === 'reseller')
    reversed.push({ resellerId, transactions, resellerFen: own.reduce((sum, { amountFen }) => sum + amountFen, 0) })
  }
  return reversed
}

function toLeg({ kind, ofReseller, accountId, fen }: Net): Leg {
  return {
    kind,
    resellerId: ofReseller,
    amountFen: fen,
    ...(accountId === null ? {} : { accountId }),
    ...(kind === 'reseller' ? { mayOwe: 'beyond_limit' as const } : {}),
  }
}
