import { randomInt, randomUUID } from 'node:crypto'

import { readConfig } from '../../server/config.ts'
import { countTraffic } from '../../server/domains/traffic/count-traffic.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { createLog } from '../../server/platform/log.ts'
import { applyUsers } from './apply-users.ts'
import { inParallel, shuffle } from './pay-world.ts'
import { withDatabase } from './throwaway-server.ts'

/** Sends this many rows in batches, a share of them twice, `atOnce` at a time. */
export type Load = { users: number; rows: number; perBatch: number; twicePercent: number; atOnce: number }
type Totals = { up: number; down: number; charged: number }
export type Figures = {
  seconds: number
  rows: number
  sentTwice: number
  foundTwice: number
  sent: Totals
  hours: Totals
  days: Omit<Totals, 'charged'>
  batches: Omit<Totals, 'charged'>
  usedBytes: number
  /** Owners whose hours and subscription do not agree. */
  ownersOff: number
}
type Batch = { nodeId: number; batchId: string; items: { number: number; up: number; down: number }[] }
type World = { nodes: { id: number; ratePercent: number; numbers: number[] }[] }

const FULL: Load = { users: 10_000, rows: 1_000_000, perBatch: 1000, twicePercent: 20, atOnce: 8 }
const CROWD = 10_000
const RATES = [100, 150, 33, 0]

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => ingestRows(url, FULL))
  const problems = findProblems(figures, FULL)
  print(figures)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  const applied = await withDatabase((url) => applyUsers(url, CROWD))
  console.log(`${applied.users} users applied on one node in ${applied.seconds.toFixed(1)} s (aim 15 s)`)
  if (!applied.lastOneWorks) console.log('  ✗ a line installed afterwards does not work')
  return problems.length === 0 && applied.lastOneWorks
}

/** Every user has a line on every node, so that batches of all nodes meet at the same subscriptions. */
export async function ingestRows(databaseUrl: string, load: Load): Promise<Figures> {
  const config = readConfig({ DATABASE_URL: databaseUrl, SECRET_KEY: 'x'.repeat(32), LOG_LEVEL: 'silent' })
  // Nearly any two batches share a subscription and wait for each other, which takes long on a slow machine.
  const waits = { statementTimeoutMs: 600_000 }
  const db = createDb({ url: databaseUrl, poolSize: load.atOnce, applicationName: 'yuxian-proof', ...waits })
  const log = createLog(config.logLevel)
  try {
    const world = await buildWorld(db, load.users)
    const batches = makeBatches(world, load)
    const again = shuffle([...batches]).slice(0, Math.floor((batches.length * load.twicePercent) / 100))
    const startedAt = performance.now()
    const answers = await inParallel(shuffle([...batches, ...again]), load.atOnce, (batch) =>
      countTraffic(
        { db, config, log, now: new Date() },
        { ...batch, boot: 'proof', seq: 1, seconds: 600, repeatSeconds: null },
      ),
    )
    const seconds = (performance.now() - startedAt) / 1000
    const foundTwice = answers.filter(({ duplicate }) => duplicate).length
    const rows = batches.reduce((sum, { items }) => sum + items.length, 0)
    const counted = await readTotals(db)
    return { seconds, rows, sentTwice: again.length, foundTwice, sent: sumSent(world, batches), ...counted }
  } finally {
    await db.close()
  }
}

export function findProblems(figures: Figures, load: Load): string[] {
  const { sent, hours, days, batches } = figures
  const differs = (name: string, got: object) =>
    Object.entries(got).flatMap(([part, bytes]) =>
      bytes === sent[part as keyof Totals] ? [] : [`${name}: ${bytes} ${part} of ${sent[part as keyof Totals]} sent`],
    )
  return [
    ...(figures.rows === load.rows ? [] : [`${figures.rows} of ${load.rows} rows were sent`]),
    ...(figures.foundTwice === figures.sentTwice
      ? []
      : [`${figures.foundTwice} of ${figures.sentTwice} repeated batches were known`]),
    ...differs('hours', hours),
    ...differs('days', days),
    ...differs('batches', batches),
    ...(figures.usedBytes === sent.charged ? [] : [`${figures.usedBytes} of ${sent.charged} bytes were charged`]),
    ...(figures.ownersOff === 0 ? [] : [`${figures.ownersOff} owners were charged other bytes than their hours say`]),
  ]
}

async function buildWorld({ pool }: Db, users: number): Promise<World> {
  await pool.query('insert into resellers (id) values (1), (2)')
  await pool.query(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code)
      select 1 + n % 2, 'user-' || n, 'x', 'invite-' || n from generate_series(1, $1::integer) n`,
    [users],
  )
  await pool.query(
    `insert into subscriptions (reseller_id, account_id, total_bytes, line_limit)
      select reseller_id, id, 9007199254740991, 10 from accounts`,
  )
  const nodes = []
  for (const [index, ratePercent] of RATES.entries()) {
    const { rows } = await pool.query<{ id: number }>(
      `insert into nodes (name, region, address, port, protocol, rate_percent, capacity, speed_mbps)
        values ($1, 'HK', 'node.example', $3, 'vless', $2, 100000, 100000) returning id`,
      [`Node ${index}`, ratePercent, 443 + index],
    )
    const { id } = rows[0]!
    const { rows: lines } = await pool.query<{ number: number }>(
      `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
        select reseller_id, id, $1, '', 'active', 1, now(), now() from accounts returning number`,
      [id],
    )
    nodes.push({ id, ratePercent, numbers: lines.map(({ number }) => number) })
  }
  await pool.query('analyze')
  return { nodes }
}

function makeBatches({ nodes }: World, load: Load): Batch[] {
  return Array.from({ length: Math.ceil(load.rows / load.perBatch) }, (_, index) => {
    const { id, numbers } = nodes[index % nodes.length]!
    const count = Math.min(load.perBatch, load.rows - index * load.perBatch)
    const chosen = Array.from({ length: count }, () => numbers[randomInt(numbers.length)]!)
    // One row per line, as agents send them.
    const items = [...new Set(chosen)].map((number) => ({ number, up: randomInt(50_000), down: randomInt(1_000_000) }))
    for (const number of numbers) {
      if (items.length === count) break
      if (!chosen.includes(number)) items.push({ number, up: randomInt(50_000), down: randomInt(1_000_000) })
    }
    return { nodeId: id, batchId: randomUUID(), items }
  })
}

function sumSent({ nodes }: World, batches: readonly Batch[]): Totals {
  const rates = new Map(nodes.map(({ id, ratePercent }) => [id, ratePercent]))
  const sent = { up: 0, down: 0, charged: 0 }
  for (const { nodeId, items } of batches) {
    for (const { up, down } of items) {
      sent.up += up
      sent.down += down
      sent.charged += Math.ceil(((up + down) * rates.get(nodeId)!) / 100)
    }
  }
  return sent
}

async function readTotals({ pool }: Db) {
  const read = async (text: string) => (await pool.query<Record<string, number>>(text)).rows[0]!
  const bytes = 'coalesce(sum(up_bytes), 0)::bigint as up, coalesce(sum(down_bytes), 0)::bigint as down'
  const hours = await read(`select ${bytes}, coalesce(sum(charged_bytes), 0)::bigint as charged from traffic_hours`)
  const days = await read(`select ${bytes} from traffic_days`)
  const batches = await read(`select ${bytes} from traffic_batches`)
  const used = await read('select sum(used_bytes)::bigint as bytes from subscriptions')
  const off = await read(
    `select count(*) as owners from subscriptions s left join (
        select reseller_id, account_id, sum(charged_bytes) as charged from traffic_hours group by 1, 2
      ) h using (reseller_id, account_id) where s.used_bytes <> coalesce(h.charged, 0)`,
  )
  return {
    hours: hours as Totals,
    days: days as Figures['days'],
    batches: batches as Figures['batches'],
    usedBytes: used['bytes']!,
    ownersOff: off['owners']!,
  }
}

function print({ seconds, rows, sentTwice, foundTwice, sent, usedBytes }: Figures): void {
  console.log(`${rows} rows in ${seconds.toFixed(1)} s: ${Math.round(rows / seconds)} rows/s`)
  console.log(`  ${sentTwice} batches were sent twice, ${foundTwice} times one was known already`)
  console.log(`  sent ${sent.up + sent.down} bytes, to be charged ${sent.charged}; charged ${usedBytes}`)
}
