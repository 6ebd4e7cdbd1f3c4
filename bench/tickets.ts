import process from 'node:process'

import { api } from '../contract/api.ts'
import { consoleApi } from '../contract/console/api.ts'
// How long the help desk takes with 100,000 tickets and 1,000,000 messages of one reseller: `node bench/tickets.ts
// [tickets] [messages] [reseller]`. It calls every filter, search and sort of the queue, its last page by following the
// cursors, threads short and long, the platform's queue, and what a user has, through the whole application. The aim:
// 99 of 100 answers within 200 ms. Beside each question stands how many times as long it takes as a user's list of own
// tickets, asked in turn with it: that tells how it grows, whatever else the machine does. Key 0 is the hardest reseller for the platform's queue, which has all of its tickets.
import { DAY_MS } from '../contract/durations.ts'
import { ticketCategories, ticketHolders, ticketStates } from '../contract/ticket-choices.ts'
import { withDatabase, withServer, type ProofServer } from '../scripts/proofs/throwaway-server.ts'
import { clock } from '../server/platform/clock.ts'
import { createDb } from '../server/platform/db/db.ts'
import { buildCrowd } from '../server/test/build/build-crowd.ts'
import { buildSession } from '../server/test/build/build-session.ts'
import { buildStaff } from '../server/test/build/build-staff.ts'
import { buildReseller } from '../server/test/build/factories.ts'
import { buildManyTickets } from '../server/test/build/many-tickets.ts'
import { percentiles, timesOf, type Times } from './run/time.ts'

const TICKETS = Number(process.argv[2] ?? 100_000)
const MESSAGES = Number(process.argv[3] ?? 1_000_000)
const RESELLER = Number(process.argv[4] ?? 260)
const USERS = 10_000
const ROUNDS = 40
const DAYS = 90
const SMALL = 'own list'

type Work = { name: string; work: () => Promise<{ status: number; text: string }> }
type Timed = Times & { name: string; ratio: number }
type Filled = { first: number; last: number; accountId: number }

/** Uses its own connections: a million rows take longer than the time limit of a call. */
async function fill({ db: own }: ProofServer, url: string): Promise<Filled> {
  await buildReseller(own, { id: RESELLER })
  const db = createDb({ url, poolSize: 2, statementTimeoutMs: 900_000 })
  try {
    const { firstId } = await buildCrowd(db, RESELLER, USERS)
    const firstAt = new Date(clock.now().getTime() - DAYS * DAY_MS)
    const many = { resellerId: RESELLER, tickets: TICKETS, messages: MESSAGES, firstAt }
    return { ...(await buildManyTickets(db, { ...many, everyMs: (DAYS * DAY_MS) / TICKETS })), accountId: firstId }
  } finally {
    await db.close()
  }
}

type Call = Awaited<ReturnType<typeof buildStaff>>['call']

const FILTERS: readonly object[] = [
  {},
  { sort: '-waitsSince' },
  ...ticketStates.flatMap((state) => [{ state }, { state, sort: '-waitsSince' }]),
  ...ticketCategories.flatMap((category) => [{ category }, { category, state: 'open' }]),
]

/** Words that everybody, many, few and nobody wrote; in titles, in messages, in names. */
const SEARCHES = [
  '你好',
  '连不上',
  '连不上，香港节点',
  '客户端 v17',
  '路由器旁路由',
  'order 1679091c',
  'order',
  '没有人写过这个',
  '上连',
  'a',
  '#7777',
  'crowd.',
  `crowd.${RESELLER}.77`,
].map((search) => ({ search }))

function officeWork(call: Call, { first, last, accountId }: Filled, options: { reseller?: number }): Work[] {
  const { tickets } = consoleApi
  const asked = [
    ...FILTERS,
    ...ticketHolders.flatMap((holder) => [{ holder }, { holder, state: 'open' }]),
    { account: accountId },
    ...SEARCHES,
    ...SEARCHES.map((search) => ({ ...search, state: 'open' })),
  ]
  return [
    ...asked.map((input) => ({
      name: `queue ${JSON.stringify(input)}`,
      work: () => call(tickets.list, input, options),
    })),
    ...[first, last].map((ticketId) => ({
      name: ticketId === last ? 'thread of a thousand messages' : 'thread',
      work: () => call(tickets.show, { ticketId }, options),
    })),
  ]
}

function platformWork(call: Call): Work[] {
  const asked = [...FILTERS, ...SEARCHES, ...SEARCHES.map((search) => ({ ...search, state: 'open' }))]
  return asked.map((input) => ({
    name: `platform ${JSON.stringify(input)}`,
    work: () => call(consoleApi.tickets.handed, input),
  }))
}

async function userWork({ app, db }: ProofServer, { first, last }: Filled): Promise<Work[]> {
  const works: Work[] = []
  for (const ticketId of [first, last]) {
    const account = await db.kysely
      .selectFrom('tickets')
      .select(['accountId as id', 'resellerId'])
      .where('resellerId', '=', RESELLER)
      .where('id', '=', ticketId)
      .executeTakeFirstOrThrow()
    const headers = { authorization: `Bearer ${await buildSession(db, account)}` }
    const ask = async (path: string) => {
      const { statusCode, body } = await app.inject({ url: path, headers })
      return { status: statusCode, text: body }
    }
    works.push({ name: SMALL, work: () => ask(api.tickets.list.path) })
    works.push({ name: 'own thread', work: () => ask(`${api.tickets.show.path}?ticketId=${ticketId}`) })
  }
  return works
}

async function timesInTurn(work: Work['work'], small: Work['work']): Promise<Times & { ratio: number }> {
  const beside: number[] = []
  const times = await timesOf(ROUNDS, work, async () => {
    const { p50 } = await timesOf(1, small)
    beside.push(p50)
  })
  const { p50 } = percentiles(beside)
  return { ...times, ratio: times.p50 / p50 }
}

/** The last page takes no longer than the first: each page follows the cursor of the one before. */
async function followPages(call: Call, options: { reseller?: number }): Promise<Timed> {
  const times: number[] = []
  let cursor: string | null = null
  do {
    const startedAt = performance.now()
    const page: { data: { nextCursor: string | null } } = await call(
      consoleApi.tickets.list,
      { limit: 100, ...(cursor === null ? {} : { cursor }) },
      options,
    )
    times.push(performance.now() - startedAt)
    cursor = page.data.nextCursor
  } while (cursor !== null)
  const [first, last] = [percentiles(times.slice(0, ROUNDS)), percentiles(times.slice(-ROUNDS))]
  const name = `queue, the last of ${times.length} pages by its cursor; the ratio is to the first ones`
  return { name, ...last, ratio: last.p50 / first.p50 }
}

async function run(server: ProofServer, url: string): Promise<void> {
  const filled = await fill(server, url)
  const options = RESELLER === 0 ? { reseller: 0 } : {}
  const operator = await buildStaff(server, { resellerId: null, withTotp: true })
  const office = RESELLER === 0 ? operator : await buildStaff(server, { resellerId: RESELLER, withTotp: true })
  const works = [
    ...officeWork(office.call, filled, options),
    ...platformWork(operator.call),
    ...(await userWork(server, filled)),
  ]
  const small = works.find(({ name }) => name === SMALL)!
  const timed: Timed[] = []
  for (const { name, work } of works) {
    const { status, text } = await work()
    if (status !== 200) throw new Error(`${name}: ${status} ${text}`)
    timed.push({ name, ...(await timesInTurn(work, small.work)) })
  }
  timed.push(await followPages(office.call, options))
  for (const { name, p50, p99, ratio } of timed)
    console.log(`${p50.toFixed(1).padStart(8)} ${p99.toFixed(1).padStart(8)} ${ratio.toFixed(1).padStart(7)}  ${name}`)
  const slow = timed.filter(({ p99 }) => p99 > 200)
  const worst = timed.reduce((one, other) => (other.p99 > one.p99 ? other : one))
  console.log(`${timed.length} questions, ${slow.length} of them above 200 ms at p99; the slowest: ${worst.name}`)
}

console.log(
  `${TICKETS} tickets, ${MESSAGES} messages of reseller ${RESELLER}; p50 and p99 in ms over ${ROUNDS} rounds, ratio`,
)
await withDatabase((url) => withServer(url, (server) => run(server, url), { patienceMs: 600_000 }))
