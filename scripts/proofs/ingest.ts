import { fork, type ChildProcess } from 'node:child_process'
import { randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'

import { createDb, type Db } from '../../server/platform/db/db.ts'
import { endsWithUs } from '../../test/end-on-signal.ts'
import type { AskedBatch, Batch, Told } from './ingest-worker.ts'
import { inParallel, shuffle } from './pay-world.ts'

/**
 * Sends this many rows in batches, in any order, a share of them twice, `atOnce` at a time, to a process that is killed
 * `kills` times. What it did not answer is sent again.
 */
export type Load = {
  users: number
  rows: number
  perBatch: number
  twicePercent: number
  atOnce: number
  kills: number
}
type Totals = { up: number; down: number; charged: number }
export type Figures = {
  seconds: number
  rows: number
  sentTwice: number
  foundTwice: number
  kills: number
  /** Batches under way at a kill: some were counted, and nobody heard of it. */
  cutOff: number
  sent: Totals
  hours: Totals
  days: Omit<Totals, 'charged'>
  batches: Omit<Totals, 'charged'>
  usedBytes: number
  /** Owners whose hours and subscription do not agree. */
  ownersOff: number
}
type World = { nodes: { id: number; ratePercent: number; numbers: number[] }[] }

const RATES = [100, 150, 33, 0]

/** Every user has a line on every node, so that batches of all nodes meet at the same subscriptions. */
export async function ingestRows(databaseUrl: string, load: Load): Promise<Figures> {
  const db = createDb({ url: databaseUrl, poolSize: 2, applicationName: 'yuxian-proof' })
  try {
    const world = await buildWorld(db, load.users)
    const batches = makeBatches(world, load)
    const again = shuffle([...batches]).slice(0, Math.floor((batches.length * load.twicePercent) / 100))
    const startedAt = performance.now()
    const { answers, ...killed } = await countAll(databaseUrl, shuffle([...batches, ...again]), load)
    const seconds = (performance.now() - startedAt) / 1000
    const foundTwice = answers.filter(Boolean).length
    const rows = batches.reduce((sum, { items }) => sum + items.length, 0)
    const counted = await readTotals(db)
    return { seconds, rows, sentTwice: again.length, foundTwice, ...killed, sent: sumSent(world, batches), ...counted }
  } finally {
    await db.close()
  }
}

/** Returns for each batch whether it was known already. */
async function countAll(databaseUrl: string, batches: Batch[], { atOnce, kills }: Load) {
  let worker: ChildProcess | null = null
  let starting: Promise<ChildProcess> | null = null
  const waiting = new Map<number, { resolve(duplicate: boolean): void; reject(): void }>()
  const [killed, answered] = [{ kills: 0, cutOff: 0 }, { count: 0 }]

  async function start(): Promise<ChildProcess> {
    const child = fork(path.join(import.meta.dirname, 'ingest-worker.ts'), [databaseUrl, String(atOnce)])
    endsWithUs(async () => void child.kill('SIGKILL'))
    await once(child, 'message')
    child.on('message', (told: Told) => {
      if (told === 'ready') return
      waiting.get(told.id)?.resolve(told.duplicate)
      waiting.delete(told.id)
    })
    child.once('exit', () => {
      worker = null
      killed.cutOff += waiting.size
      for (const { reject } of waiting.values()) reject()
      waiting.clear()
    })
    return (worker = child)
  }
  const ask = async (id: number, batch: Batch): Promise<boolean> => {
    const to = worker ?? (await (starting ??= start().finally(() => (starting = null))))
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject: () => reject(new Error('killed')) })
      to.send({ id, batch } satisfies AskedBatch, (error) => error && waiting.get(id)?.reject())
    })
  }

  const every = Math.ceil(batches.length / (kills + 1))
  const answers = await inParallel([...batches.entries()], atOnce, async ([id, batch]) => {
    for (;;) {
      const duplicate = await ask(id, batch).catch(() => null)
      if (duplicate === null) continue
      answered.count += 1
      if (answered.count % every === 0 && killed.kills < kills && worker?.kill('SIGKILL')) killed.kills += 1
      return duplicate
    }
  })
  ;(worker as ChildProcess | null)?.disconnect()
  return { answers, ...killed }
}

export function findProblems(figures: Figures, load: Load): string[] {
  const { sent, hours, days, batches } = figures
  const differs = (name: string, got: object) =>
    Object.entries(got).flatMap(([part, bytes]) =>
      bytes === sent[part as keyof Totals] ? [] : [`${name}: ${bytes} ${part} of ${sent[part as keyof Totals]} sent`],
    )
  return [
    ...(figures.rows === load.rows ? [] : [`${figures.rows} of ${load.rows} rows were sent`]),
    ...(figures.kills === load.kills ? [] : [`${figures.kills} of ${load.kills} kills`]),
    ...(figures.foundTwice >= figures.sentTwice && figures.foundTwice <= figures.sentTwice + figures.cutOff
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
