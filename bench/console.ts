import process from 'node:process'

import { consoleApi } from '../contract/console/api.ts'
// How long the console's lists take for a reseller with 100,000 users and 1,000,000 orders: `node bench/console.ts
// [users] [orders]`. It calls every search, sort and filter, the 500th page by following its cursors, the overview and
// the statement, through the whole application, over the last 90 days. The aim: 99 of 100 answers within 200 ms.
import { DAY_MS } from '../contract/durations.ts'
import type { Route } from '../contract/route.ts'
import { withDatabase, withServer, type ProofServer } from '../scripts/proofs/throwaway-server.ts'
import { closeDays } from '../server/domains/books/close-days.ts'
import { sumDays } from '../server/domains/console/overview/sum-days.ts'
import { clock } from '../server/platform/clock.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { buildCrowd } from '../server/test/build/build-crowd.ts'
import { buildStaff } from '../server/test/build/build-staff.ts'
import { buildNode } from '../server/test/build/line-desk.ts'
import { buildManyCards, buildManyEntries, buildManySales } from '../server/test/build/many-sales.ts'
import { buildMerchantRow } from '../server/test/build/own-merchant.ts'
import { timesOf, type Times } from './run/time.ts'

const USERS = Number(process.argv[2] ?? 100_000)
const ORDERS = Number(process.argv[3] ?? 1_000_000)
const RESELLER = 260
const ROUNDS = 40
const PAGES = 500
const DAYS = 90

type Ask = { name: string; route: Route; input: object }
type Timed = Times & { name: string }

const list = (area: string, route: Route, inputs: readonly object[]): Ask[] =>
  inputs.map((input) => ({ name: `${area} ${JSON.stringify(input)}`, route, input }))

const asks = ({ packageId, nodeId }: Filled): Ask[] => [
  ...list('users', consoleApi.users.list, [
    {},
    ...['created', 'name', 'ends', 'balance'].flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
    { search: 'crowd.260.77' },
    { search: 'crowd777@' },
    { search: '0.777' },
    { search: 'owd77' },
    { search: 'example' },
    { search: '微信' },
    { search: '7777' },
    { state: 'active' },
    { state: 'expired' },
    { package: packageId },
    { endsWithinDays: 7 },
    { neverConnected: true },
    { overQuota: true },
    { node: nodeId },
    { node: nodeId, not: 'node' },
    { seenWithinDays: 7 },
    { seenWithinDays: 7, not: 'seenWithinDays' },
    { devicesFrom: 2 },
    { registeredFrom: new Date(clock.now().getTime() - DAY_MS).toISOString() },
  ]),
  ...list('orders', consoleApi.orders.list, [
    {},
    ...['createdAt', 'totalFen'].flatMap((sort) => [{ sort }, { sort: `-${sort}` }]),
    { search: 'many77' },
    { state: 'expired' },
    { action: 'new' },
    { paidBy: 'balance' },
    { minFen: 3000, maxFen: 3100 },
  ]),
  ...list('payments', consoleApi.payments.list, [{}, { sort: 'createdAt' }, { search: 'many77' }]),
  ...list('entries', consoleApi.money.entries, [{}, { sort: 'at' }, { kind: 'sale' }, { kind: 'waiver' }]),
  ...list('cards', consoleApi.cards.list, [{}, { state: 'void' }, { search: 'AB12' }, { search: 'many77' }]),
  ...list('invites', consoleApi.invites.list, [{}, { search: 'many77' }]),
  ...list('withdrawals', consoleApi.withdrawals.list, [{}, { state: 'paid' }, { sort: '-amountFen' }]),
  ...list('audit', consoleApi.audit.list, [{}, { action: 'prices' }]),
  ...list('statement', consoleApi.money.statement, [{}]),
  ...list('overview', consoleApi.overview.show, [{ days: 1 }, { days: 7 }, { days: 30 }, { days: 90 }]),
]

type Call = Awaited<ReturnType<typeof buildStaff>>['call']

/** The last page takes no longer than the first: each page follows the cursor of the one before. */
async function followPages(call: Call): Promise<Timed> {
  let cursor: string | null = null
  const times: number[] = []
  for (let count = 0; count < PAGES; count += 1) {
    const startedAt = performance.now()
    const page: { data: { nextCursor: string | null } } = await call(
      consoleApi.users.list,
      cursor === null ? {} : { cursor },
    )
    times.push(performance.now() - startedAt)
    cursor = page.data.nextCursor
    if (cursor === null) break
  }
  const last = times.slice(-20).sort((a, b) => a - b)
  return { name: `users, page ${times.length} by its cursor`, p50: last[10] ?? 0, p99: last.at(-1) ?? 0 }
}

type Filled = { packageId: number; nodeId: number }

/** Everybody has a note, every third was here today, every fourth has a line on one node, every tenth two devices. */
async function fillUse(db: Db): Promise<number> {
  const nodeId = await buildNode(db, { capacity: 100_000 })
  const now = clock.now()
  const everyone = 'from accounts where reseller_id = $1'
  await db.pool.query(
    `insert into account_notes (reseller_id, account_id, author, body, created_at) select $1, id, 'staff:1',
      case when id % 50 = 0 then '微信客户，已补天数 ' else '换了手机，asked for help ' end || id, $2 ${everyone}`,
    [RESELLER, now],
  )
  await db.pool.query(`select traffic_make_partition('traffic_days', date_trunc('month', $1::date)::date)`, [now])
  await db.pool.query(`insert into traffic_days select $2::date, $1, id, 1, 1 ${everyone} and id % 3 = 0`, [
    RESELLER,
    now,
  ])
  await db.pool.query(
    `insert into lines (reseller_id, account_id, node_id, sealed_credential, revision, state, state_since, created_at)
      select $1, id, $2, 'x'::bytea, 1, 'active', $3, $3 ${everyone} and id % 4 = 0`,
    [RESELLER, nodeId, now],
  )
  await db.pool.query(
    `insert into line_addresses select $1, id, $2, a.address, $3, $3 from accounts
      cross join (values (inet '198.51.100.1'), (inet '198.51.100.2')) a (address) where reseller_id = $1 and id % 10 = 0`,
    [RESELLER, nodeId, now],
  )
  return nodeId
}

/** Uses its own connections: a million rows take longer than the time limit of a call. */
async function fill({ config, app }: ProofServer, url: string): Promise<Filled> {
  const db = createDb({ url, poolSize: 2, statementTimeoutMs: 900_000 })
  try {
    const { packageId } = await buildCrowd(db, RESELLER, USERS)
    const nodeId = await fillUse(db)
    const { id: merchantId } = await buildMerchantRow({ db, config }, null)
    const firstAt = new Date(clock.now().getTime() - DAYS * DAY_MS)
    const everyMs = (DAYS * DAY_MS) / ORDERS
    const many = { resellerId: RESELLER, packageId, merchantId, firstAt, everyMs }
    await buildManySales(db, { ...many, accounts: 1000, orders: ORDERS })
    await buildManyEntries(db, RESELLER)
    await buildManyCards(db, RESELLER, 20_000)
    await db.pool.query('update resellers set created_at = $2 where id = $1', [RESELLER, firstAt])
    await db.pool.query('vacuum analyze')
    // Run the hourly jobs, day by day.
    const job = { db, config, now: clock.now(), log: app.log as never, isLastAttempt: false }
    await sumDays(job)
    await closeDays(job)
    return { packageId, nodeId }
  } finally {
    await db.close()
  }
}

async function run(server: ProofServer, url: string): Promise<void> {
  const filled = await fill(server, url)
  const { call } = await buildStaff(server, { resellerId: RESELLER, withTotp: true })
  const timed: Timed[] = []
  for (const { name, route, input } of asks(filled)) {
    const first = await call(route as never, input as never)
    if (first.status !== 200) throw new Error(`${name}: ${first.status} ${first.text}`)
    timed.push({ name, ...(await timesOf(ROUNDS, () => call(route as never, input as never))) })
  }
  timed.push(await followPages(call))
  for (const { name, p50, p99 } of timed)
    console.log(`${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)}  ${name}`)
  const slow = timed.filter(({ p99 }) => p99 > 200)
  console.log(`${timed.length} questions, ${slow.length} of them above 200 ms at p99`)
}

console.log(`${USERS} users, ${ORDERS} orders of one reseller; p50 and p99 in ms over ${ROUNDS} rounds`)
await withDatabase((url) => withServer(url, (server) => run(server, url), { patienceMs: 600_000 }))
