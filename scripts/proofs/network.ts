import { randomInt, randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

import { enrolAtPortal, openPortal } from '../../agent/portal.ts'
import { issueEnrolToken } from '../../server/domains/nodes/operator.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../server/test/build/traffic-factories.ts'
import type { ServerProcess } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { startPayments, type PayLoad } from './cluster/pay-load.ts'
import { withPayWorld, type PayWorld } from './pay-world.ts'
import { findLosses, judge, type Judged } from './struck-payments.ts'
import { startWire, type Fault, type Wire } from './wire.ts'

/** `rounds` strikes of each fault on each link, each `strikeMs` long. */
export type Plan = { faults: readonly Fault[]; rounds: number; strikeMs: number }
const LINKS = ['client–server', 'server–database', 'server–gateway', 'agent–server'] as const
type Link = (typeof LINKS)[number]
export type Figures = Judged & {
  seconds: number
  strikes: number
  /** The longest that a caller waited while this link was struck. */
  hangMs: Record<Link, number>
  traffic: { sent: number; counted: number; batches: number; repeats: number }
  drained: { ms: number; sockets: number; before: number; transactions: number }
}

/** A browser's own patience is 5 s. */
const GIVE_UP_MS = 6_000
const PROGRESS_MS = 90_000
/** What keeps a connection longest is an idle one that its other end forgot: 72 s. */
const DRAIN_MS = 120_000
/** Connections of the pool come and go. */
const SOCKETS_MORE = 12

export function strikeNetwork(databaseUrl: string, plan: Plan): Promise<Figures> {
  return withPayWorld(databaseUrl, async (world) => {
    const startedAt = performance.now()
    const wires = await openWires(world, databaseUrl)
    const server = await world.start(undefined, { DATABASE_URL: wires.databaseUrl })
    await world.control.change({ isOn: false })
    const before = socketsOf(server)
    const hangMs = Object.fromEntries(LINKS.map((link) => [link, 0])) as Figures['hangMs']
    let struck: Link = 'client–server'
    const hear = (ms: number) => void (hangMs[struck] = Math.max(hangMs[struck], Math.round(ms)))
    const load = await startPayments(world, [wires.of['client–server'].url], { giveUpMs: GIVE_UP_MS, hear })
    const agent = await startAgent(world, wires.of['agent–server'].url, hear)
    let strikes = 0
    try {
      for (const fault of plan.faults) {
        for (const link of LINKS) {
          struck = link
          for (let round = 0; round < plan.rounds; round += 1) {
            wires.of[link].strike(fault)
            await sleep(plan.strikeMs)
            wires.of[link].heal()
            await sleep(plan.strikeMs * (0.2 + Math.random()))
            strikes += 1
          }
          await goesOn(load, agent, `${fault} on ${link}`)
        }
        console.log(`  ${fault}: ${strikes} strikes so far, ${load.acked.size} payments, ${agent.batches()} batches`)
      }
    } finally {
      await load.stop()
      await agent.stop()
    }
    const drained = await drain(world, server, before)
    const judged = await judge(world, load)
    await server.stop()
    await wires.close()
    const seconds = (performance.now() - startedAt) / 1000
    return { seconds, strikes, hangMs, drained, traffic: await agent.judge(), ...judged }
  })
}

async function openWires(world: PayWorld, databaseUrl: string) {
  const db = new URL(databaseUrl)
  const folder = db.searchParams.get('host')
  const dbPort = Number(db.port || 5432)
  const database = await startWire(
    folder ? { path: `${folder}/.s.PGSQL.${dbPort}` } : { host: db.hostname, port: dbPort },
  )
  db.searchParams.delete('host')
  const client = await startWire({ host: '127.0.0.1', port: Number(new URL(world.url).port) })
  const agent = await startWire({ host: '127.0.0.1', port: Number(new URL(world.url).port) })
  const merchants = await world.db.kysely.selectFrom('merchants').select(['id', 'gatewayUrl']).execute()
  const gateway = await startWire({ host: '127.0.0.1', port: Number(new URL(merchants[0]!.gatewayUrl).port) })
  for (const { id, gatewayUrl } of merchants) {
    const moved = Object.assign(new URL(gatewayUrl), { port: String(gateway.port) }).href
    await world.db.kysely.updateTable('merchants').set({ gatewayUrl: moved }).where('id', '=', id).execute()
  }
  const of: Record<Link, Wire> = {
    'client–server': client,
    'server–database': database,
    'server–gateway': gateway,
    'agent–server': agent,
  }
  return {
    of,
    databaseUrl: Object.assign(db, { hostname: '127.0.0.1', port: String(database.port) }).href,
    close: () => Promise.all(Object.values(of).map((wire) => wire.close())),
  }
}

/** A node that tells what it counted, as agents do: the same batch until it is answered. */
async function startAgent({ db, url }: PayWorld, wireUrl: string, hear: (ms: number) => void) {
  const nodeId = await buildTrafficNode(db, { speedMbps: 100_000 })
  const number = await buildTrafficLine(db, await buildSubscriber(db), nodeId)
  const { token } = await issueEnrolToken({ db, now: new Date() }, nodeId, 'operator:proof')
  const portal = openPortal(wireUrl, await enrolAtPortal(url, token, 'proof'))
  const over = new AbortController()
  const told = { sent: 0, batches: 0, repeats: 0 }
  const telling = (async () => {
    for (let seq = 1; !over.signal.aborted; seq += 1) {
      const [up, down] = [randomInt(10_000), randomInt(100_000)]
      const batch = { batchId: randomUUID(), boot: 'proof-boot', seq, seconds: 1, items: [{ number, up, down }] }
      while (!(await tell(batch))) told.repeats += 1
      told.sent += up + down
      told.batches += 1
      await sleep(50)
    }
  })()
  async function tell(batch: Parameters<typeof portal.batch>[0]): Promise<boolean> {
    const askedAt = performance.now()
    const isTold = await portal.batch(batch).then(
      () => true,
      () => false,
    )
    hear(performance.now() - askedAt)
    if (!isTold) await sleep(100)
    return isTold
  }
  return {
    batches: () => told.batches,
    async stop() {
      over.abort()
      await telling
    },
    async judge() {
      const { rows } = await db.pool.query<{ bytes: number }>(
        'select coalesce(sum(up_bytes + down_bytes), 0)::bigint as bytes from traffic_hours',
      )
      return { ...told, counted: rows[0]!.bytes }
    },
  }
}

/** Everybody gets on after the network has healed. */
async function goesOn(load: PayLoad, agent: { batches(): number }, what: string): Promise<void> {
  const [acked, batches] = [load.acked.size, agent.batches()]
  const isOn = async () => load.acked.size > acked && agent.batches() > batches
  await waitUntil(isOn, `payments and batches after ${what}`, PROGRESS_MS)
}

function socketsOf({ pid }: ServerProcess): number {
  const folder = `/proc/${pid}/fd`
  const isSocket = (fd: string) => {
    try {
      return readlinkSync(`${folder}/${fd}`).startsWith('socket:')
    } catch {
      return false
    }
  }
  return readdirSync(folder).filter(isSocket).length
}

/** Waits until the server has let go of every connection that a fault left behind. */
async function drain({ db }: PayWorld, server: ServerProcess, before: number): Promise<Figures['drained']> {
  const startedAt = performance.now()
  const isDrained = async () => socketsOf(server) <= before + SOCKETS_MORE
  await waitUntil(isDrained, 'connections to drain', DRAIN_MS).catch(() => {})
  const { rows } = await db.pool.query<{ count: number }>(
    `select count(*)::integer as count from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and xact_start < now() - interval '30 seconds'`,
  )
  const ms = Math.round(performance.now() - startedAt)
  return { ms, sockets: socketsOf(server), before, transactions: rows[0]!.count }
}

export function findProblems(figures: Figures, { faults, rounds }: Plan): string[] {
  const { traffic, drained, strikes } = figures
  const wanted = faults.length * rounds * LINKS.length
  const problems: [boolean, string][] = [
    [strikes !== wanted, `${strikes} of ${wanted} strikes`],
    [traffic.counted !== traffic.sent, `${traffic.counted} of ${traffic.sent} bytes of traffic were counted`],
    [
      drained.sockets > drained.before + SOCKETS_MORE,
      `${drained.sockets} connections were left, ${drained.before} before`,
    ],
    [drained.transactions > 0, `${drained.transactions} transactions were left open`],
  ]
  return [...problems.filter(([isWrong]) => isWrong).map(([, text]) => text), ...findLosses(figures)]
}
