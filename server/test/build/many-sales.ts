import type { Db } from '../../platform/db/db.ts'

type Many = {
  resellerId: number
  accounts: number
  orders: number
  packageId: number
  merchantId: string
  /** Time of the first order, and the gap to the next. */
  firstAt?: Date
  everyMs?: number
}

/** A reseller with a history: enough rows for realistic query plans. Not in the ledger: use it only for lists. */
export async function buildManySales(
  db: Db,
  { resellerId, accounts, orders, packageId, merchantId, firstAt = new Date('2026-02-01'), everyMs = 7000 }: Many,
): Promise<void> {
  const run = (text: string, values: unknown[]) => db.pool.query(text, values)
  await run(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code, created_at)
      select $1, 'many' || i, '-', 'many' || i, timestamptz '2026-01-01' + i * interval '1 minute'
      from generate_series(1, $2::int) i`,
    [resellerId, accounts],
  )
  await run(
    `update accounts a set inviter_id = f.id from (select min(id) as id from accounts where reseller_id = $1) f
      where a.reseller_id = $1 and a.id > f.id and a.id % 3 = 0`,
    [resellerId],
  )
  await run(
    `insert into orders (reseller_id, account_id, action, state, package_id, period, list_fen, total_fen, wholesale_fen,
        paid_by, created_at, expires_at, settled_at, closed_at)
      select $1, ids.all[1 + i % cardinality(ids.all)], case i % 3 when 0 then 'new' else 'renew' end, s.state, $3, 'month',
        1000 + i % 5000, 1000 + i % 5000, 500,
        case s.state when 'paid' then case i % 2 when 0 then 'balance' else 'platform_merchant' end end, at.at,
        at.at + interval '1 hour', case s.state when 'paid' then at.at end, case s.state when 'expired' then at.at end
      from (select array_agg(id) as all from accounts where reseller_id = $1) ids
        cross join generate_series(1, $2::int) i
        cross join lateral (select case i % 10 when 0 then 'expired' else 'paid' end as state) s
        cross join lateral (select $4::timestamptz + i * interval '1 ms' * $5::double precision as at) at`,
    [resellerId, orders, packageId, firstAt, everyMs],
  )
  await run(
    `insert into payments (out_trade_no, purpose, reseller_id, account_id, merchant_id, merchant_owner_key, channel, amount_fen,
        state, credited_to, trade_no, key_hash, asked_hash, created_at, expires_at, paid_at)
      select 'many' || replace(id::text, '-', ''), 'user', reseller_id, account_id, $2, -1, 'alipay', total_fen, 'paid', 'balance', 't' || id,
        sha256(id::text::bytea), sha256(id::text::bytea), created_at, expires_at, created_at
      from orders where reseller_id = $1`,
    [resellerId, merchantId],
  )
  await run('analyze accounts, orders, payments', [])
}

/**
 * Adds the sales of those orders to the ledger, for lists and sums: what the users paid in before is missing, so the
 * books would not balance. Each entry is balanced by construction, so the check of each is skipped.
 */
export async function buildManyEntries(db: Db, resellerId: number): Promise<void> {
  const client = await db.pool.connect()
  try {
    await client.query('begin; alter table ledger_postings disable trigger ledger_postings_sum')
    await client.query(
      `insert into ledger_accounts (kind, reseller_id, account_id) select 'user', reseller_id, id from accounts
        where reseller_id = $1 on conflict do nothing`,
      [resellerId],
    )
    await client.query(
      `insert into ledger_accounts (kind, reseller_id)
        select kind, case kind when 'reseller' then $1::integer end from unnest('{reseller,platform}'::text[]) kind
        on conflict do nothing`,
      [resellerId],
    )
    await client.query(
      `with sold as (
          insert into ledger_transactions (key, input_hash, kind, reseller_id, memo, created_at)
          select 'order:' || id || ':sale', sha256(id::text::bytea), 'sale', reseller_id,
            jsonb_build_object('orderId', id, 'of', account_id, 'fen', total_fen, 'wholesaleFen', wholesale_fen), settled_at
          from orders where reseller_id = $1 and settled_at is not null order by settled_at
          returning id, memo
        )
        insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
        select sold.id, l.id, leg.fen, 0 from sold cross join lateral (
          values ('user:' || $1::integer || ':' || (memo ->> 'of'), -(memo ->> 'fen')::bigint),
            ('reseller:' || $1::integer, (memo ->> 'fen')::bigint - (memo ->> 'wholesaleFen')::bigint),
            ('platform', (memo ->> 'wholesaleFen')::bigint)
        ) leg (code, fen) join ledger_accounts l on l.code = leg.code`,
      [resellerId],
    )
    await client.query('alter table ledger_postings enable trigger ledger_postings_sum; commit')
  } finally {
    client.release()
  }
  await db.pool.query('analyze ledger_accounts, ledger_transactions, ledger_postings')
}

/** In batches of a thousand; also not in the ledger. */
export async function buildManyCards(db: Db, resellerId: number, cards: number): Promise<void> {
  await db.pool.query(
    `with made as (
        insert into card_batches (reseller_id, kind, amount_fen, cost_fen, key_count, request_key, input_hash, created_at)
        select $1, 'balance', 100, 100, 1000, 'many-cards-' || i, sha256('many'), now()
        from generate_series(1, $2::int / 1000) i returning id
      )
      insert into cards (reseller_id, batch_id, code_hash, last_four)
      select $1, id, sha256((id || ':' || i)::bytea), lpad(i::text, 4, '0') from made, generate_series(1, 1000) i`,
    [resellerId, cards],
  )
  await db.pool.query('analyze cards, card_batches')
}

/** One per account, as many as there are; not in the ledger. */
export async function buildManyWithdrawals(db: Db, resellerId: number, withdrawals: number): Promise<void> {
  await db.pool.query(
    `insert into withdrawals (id, reseller_id, account_id, amount_fen, method, sealed_account, state, created_at, settled_at, paid_by)
      select gen_random_uuid(), reseller_id, id, 1000 + id % 777, 'alipay', '', 'paid', created_at, created_at, 'platform'
      from accounts where reseller_id = $1 order by id limit $2`,
    [resellerId, withdrawals],
  )
  await db.pool.query('analyze withdrawals')
}
