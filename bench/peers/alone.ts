import { hash, verify } from '@node-rs/argon2'
// Runs the one operation that a call cannot do without, with nothing around it: `alone.ts <what> <at once> <seconds>`.
// It prints how many it did per second.
import { randomUUID } from 'node:crypto'

import { post } from '../../server/domains/ledger/post.ts'
import { createDb, type Db, type Tx } from '../../server/platform/db/db.ts'

const [what = '', atOnce = '1', seconds = '1'] = process.argv.slice(2)
const ROWS = 1000
const PRICE_FEN = 3000
const WHOLESALE_FEN = 1500

type Work = (turn: number) => Promise<unknown>
type Account = { id: number; reseller_id: number }

const works: Record<string, (db: Db) => Promise<Work>> = {
  argon2: async () => {
    const stored = await hash('correct horse 42')
    return () => verify(stored, 'correct horse 42')
  },
  /** Posts the ledger entries of a sale paid from the balance. */
  ledger: async (db) => {
    const { rows } = await db.pool.query<Account>(`select id, reseller_id from accounts where user_name like 'bench-%'`)
    return (turn) => {
      const { id: accountId, reseller_id: resellerId } = rows[turn % rows.length]!
      const legs = [
        { kind: 'user' as const, resellerId, accountId, amountFen: -PRICE_FEN },
        { kind: 'liability' as const, resellerId, amountFen: PRICE_FEN, upToOwed: true },
        { kind: 'reseller' as const, resellerId, amountFen: -WHOLESALE_FEN, mayOwe: true },
        { kind: 'platform' as const, resellerId: null, amountFen: WHOLESALE_FEN },
      ]
      // One statement is its own transaction.
      const ctx = { db: db as unknown as Tx, now: new Date() }
      return post(ctx, { key: `bench:${randomUUID()}`, kind: 'sale', resellerId, legs })
    }
  },
  upsert: async (db) => {
    await db.pool.query(`create table if not exists bench_rows (hour timestamptz, node integer, account bigint,
      up bigint, down bigint, primary key (hour, node, account))`)
    const numbers = Array.from({ length: ROWS }, (_, at) => at + 1)
    return (turn) =>
      db.pool.query({
        name: 'upsert',
        text: `insert into bench_rows select date_trunc('hour', now()), $1, number, 1000, 2000 from unnest($2::bigint[]) number
          on conflict (hour, node, account) do update set up = bench_rows.up + excluded.up, down = bench_rows.down + excluded.down`,
        values: [turn % Number(atOnce), numbers],
      })
  },
  /**
   * The writes that a row of traffic needs: a user's hour on a node, the user's day and the user's total. Each caller
   * has its own users, so none waits for another.
   */
  charge: async (db) => {
    await db.pool.query(`create table if not exists bench_rows (hour timestamptz, node integer, account bigint,
      up bigint, down bigint, primary key (hour, node, account))`)
    await db.pool.query(`create table if not exists bench_days (day date, account bigint, up bigint, down bigint,
      primary key (day, account))`)
    await db.pool.query('create table if not exists bench_used (account bigint primary key, used bigint)')
    const numbers = Array.from({ length: ROWS }, (_, at) => at + 1)
    return (turn) =>
      db.pool.query({
        name: 'charge',
        text: `with hours as (insert into bench_rows as b select date_trunc('hour', now()), $1, number, 1000, 2000 from unnest($2::bigint[]) number
            on conflict (hour, node, account) do update set up = b.up + excluded.up, down = b.down + excluded.down),
          days as (insert into bench_days as b select now()::date, $1 * 1000000 + number, 1000, 2000 from unnest($2::bigint[]) number
            on conflict (day, account) do update set up = b.up + excluded.up, down = b.down + excluded.down)
          insert into bench_used as b select $1 * 1000000 + number, 3000 from unnest($2::bigint[]) number
            on conflict (account) do update set used = b.used + excluded.used`,
        values: [turn % Number(atOnce), numbers],
      })
  },
}

const db = createDb({ url: process.env['DATABASE_URL'] ?? '', poolSize: Number(atOnce) })
const work = await works[what]!(db)
await work(0)
let done = 0
const startedAt = performance.now()
const endsAt = startedAt + Number(seconds) * 1000
await Promise.all(
  Array.from({ length: Number(atOnce) }, async () => {
    while (performance.now() < endsAt) await work((done += 1))
  }),
)
console.log((done / (performance.now() - startedAt)) * 1000)
await db.close()
