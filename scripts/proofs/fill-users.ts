import type { Db } from '../../server/platform/db/db.ts'

const RESELLERS = 10

/**
 * Makes this many users with a package, a line, a session, a top-up and traffic, about twelve rows each, by plain SQL:
 * calls would take hours. The ledger rows are the same as its function writes, and the books are checked afterwards.
 */
export async function fillUsers({ pool }: Db, users: number): Promise<void> {
  const client = await pool.connect()
  const run = (text: string) => client.query({ text, query_timeout: 3_600_000 } as never)
  try {
    await run('set statement_timeout = 0')
    await run(`insert into resellers (id, is_whitelisted) select n, true from generate_series(0, ${RESELLERS - 1}) n`)
    await run(
      `insert into packages (kind, name, traffic_bytes, device_limit, line_limit) values ('plan', 'Proof', 1, 3, 5)`,
    )
    await run(
      `insert into nodes (name, region, address, port, protocol, capacity) values ('Proof', 'HK', 'n.example', 443, 'vless', 100000)`,
    )
    for (const table of ['ledger_transactions', 'ledger_postings', 'traffic_hours']) {
      await run(`alter table ${table} disable trigger user`)
    }
    await run(
      `select traffic_make_partition(t, date_trunc('month', now() at time zone 'UTC')::date) from unnest(array['traffic_hours', 'traffic_days']) t`,
    )
    for (const text of [...peopleOf(users), ...MONEY, ...TRAFFIC]) await run(text)
    for (const table of ['ledger_transactions', 'ledger_postings', 'traffic_hours']) {
      await run(`alter table ${table} enable trigger user`)
    }
    await run('vacuum analyze')
  } finally {
    client.release(true)
  }
}

const peopleOf = (users: number) => [
  `insert into accounts (reseller_id, user_name, password_hash, invite_code, email, email_verified_at)
   select n % ${RESELLERS}, 'user' || n, '$argon2id$v=19$m=19456,t=2,p=1$' || md5(n::text) || '$' || md5(n || 'hash'),
     md5(n || 'invite'), 'user' || n || '@mail.example', now()
   from generate_series(1, ${users}) n`,
  `insert into subscriptions (reseller_id, account_id, package_id, period, expires_at, total_bytes, device_limit, line_limit)
   select a.reseller_id, a.id, p.id, 'month', now() + interval '30 days', 107374182400, 3, 5 from accounts a, packages p`,
  `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
   select a.reseller_id, a.id, n.id, decode(md5(a.id || 'a') || md5(a.id || 'b'), 'hex'), 'active', 1, now(), now()
   from accounts a, nodes n`,
  `insert into sessions (reseller_id, account_id, token_hash, strength, user_agent, address, created_at, seen_at, rotated_at, expires_at)
   select a.reseller_id, a.id, sha256(a.id::text::bytea), 'password', 'Mozilla/5.0 (proof)', '198.51.100.7', now(), now(), now(),
     now() + interval '30 days' from accounts a`,
]

/** Every user tops up 1.00 from outside. */
const MONEY = [
  `insert into ledger_accounts (kind, reseller_id, account_id, stripe, balance_fen)
   select 'user', a.reseller_id, a.id, 0, 100 from accounts a
   union all select 'outside', null, null, 0, -100 * count(*) from accounts`,
  `insert into ledger_transactions (key, input_hash, kind, reseller_id, memo, created_at)
   select 'proof:' || a.id, sha256(a.id::text::bytea), 'topup', a.reseller_id, '{}', now() from accounts a order by a.id`,
  `insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
   select t.id, l.id, 100, 100 from ledger_transactions t
     join ledger_accounts l on l.kind = 'user' and l.account_id = substr(t.key, 7)::bigint`,
  `insert into ledger_postings (transaction_id, ledger_account_id, amount_fen, balance_after_fen)
   select t.id, l.id, -100, -100 * row_number() over (order by t.id) from ledger_transactions t
     join ledger_accounts l on l.kind = 'outside' order by t.id`,
]

const TRAFFIC = [
  `insert into traffic_hours (hour, reseller_id, account_id, node_id, up_bytes, down_bytes, charged_bytes)
   select date_trunc('month', now(), 'UTC'), a.reseller_id, a.id, n.id, hashint8(a.id) & 1048575, 5000000, 5000000 from accounts a, nodes n`,
  `insert into traffic_days (day, reseller_id, account_id, up_bytes, down_bytes)
   select date_trunc('month', now() at time zone 'UTC')::date + d, a.reseller_id, a.id, hashint8(a.id + d) & 1048575, 5000000
   from accounts a, generate_series(0, 2) d`,
]
