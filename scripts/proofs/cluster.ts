import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'

import { checkBooks } from '../../server/domains/books/check-books.ts'
import { isDatabaseAway } from '../../server/platform/db/database-away.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { migrate } from '../../server/platform/db/migrate.ts'
import { markMode } from '../../server/test/run/mark-mode.ts'
import { findProgram } from '../../server/test/run/requires.ts'
import { freePort } from '../../test/free-port.ts'
import { startDatabaseMachines, type DatabaseMachines } from './cluster/database-machines.ts'
import { switchOver, waitForAll } from './cluster/patroni.ts'
import { longestGapMs, startPayments, type PayLoad } from './cluster/pay-load.ts'
import { findLost, makeProbeTable, startWriter, type Writer } from './cluster/writer.ts'
import { sendUntilAcked, withPayWorld, type PayWorld } from './pay-world.ts'

/**
 * Three PostgreSQL servers under Patroni with the files of deploy/cluster, two of our processes, and payers. The
 * primary is killed, frozen, switched over and cut off. A short run: npm run proof -- cluster --kills 2 --freezes 1
 * With --pgbouncer the second process connects through pgbouncer.
 */
type Plan = { kills: number; freezes: number; freezeS: number; isPooled: boolean }
export type Figures = {
  /** Milliseconds without an acknowledged payment: database killed, whole machine lost, frozen, switched over. */
  killed: number[]
  lost: number[]
  frozen: number[]
  switched: { gapMs: number; failed: number; repeated: number }
  /** Payments that the old primary acknowledged after it was cut off. */
  ackedAlone: number
  payments: { begun: number; acked: number; missing: number; ackedButUnpaid: number; unfinished: number }
  inserts: { acked: number; lost: number }
  truth: { paid: number; paidFen: number }
  ours: { paid: number; paidFen: number; creditedFen: number }
  failed: readonly string[]
  answers: Record<string, number>
  bookProblems: string[]
}

const NEEDED = {
  patroni: 'patroni',
  etcd: 'etcd-server',
  haproxy: 'haproxy',
  ip: 'iproute2',
  setpriv: 'util-linux',
} as const
const POSTGRES = '/usr/lib/postgresql/15/bin/postgres'
/** The sum of ttl, one check by all machines and the promotion. */
const GAP_MAX_MS = 12_000
const WARM_UP_MS = 3_000
const CUT_OFF_MS = 25_000
/** Time for messages that were under way when the route was removed. */
const ON_ITS_WAY_MS = 1_000

export async function prove(): Promise<boolean> {
  const lack = findLack()
  if (lack) {
    console.log(`  ✗ ${lack}`)
    return false
  }
  const plan = readPlan()
  const cluster = await startDatabaseMachines()
  const end = () => {
    cluster.stop()
    process.exit(1)
  }
  process.once('SIGINT', end).once('SIGTERM', end).once('SIGHUP', end)
  try {
    for (const machine of cluster.machines) cluster.start(machine)
    await waitForAll(cluster)
    const figures = await withPayWorld(await makeDatabase(cluster), (world) => proveWith(cluster, world, plan))
    print(figures)
    const problems = findProblems(figures)
    for (const problem of problems) console.log(`  ✗ ${problem}`)
    return problems.length === 0
  } finally {
    process.off('SIGINT', end).off('SIGTERM', end).off('SIGHUP', end)
    cluster.stop()
  }
}

function readPlan(): Plan {
  const number = (text: string | undefined, usual: number) => (text === undefined ? usual : Number(text))
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      kills: { type: 'string' },
      freezes: { type: 'string' },
      'freeze-seconds': { type: 'string' },
      pgbouncer: { type: 'boolean' },
    },
  })
  return {
    kills: number(values.kills, 20),
    freezes: number(values.freezes, 5),
    freezeS: number(values['freeze-seconds'], 60),
    isPooled: values.pgbouncer ?? false,
  }
}

function findLack(): string | null {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return 'it needs root on a Linux, for networks of its own'
  const missing = Object.entries(NEEDED).filter(([program]) => findProgram(program) === null)
  const names = [...missing.map(([, name]) => name), ...(existsSync(POSTGRES) ? [] : ['postgresql-15'])]
  return names.length === 0 ? null : `not installed: apt-get install ${names.join(' ')} python3-etcd`
}

/** Follows docs/operations/install.md: a separate role that owns its database. */
async function makeDatabase({ url }: DatabaseMachines): Promise<string> {
  const password = randomBytes(16).toString('hex')
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(`create role yuxian login password '${password}'`)
  // Settings that pgbouncer does not pass on.
  await client.query(`alter role yuxian set statement_timeout = '30s'`)
  await client.query(`alter role yuxian set idle_in_transaction_session_timeout = '60s'`)
  await client.query(`create database yuxian owner yuxian template template0 encoding 'UTF8' locale 'C.UTF-8'`)
  await client.end()
  const own = Object.assign(new URL(url), { username: 'yuxian', password, pathname: '/yuxian' }).href
  const db = createDb({ url: own, poolSize: 2 })
  await migrate(db)
    .then(() => markMode(db, 'sandbox'))
    .finally(() => db.close())
  return own
}

async function proveWith(cluster: DatabaseMachines, world: PayWorld, plan: Plan): Promise<Figures> {
  await world.control.change({ isOn: false })
  await makeProbeTable(cluster.url)
  const DATABASE_URL = plan.isPooled ? await cluster.pool(world.config.databaseUrl!) : world.config.databaseUrl!
  const servers = [await world.start(), await world.start(await freePort(), { DATABASE_URL })]
  const load = await startPayments(
    world,
    servers.map(({ url }) => url),
  )
  const writer = startWriter(cluster.url)
  const killed: number[] = []
  const lost: number[] = []
  for (let round = 1; round <= plan.kills; round += 1) {
    const isWhole = round % 2 === 0
    const gapMs = await kill(cluster, load, isWhole)
    ;(isWhole ? lost : killed).push(gapMs)
    console.log(`  kill ${round}, ${isWhole ? 'everything on the machine' : 'the database'}: ${seconds(gapMs)}`)
  }
  const frozen: number[] = []
  for (let round = 1; round <= plan.freezes; round += 1) {
    frozen.push(await freeze(cluster, load, plan.freezeS * 1000))
    console.log(`  freeze ${round} of ${plan.freezeS} s: ${seconds(frozen.at(-1)!)}`)
  }
  const switched = await switchUnderLoad(cluster, load)
  const ackedAlone = await cutOff(cluster, load)
  await load.stop()
  await writer.stop()
  for (const fault of findFaults(servers.map(({ output }) => output()))) console.log(`  fault: ${fault}`)
  await sendUntilAcked(
    load.letters.filter(({ outTradeNo }) => !load.acked.has(outTradeNo)),
    8,
  )
  return { killed, lost, frozen, switched, ackedAlone, ...(await judge(cluster, world, load, writer)) }
}

/** An answer 500 is an unexpected fault. Its reason is in the log, among those of answers 503. */
function findFaults(outputs: readonly string[]): string[] {
  const lines = outputs.flatMap((text) => text.split('\n')).filter((line) => line.includes('"request failed"'))
  const errors = lines.map((line) => (JSON.parse(line) as { err: { message: string; errorCode?: string } }).err)
  const strange = errors.filter(
    ({ message, errorCode }) => !isDatabaseAway(Object.assign(new Error(message), { code: errorCode ?? '' })),
  )
  return [...new Set(strange.map(({ message, errorCode }) => `${errorCode ?? ''} ${message}`))]
}

async function kill(cluster: DatabaseMachines, load: PayLoad, isWhole: boolean): Promise<number> {
  const { primary } = await waitForAll(cluster)
  await sleep(WARM_UP_MS)
  const since = performance.now()
  if (isWhole) cluster.killAll(primary)
  else cluster.killDatabase(primary)
  await waitForPayments(load, since)
  if (isWhole) cluster.start(primary)
  await waitForAll(cluster)
  return longestGapMs(load.ackedAt, since)
}

async function freeze(cluster: DatabaseMachines, load: PayLoad, forMs: number): Promise<number> {
  const { primary } = await waitForAll(cluster)
  await sleep(WARM_UP_MS)
  const since = performance.now()
  const frozen = cluster.freeze(primary)
  await sleep(forMs).finally(frozen.thaw)
  await waitForPayments(load, performance.now())
  await waitForAll(cluster)
  return longestGapMs(load.ackedAt, since)
}

async function switchUnderLoad(cluster: DatabaseMachines, load: PayLoad): Promise<Figures['switched']> {
  const roles = await waitForAll(cluster)
  await sleep(WARM_UP_MS)
  const count = () => [...load.answers].reduce((sum, [name, times]) => (name === 'done' ? sum : sum + times), 0)
  const [since, failedBefore, repeatedBefore] = [performance.now(), load.failed.length, count()]
  await switchOver(cluster, roles)
  await waitForPayments(load, since)
  await waitForAll(cluster)
  await sleep(WARM_UP_MS)
  return {
    gapMs: longestGapMs(load.ackedAt, since),
    failed: load.failed.length - failedBefore,
    repeated: count() - repeatedBefore,
  }
}

/** Cuts the primary off from the other machines, but not from its client. */
async function cutOff(cluster: DatabaseMachines, load: PayLoad): Promise<number> {
  const { primary } = await waitForAll(cluster)
  const there = startWriter(cluster.urlOf(primary), 1_000_000_000)
  await sleep(WARM_UP_MS)
  const before = there.acked.length
  primary.cutOff()
  const since = performance.now()
  try {
    await sleep(CUT_OFF_MS)
    await waitForPayments(load, since + ON_ITS_WAY_MS)
  } finally {
    primary.rejoin()
  }
  await there.stop()
  const alone = there.acked.filter(({ at }) => at > since + ON_ITS_WAY_MS).length
  console.log(`  cut off: ${before} inserts acknowledged by the old primary before, ${alone} after`)
  await waitForAll(cluster)
  const lost = await findLost(cluster.url, there)
  if (before === 0) throw new Error('Nobody wrote to the primary before it was cut off')
  return alone + lost.length
}

/** Waits for a second with acknowledged payments. */
async function waitForPayments(load: PayLoad, since: number): Promise<void> {
  const until = performance.now() + 120_000
  const count = () => load.ackedAt.filter((time) => time > since).length
  while (count() < 20 && performance.now() < until) await sleep(100)
}

async function judge(cluster: DatabaseMachines, { db, control }: PayWorld, load: PayLoad, writer: Writer) {
  const rows = await db.kysely
    .selectFrom('payments')
    .select(['outTradeNo', 'state'])
    .where('outTradeNo', 'in', [...load.begun])
    .execute()
  const paid = new Set(rows.filter(({ state }) => state === 'paid').map(({ outTradeNo }) => outTradeNo))
  const truth = await control.totals()
  const { rows: sums } = await db.pool.query<{ paid: number; paid_fen: number; credited_fen: number }>(
    `select count(*)::integer as paid, coalesce(sum(amount_fen), 0)::bigint as paid_fen,
            (select -coalesce(sum(p.amount_fen), 0)::bigint from ledger_postings p
               join ledger_accounts a on a.id = p.ledger_account_id and a.kind = 'outside') as credited_fen
       from payments where state = 'paid'`,
  )
  const { paid: count, paid_fen: paidFen, credited_fen: creditedFen } = sums[0]!
  return {
    payments: {
      begun: load.begun.size,
      acked: load.acked.size,
      missing: load.begun.size - rows.length,
      ackedButUnpaid: [...load.acked].filter((number) => !paid.has(number)).length,
      unfinished: load.letters.filter(({ outTradeNo }) => !paid.has(outTradeNo)).length,
    },
    inserts: { acked: writer.acked.length, lost: (await findLost(cluster.url, writer)).length },
    truth: { paid: truth.paid, paidFen: truth.paidFen },
    ours: { paid: count, paidFen, creditedFen },
    failed: load.failed,
    answers: Object.fromEntries(load.answers),
    bookProblems: (await checkBooks(db)).problems,
  }
}

export function findProblems(figures: Figures): string[] {
  const { payments, inserts, truth, ours, switched, ackedAlone, failed } = figures
  const slow = [...figures.killed, ...figures.lost].filter((ms) => ms > GAP_MAX_MS)
  const problems: [boolean, string][] = [
    [payments.acked < 100 || inserts.acked < 100, 'hardly anything was acknowledged'],
    [payments.missing > 0, `${payments.missing} payments that were begun are not there`],
    [payments.ackedButUnpaid > 0, `${payments.ackedButUnpaid} acknowledged payments were lost`],
    [payments.unfinished > 0, `${payments.unfinished} payments never ended`],
    [inserts.lost > 0, `${inserts.lost} acknowledged inserts were lost`],
    [ours.paid !== truth.paid || ours.paidFen !== truth.paidFen, 'our payments are not those of the cashier'],
    [ours.creditedFen !== truth.paidFen, `${ours.creditedFen} fen were credited, ${truth.paidFen} paid`],
    [switched.failed > 0, `${switched.failed} payments failed by the switchover`],
    [ackedAlone > 0, `${ackedAlone} inserts were acknowledged by a primary that was cut off`],
    [slow.length > 0, `${slow.length} kills took service away for longer than ${GAP_MAX_MS / 1000} s`],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...failed, ...figures.bookProblems]
}

function print(figures: Figures): void {
  const { payments, inserts, truth, ours, switched } = figures
  console.log('Without an acknowledged payment:')
  console.log(`  the database killed -9 ${show(figures.killed)}`)
  console.log(`  the whole machine killed ${show(figures.lost)}`)
  console.log(`  the machine frozen ${show(figures.frozen)}`)
  console.log(
    `  switchover: ${seconds(switched.gapMs)}, ${switched.failed} failed, ${switched.repeated} calls repeated`,
  )
  console.log(
    `${payments.begun} payments begun, ${payments.acked} acknowledged, ${payments.ackedButUnpaid} of them lost`,
  )
  console.log(`${inserts.acked} inserts acknowledged, ${inserts.lost} lost; ${figures.ackedAlone} by a primary cut off`)
  console.log(`answers: ${JSON.stringify(figures.answers)}`)
  console.log(`The cashier took ${truth.paidFen} fen in ${truth.paid} trades`)
  console.log(`Our payments say ${ours.paidFen} fen in ${ours.paid}; the ledger was credited ${ours.creditedFen} fen`)
  console.log(`Books: ${figures.bookProblems.length} problems`)
}

function show(times: readonly number[]): string {
  if (times.length === 0) return 'not tried'
  const sorted = times.toSorted((a, b) => a - b)
  const middle = sorted[Math.floor((sorted.length - 1) / 2)]!
  return `${times.length} times: p50 ${seconds(middle)}, max ${seconds(sorted.at(-1)!)}`
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`
}
