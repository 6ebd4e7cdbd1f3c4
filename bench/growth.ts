// Whether a call takes longer in a large shop than in a small one: `npm run bench -- growth [users] [days]`. Everything
// is in one reseller, which is the hardest case: 20 nodes, and for each user a line, a sale and some days of traffic
// with four rows each. Five days of a million users are 20 million rows; 25 days are 100 million rows and take 30 GB of
// disk.
import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'

import { api } from '../contract/api.ts'
import { consoleApi } from '../contract/console/api.ts'
import type { Route } from '../contract/route.ts'
import { buildWeb } from '../scripts/build-web.ts'
import { withDatabase, withServer, type ProofServer } from '../scripts/proofs/throwaway-server.ts'
import { loadSight, setMark } from '../server/domains/books/book-mark.ts'
import { checkFromMark, checkWhole } from '../server/domains/books/check-from-mark.ts'
import { getFeedUrl } from '../server/domains/feeds/load-link.ts'
import { readOverview } from '../server/domains/monitor/figures/get-overview.ts'
import { countTraffic } from '../server/domains/traffic/count-traffic.ts'
import type { Batch } from '../server/domains/traffic/queries.ts'
import type { Db } from '../server/platform/db/db.ts'
import { withSlowDb } from '../server/platform/db/slow-db.ts'
import { createLog } from '../server/platform/log.ts'
import { buildSession } from '../server/test/build/build-session.ts'
import { buildStaff } from '../server/test/build/build-staff.ts'
import { buildAccount } from '../server/test/build/factories.ts'
import { fund, fundReseller } from '../server/test/build/money-factories.ts'
import { fillShop, RESELLER, type Shop } from './fill-shop.ts'
import { ROWS_A_DAY } from './fill-traffic.ts'
import { figureOf, loadNow, machineName } from './run/figures.ts'
import { CALLS, weighServer } from './weigh-server.ts'
import { writeDoc } from './write-doc.ts'

const SMALL = 1000
const LARGE = 1_000_000
const DAYS = 5
const ROUNDS = 30
const MOST_RATIO = 1.3
const MOST_MEMORY = 1.1
/** Number of callers while the server's memory is measured. */
const MOST_CALLERS = 5000
const PATIENCE_MS = 600_000
/** A table with this many rows must never be read from one end to the other. */
const MANY_ROWS = 10_000
/** Time until an idle connection reports its statistics. */
const TELLS_AFTER_MS = 11_000

/** One call. Its preparation is not measured. */
type Work = {
  name: string
  prepare?: () => Promise<unknown>
  run: (prepared: never) => Promise<unknown>
  rounds?: number
  /** What the call reads more of in a large shop. Such a call is reported but not judged. */
  grows?: string
}
type Measured = { works: readonly Work[]; db: Db; weigh: () => Promise<number> }
type Asker = { server: ProofServer; shop: Shop; users: number; token: string }

/** Writes the table into docs/performance.md if it was measured at full size. */
export async function measureGrowth(users = LARGE, days = DAYS): Promise<void> {
  await buildWeb({ log: console.log })
  const rows = await withShop(SMALL, days, (small) => withShop(users, days, (large) => compareAll(small, large)))
  const count = (number: number) => number.toLocaleString('en')
  const rowsOf = (number: number) => count(number * days * ROWS_A_DAY)
  const table = [
    `Machine: ${machineName()}. Load: ${loadNow()}. Medians of ${ROUNDS}, small and large in turn, one call at a time.`,
    `Rows of traffic: ${rowsOf(SMALL)} in the small shop, ${rowsOf(users)} in the large one, by the hour and by the day.`,
    '',
    `| what | ${count(SMALL)} users | ${count(users)} users | ratio | |`,
    '| --- | --- | --- | --- | --- |',
    ...rows.table,
    '',
    `Large tables that were read from one end to the other meanwhile, the last two lines aside: ${rows.scanned.join(', ') || 'none'}.`,
  ]
  console.log(table.join('\n'))
  if (users === LARGE) await writeDoc('performance.md', 'growth', table)
}

async function compareAll(small: Measured, large: Measured): Promise<{ table: string[]; scanned: string[] }> {
  const parts = (measured: Measured, grows: boolean) => measured.works.filter((work) => Boolean(work.grows) === grows)
  const before = await countScans(large.db)
  const flat = await compare(parts(small, false), parts(large, false))
  const after = await countScans(large.db)
  const scanned = [...after].filter(([table, count]) => count > (before.get(table) ?? 0)).map(([table]) => table)
  const grown = await compare(parts(small, true), parts(large, true))
  return { table: [...flat, await compareMemory(small, large), ...grown], scanned }
}

/** Compares the memory of a server process that answers many users. Each is measured alone on the machine. */
async function compareMemory(small: Measured, large: Measured): Promise<string> {
  const [before, after] = [await small.weigh(), await large.weigh()]
  const ratio = after / before
  const judged = ratio <= MOST_MEMORY ? 'met' : `to reach ≤ ${MOST_MEMORY}`
  return `| memory of the server, ${CALLS.toLocaleString('en')} calls | ${before.toFixed(0)} MB | ${after.toFixed(0)} MB | ${ratio.toFixed(2)} | ${judged} |`
}

/** How often each large table was read as a whole, by any connection. */
async function countScans({ pool }: Db): Promise<Map<string, number>> {
  await setTimeout(TELLS_AFTER_MS)
  const { rows } = await pool.query<{ name: string; scans: number }>(
    `select s.relname as name, s.seq_scan as scans from pg_stat_user_tables s join pg_class c on c.oid = s.relid
     where c.reltuples > $1`,
    [MANY_ROWS],
  )
  return new Map(rows.map(({ name, scans }) => [name, Number(scans)]))
}

/** Measures both shops in turn, so that other work on the machine affects both alike. */
async function compare(small: readonly Work[], large: readonly Work[]): Promise<string[]> {
  const rows: string[] = []
  for (const [at, work] of small.entries()) {
    const times: [number[], number[]] = [[], []]
    for (let round = 0; round < (work.rounds ?? ROUNDS); round += 1) {
      times[0].push(await timeOf(work))
      times[1].push(await timeOf(large[at]!))
    }
    const [before, after] = times.map((own) => figureOf(own).median) as [number, number]
    const ratio = after / before
    const cells = [work.name, `${before.toFixed(1)} ms`, `${after.toFixed(1)} ms`, ratio.toFixed(2)]
    rows.push(`| ${cells.join(' | ')} | ${work.grows ?? (ratio <= MOST_RATIO ? 'met' : `to reach ≤ ${MOST_RATIO}`)} |`)
    console.log(rows.at(-1))
  }
  return rows
}

async function timeOf({ prepare, run }: Work): Promise<number> {
  const prepared = (await prepare?.()) as never
  const startedAt = performance.now()
  await run(prepared)
  return performance.now() - startedAt
}

function withShop<T>(users: number, days: number, work: (measured: Measured) => Promise<T>): Promise<T> {
  return withDatabase((url, folder) =>
    withServer(
      url,
      async (server) => {
        console.log(`Filling a shop of ${users.toLocaleString('en')} users …`)
        const startedAt = performance.now()
        const shop = await fillShop({ url, config: server.config }, users, days)
        console.log(`Filled in ${((performance.now() - startedAt) / 1000).toFixed(0)} s, load ${loadNow()}`)
        await fundReseller(server.db, RESELLER, 1_000_000_000)
        const token = await buildSession(server.db, shop.account)
        const works = await listWorks({ server, shop, users, token })
        const lastDays = lastDaysOf(server.config.businessTz)
        const callers = Math.min(users, MOST_CALLERS)
        const weigh = () => weighServer({ server, folder, firstId: shop.firstId, users: callers, lastDays })
        return work({ works, db: server.db, weigh })
      },
      { patienceMs: PATIENCE_MS },
    ),
  )
}

async function listWorks(asker: Asker): Promise<Work[]> {
  const { server, shop, users, token } = asker
  const accountId = shop.account.id
  const { db, config } = server
  const callAsStaff = makeStaffCalls(server)
  const feed = new URL(await getFeedUrl({ db, config }, { resellerId: RESELLER, accountId })).pathname
  const log = createLog('silent')
  await skipPast(db)
  const view = { resellerId: null, hasPlatform: true, language: 'zh-CN' as const }
  // Both searches find one row: only the number of rows to search differs.
  const search = { search: `crowd.${RESELLER}.${users}` }
  return [
    { name: 'user information', run: () => ask(server, api.accounts.info, { dailiKey: RESELLER }, token) },
    {
      name: 'purchase from the balance',
      prepare: () => preparePurchase(asker),
      run: (buy: () => Promise<unknown>) => buy(),
    },
    { name: 'list of nodes', run: () => ask(server, api.lines.nodes, {}, token) },
    { name: 'own lines with their traffic of today', run: () => ask(server, api.lines.list, {}, token) },
    { name: 'usage page, 30 days', run: () => ask(server, api.traffic.usage, lastDaysOf(config.businessTz), token) },
    { name: 'own traffic of the month', run: () => ask(server, api.traffic.own, { range: 'month' }, token) },
    { name: 'search in the console', run: () => callAsStaff(consoleApi.users.list, search) },
    { name: "a user's traffic in the console", run: () => callAsStaff(consoleApi.user.traffic, { id: accountId }) },
    {
      name: `traffic, a batch of ${shop.batch.items.length}`,
      prepare: () => Promise.resolve({ ...shop.batch, batchId: randomUUID() }),
      run: (batch: Batch) => countTraffic({ db, config, log, now: new Date() }, batch),
    },
    { name: 'snapshot of the monitor', run: () => readOverview(db, config, view, new Date()) },
    { name: 'check of the books, every ten minutes', run: () => checkNew(db) },
    { name: 'feed document', run: () => readText(server.url + feed) },
    {
      name: 'overview in the console, 30 days',
      run: () => callAsStaff(consoleApi.overview.show, { days: 30 }),
    },
    {
      name: 'whole check of the books, at night',
      rounds: 3,
      grows: 'reads all of it',
      run: () => withSlowDb(db, PATIENCE_MS, checkWhole),
    },
  ]
}

/** Signs in with the first call: a session made earlier would end while the large shop is being filled. */
function makeStaffCalls(server: ProofServer) {
  let staff: ReturnType<typeof buildStaff> | undefined
  return async (route: Route, input: object) => {
    staff ??= buildStaff(server, { resellerId: RESELLER })
    const { status, text } = await (await staff).call(route as never, input as never)
    if (status !== 200) throw new Error(`${route.path} answered ${status} ${text}`)
  }
}

/** Sales were written without the ledger's own function. Skip them, because they are not measured. */
async function skipPast(db: Db): Promise<void> {
  const { lastId, xid } = await loadSight(db)
  await setMark(db, { checkedUntil: lastId, checkedCount: lastId, seenUntil: lastId, seenXid: xid })
}

async function checkNew(db: Db): Promise<void> {
  const { isWhole, problems } = await checkFromMark(db)
  if (isWhole || problems.length > 0) throw new Error(`The new part of the books was not checked alone: ${problems[0]}`)
}

async function readText(url: string): Promise<string> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`)
  return answer.text()
}

async function preparePurchase({ server, shop }: Asker): Promise<() => Promise<unknown>> {
  const account = await buildAccount(server.db, { resellerId: RESELLER })
  await fund(server.db, account, 3000)
  const token = await buildSession(server.db, account)
  const wish = { action: 'new', packageId: String(shop.packageId), period: 'month' }
  const { quoteId } = await ask<{ quoteId: string }>(server, api.packages.quote, wish, token)
  return () => ask(server, api.packages.buy, { quoteId, payBy: 'balance', key: randomUUID() }, token)
}

async function ask<T>({ url }: ProofServer, { method, path }: Route, input: object, token: string): Promise<T> {
  const query = method === 'GET' ? `?${new URLSearchParams(input as Record<string, string>)}` : ''
  const answer = await fetch(url + path + query, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(input) }),
  })
  const { data, code } = (await answer.json()) as { data: T; code?: string }
  if (!answer.ok) throw new Error(`${path} answered ${answer.status} ${code}`)
  return data
}

function lastDaysOf(timeZone: string) {
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toLocaleDateString('sv', { timeZone })
  return { from: day(29), to: day(0), by: 'day' as const }
}
