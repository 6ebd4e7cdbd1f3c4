import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { programs } from '../../agent/settings.ts'
import { makeCertificate } from '../../agent/test/engine-tools.ts'
import { setupOf } from '../../agent/test/engines.ts'
import { openStream } from '../../agent/test/target.ts'
import { makeHysteria, startXrayClient } from '../../agent/test/xray-engine.ts'
import { buildLineUser, type LineUser } from '../../e2e/plane/line-user.ts'
import { openNode, type OpenNode } from '../../e2e/plane/open-node.ts'
import type { PlaneStage } from '../../e2e/plane/plane-stage.ts'
import { createDb } from '../../server/platform/db/db.ts'
import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { withDatabase } from './throwaway-server.ts'

/** One user downloads on `nodes` nodes at once, `bytesPerSecond` on each, until the quota of `totalBytes` ends it. */
type Plan = { nodes: number; bytesPerSecond: number; totalBytes: number; runs: number }
type Run = { overBytes: number; cuts: number; seconds: number }

const MB = 1_000_000
const FULL: Plan = { nodes: 3, bytesPerSecond: 4 * MB, totalBytes: 60 * MB, runs: 5 }
/** As docs/agent.md says: half a second of what all nodes carry together. */
const overMax = ({ nodes, bytesPerSecond }: Plan): number => (nodes * bytesPerSecond) / 2

const TICK_MS = 10

export async function prove(): Promise<boolean> {
  const runs = await withDatabase((url) => exceedQuotas(url, FULL))
  print(runs, FULL)
  return runs.every(({ overBytes }) => overBytes <= overMax(FULL))
}

function print(runs: readonly Run[], plan: Plan): void {
  const inMb = (bytes: number) => `${(bytes / MB).toFixed(1)} MB`
  const rate = `${plan.nodes} nodes at ${inMb(plan.bytesPerSecond)}/s each`
  for (const { overBytes, cuts, seconds } of runs) {
    console.log(
      `  ${inMb(plan.totalBytes)} on ${rate}: ${inMb(overBytes)} over after ${seconds} s, ${cuts} streams cut`,
    )
  }
  console.log(`  at most ${inMb(Math.max(...runs.map(({ overBytes }) => overBytes)))}, allowed ${inMb(overMax(plan))}`)
}

async function exceedQuotas(databaseUrl: string, plan: Plan): Promise<Run[]> {
  const dataDir = makeDataDir()
  const portal = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } })
  const db = createDb({ url: databaseUrl, poolSize: 2 })
  const stage = { db, databaseUrl, portal }
  const nodes: OpenNode[] = []
  try {
    for (let at = 1; at <= plan.nodes; at += 1) nodes.push(await openHysteria(stage, `share-${at}`))
    const runs: Run[] = []
    while (runs.length < plan.runs) runs.push(await exceedQuota(stage, nodes, plan))
    return runs
  } finally {
    for (const node of nodes) await node.close()
    await portal.stop()
    await db.close()
    removeDataDir(dataDir)
  }
}

/** A stand-in for hysteria carries the bytes; portal and agents are real, with the intervals of every installation. */
async function openHysteria(stage: PlaneStage, name: string): Promise<OpenNode> {
  const dir = path.join(stage.portal.dataDir, `engine-${name}`)
  mkdirSync(dir)
  const engines = { ...programs, hysteria: makeHysteria(dir) }
  const intervals = { pollMs: 1_000, pushMs: 5_000, stateMs: 5_000, watchMs: 250, retryMs: 1_000, waitSeconds: 25 }
  return openNode(stage, { protocol: 'hysteria2', name, agent: { tls: makeCertificate(dir), engines, intervals } })
}

async function exceedQuota(stage: PlaneStage, nodes: readonly OpenNode[], plan: Plan): Promise<Run> {
  const user = await buildLineUser(stage, { totalBytes: plan.totalBytes })
  const uris: string[] = []
  for (const { id } of nodes) uris.push(await user.install(id))
  const target = await startPacedTarget(plan.bytesPerSecond)
  const startedAt = performance.now()
  const downloads = await Promise.all(uris.map((uri) => downloadOn(uri, target.port)))
  await waitUntil(() => isOver(user, plan), 'the quota to end the user', 60_000)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const usedBytes = await settle(user)
  const cuts = await Promise.all(downloads.map((download) => download.stop()))
  await target.stop()
  return { overBytes: usedBytes - plan.totalBytes, cuts: cuts.reduce((sum, count) => sum + count), seconds }
}

const isOver = async (user: LineUser, { totalBytes }: Plan) =>
  (await user.usedBytes()) >= totalBytes && (await user.lines()).every(({ state }) => state !== 'active')

/** Waits until every agent has told everything: nothing comes for longer than two pushes. */
async function settle(user: LineUser): Promise<number> {
  for (let used = await user.usedBytes(); ;) {
    await sleep(11_000)
    const now = await user.usedBytes()
    if (now === used) return now
    used = now
  }
}

async function startPacedTarget(bytesPerSecond: number) {
  const piece = Buffer.alloc((bytesPerSecond * TICK_MS) / 1000)
  const server = createServer((_, response) => {
    response.writeHead(200, { connection: 'close' })
    let sent = 0
    const startedAt = performance.now()
    // By the clock, since timers of a busy machine come late.
    const timer = setInterval(() => {
      for (; sent < (performance.now() - startedAt) / TICK_MS; sent += 1) response.write(piece)
    }, TICK_MS)
    response.on('close', () => clearInterval(timer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Like a player that goes on whenever it can: reconnects until stopped. Returns how often a stream was cut. */
async function downloadOn(uri: string, targetPort: number) {
  const { port, username } = new URL(uri)
  const client = await startXrayClient({ setup: setupOf('hysteria2', Number(port)), credential: username })
  const state = { isOn: true, cuts: 0 }
  let close = () => {}
  const loop = (async () => {
    while (state.isOn) {
      const stream = openStream(client.socksPort, targetPort, '/')
      close = stream.close
      await stream.ended
      if (stream.received() > 0 && state.isOn) state.cuts += 1
      await sleep(50)
    }
  })()
  return {
    async stop(): Promise<number> {
      state.isOn = false
      close()
      await loop
      await client.stop()
      return state.cuts
    },
  }
}
