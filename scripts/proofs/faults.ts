import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { openStream, startTarget } from '../../agent/test/target.ts'
import { enginePid, engineBytes } from '../../e2e/plane/engine-counter.ts'
import { startLineClient } from '../../e2e/plane/line-client.ts'
import { buildLineUser } from '../../e2e/plane/line-user.ts'
import { openNode, type OpenNode } from '../../e2e/plane/open-node.ts'
import type { PlaneStage } from '../../e2e/plane/plane-stage.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer, type ServerProcess } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { proveRestart } from './agents-at-restart.ts'
import { shuffle } from './pay-world.ts'
import { startRelay, type Relay } from './relay.ts'
import { withDatabase } from './throwaway-server.ts'

/** How often each fault happens. Crashes of the engine come last: only they may lose bytes. */
export type Plan = Record<'agentKills' | 'lostAnswers' | 'absences' | 'portalKills' | 'engineCrashes', number>
export type Figures = {
  seconds: number
  faults: number
  lostAnswers: number
  downloads: number
  /** Measured after all faults except the crashes, without traffic. */
  engineBytes: number
  portalBytes: number
  crashes: number
  /** Bytes counted by an engine when it crashed and never reported: at most one poll's worth per crash. */
  crashLostBytes: number
  crashBoundBytes: number
  worksAfterwards: boolean
}
type World = PlaneStage & {
  node: OpenNode
  relay: Relay
  killPortal(): Promise<void>
}

const FULL: Plan = { agentKills: 70, lostAnswers: 70, absences: 34, portalKills: 6, engineCrashes: 20 }
const USERS = 3
const POLL_MS = 100
const SLOW_BYTES_PER_SECOND = 100_000

export async function prove(): Promise<boolean> {
  const figures = await withDatabase((url) => runFaults(url, FULL))
  print(figures)
  const problems = findProblems(figures, FULL)
  for (const problem of problems) console.log(`  ✗ ${problem}`)
  const isRestartQuiet = await proveRestart()
  return problems.length === 0 && isRestartQuiet
}

export async function runFaults(databaseUrl: string, plan: Plan): Promise<Figures> {
  return withWorld(databaseUrl, async (world) => {
    const startedAt = performance.now()
    const target = await startTarget()
    const uris = []
    for (let user = 0; user < USERS; user += 1) uris.push(await (await buildLineUser(world)).install(world.node.id))
    const busy = await startTraffic(uris, target.port, () => `/bytes/${randomInt(50_000, 900_000)}`)
    await breakThings(world, plan)
    const downloads = await busy.stop()
    const [counted, told] = await settle(world)
    const slow = await startTraffic(uris, target.port, () => '/slow')
    const dead = await crashEngines(world, plan.engineCrashes)
    await slow.stop()
    const worksAfterwards = await checkWorks(uris, target.port)
    const [restCounted, allTold] = await settle(world)
    const figures = {
      seconds: (performance.now() - startedAt) / 1000,
      faults: Object.values(plan).reduce((sum, count) => sum + count, 0),
      lostAnswers: world.relay.lost(),
      downloads,
      engineBytes: counted,
      portalBytes: told,
      crashes: plan.engineCrashes,
      crashLostBytes: dead + restCounted - allTold,
      // Bytes of every slow stream during one poll and the time of its write.
      crashBoundBytes: plan.engineCrashes * USERS * SLOW_BYTES_PER_SECOND * ((2 * POLL_MS) / 1000),
      worksAfterwards,
    }
    await target.stop()
    return figures
  })
}

export function findProblems(figures: Figures, plan: Plan): string[] {
  const { engineBytes, portalBytes, crashLostBytes, crashBoundBytes, downloads } = figures
  return [
    ...(portalBytes === engineBytes ? [] : [`the portal has ${portalBytes} of the engine's ${engineBytes} bytes`]),
    ...(figures.lostAnswers >= plan.lostAnswers ? [] : [`only ${figures.lostAnswers} answers were lost`]),
    ...(downloads > 0 ? [] : ['no download came through']),
    ...(crashLostBytes <= crashBoundBytes ? [] : [`${crashLostBytes} bytes lost by crashes, above ${crashBoundBytes}`]),
    ...(figures.worksAfterwards ? [] : ['a line does not work afterwards']),
  ]
}

async function withWorld<T>(databaseUrl: string, work: (world: World) => Promise<T>): Promise<T> {
  const dataDir = makeDataDir()
  const start = (port?: number) =>
    startServer({ dataDir, env: { DATABASE_URL: databaseUrl }, ...(port ? { port } : {}) })
  let server: ServerProcess = await start()
  const { url } = server
  const db = createDb({ url: databaseUrl, poolSize: 2 })
  const relay = await startRelay(url)
  const stage = { db, databaseUrl, portal: { url, dataDir } }
  const node = await openNode(stage, { protocol: 'vless', name: 'proof', server: relay.url })
  const killPortal = async () => {
    await server.kill()
    server = await start(Number(new URL(url).port))
  }
  try {
    return await work({ ...stage, node, relay, killPortal })
  } finally {
    await node.close()
    await relay.close()
    await server.stop()
    await db.close()
    removeDataDir(dataDir)
  }
}

/** All users download one thing after the other, and repeat what a fault interrupts. */
async function startTraffic(uris: readonly string[], targetPort: number, nextPath: () => string) {
  const state = { isOn: true }
  let downloads = 0
  const open = new Set<ReturnType<typeof openStream>>()
  const clients = await Promise.all(uris.map((uri) => startLineClient(uri)))
  const loops = clients.map(async ({ socksPort }) => {
    while (state.isOn) {
      const stream = openStream(socksPort, targetPort, nextPath())
      open.add(stream)
      await stream.ended
      open.delete(stream)
      if (stream.received() > 0) downloads += 1
      else await sleep(50)
    }
  })
  return {
    async stop(): Promise<number> {
      state.isOn = false
      for (const stream of open) stream.close()
      await Promise.all(loops)
      for (const client of clients) await client.stop()
      return downloads
    },
  }
}

async function breakThings({ node, relay, killPortal }: World, plan: Plan): Promise<void> {
  const acts: Record<string, () => Promise<void>> = {
    async agentKills() {
      await node.agent().kill()
      await node.restart()
    },
    async lostAnswers() {
      const before = relay.lost()
      relay.loseAnswers(1)
      await waitUntil(async () => relay.lost() > before, 'an answer to lose')
    },
    async absences() {
      relay.setAway(true)
      await sleep(randomInt(200, 900))
      relay.setAway(false)
    },
    portalKills: killPortal,
  }
  const { engineCrashes: _last, ...before } = plan
  const faults = Object.entries(before).flatMap(([kind, count]) => Array.from({ length: count }, () => kind))
  for (const [number, kind] of shuffle(faults).entries()) {
    await acts[kind]!()
    await sleep(randomInt(20, 250))
    if ((number + 1) % 30 === 0) console.log(`  ${number + 1} faults`)
  }
}

/** Without traffic: the engine's count, and the portal's when it stops changing. */
async function settle(world: World): Promise<[engine: number, portal: number]> {
  let counted = -1
  await waitUntil(async () => {
    const before = counted
    counted = await engineBytes(world.node.dir)
    return counted === before
  }, 'the engine to come to rest')
  await waitUntil(async () => (await portalBytes(world)) >= counted, 'the portal to have it all', 30_000).catch(
    () => {},
  )
  return [counted, await portalBytes(world)]
}

async function portalBytes({ db }: World): Promise<number> {
  const { rows } = await db.pool.query<{ bytes: string }>(
    'select coalesce(sum(up_bytes + down_bytes), 0) as bytes from traffic_hours',
  )
  return Number(rows[0]!.bytes)
}

/** Returns the bytes that the engines had counted when they were killed. */
async function crashEngines({ node }: World, crashes: number): Promise<number> {
  let dead = 0
  for (let crash = 0; crash < crashes; crash += 1) {
    await waitUntil(async () => (await engineBytes(node.dir)) > 100_000, 'traffic on the new engine')
    const pid = enginePid(node.dir)!
    dead += await engineBytes(node.dir)
    process.kill(pid, 'SIGKILL')
    await waitUntil(async () => ![undefined, pid].includes(enginePid(node.dir)), 'a new engine')
  }
  return dead
}

async function checkWorks(uris: readonly string[], targetPort: number): Promise<boolean> {
  const results = await Promise.all(
    uris.map(async (uri) => {
      const client = await startLineClient(uri)
      const stream = openStream(client.socksPort, targetPort, '/bytes/100000')
      await stream.ended
      await client.stop()
      return stream.received() === 100_000
    }),
  )
  return results.every(Boolean)
}

function print(figures: Figures): void {
  const { faults, seconds, downloads, lostAnswers, crashes, crashLostBytes } = figures
  console.log(
    `${faults} faults under traffic in ${Math.round(seconds)} s, ${downloads} downloads, ${lostAnswers} answers lost`,
  )
  console.log(`  engine ${figures.engineBytes} bytes, portal ${figures.portalBytes} bytes`)
  console.log(`  ${crashes} crashes of the engine lost ${crashLostBytes} bytes (bound ${figures.crashBoundBytes})`)
}
