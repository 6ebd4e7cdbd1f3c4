import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import type { NodeFinding } from '../../contract/node-api.ts'
import { canConnect, freePort, spawnEngine, untilReady } from '../drivers/engine-process.ts'
import type { Settings } from '../settings.ts'
import { clientConfig, type ClientEngine, type Way } from './client-config.ts'
import { fetchThrough } from './fetch-through.ts'

const run = promisify(execFile)
const CARRY_MS = 10_000
const start: Record<ClientEngine, (config: string) => string[]> = {
  v2ray: (config) => ['-config', config],
  xray: (config) => ['run', '-config', config],
}

/** Engines of this machine that start. */
export async function findClients(programs: Settings['engines']): Promise<ClientEngine[]> {
  const asked = { v2ray: '-version', xray: 'version' } as const
  const found = await Promise.all(
    (['v2ray', 'xray'] as const).map(async (engine) => {
      const runs = await run(programs[engine], [asked[engine]], { timeout: 5_000 }).then(
        () => true,
        () => false,
      )
      return runs ? [engine] : []
    }),
  )
  return found.flat()
}

type Options = { dir: string; programs: Settings['engines']; server: string }

/**
 * Starts one engine as a client of these nodes and fetches a kilobyte of the portal through each. Null where the engine
 * did not start: that says nothing about the nodes.
 */
export async function lookByEngine(
  { dir, programs, server }: Options,
  engine: ClientEngine,
  ways: readonly Omit<Way, 'socksPort'>[],
): Promise<Map<number, Omit<NodeFinding, 'nodeId'>> | null> {
  const folder = path.join(dir, 'looks')
  const config = path.join(folder, `${engine}.json`)
  const log = path.join(folder, `${engine}.log`)
  const open: Way[] = []
  for (const way of ways) open.push({ ...way, socksPort: await freePort() })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(config, JSON.stringify(clientConfig(open, engine)), { mode: 0o600 })
  const client = await spawnEngine(programs[engine], start[engine](config), log).catch(() => null)
  if (!client) return null
  try {
    await untilReady(client, log, () => canConnect(open.at(-1)!.socksPort, '127.0.0.1'))
    const found = await Promise.all(open.map((way) => fetchOnce(way, server)))
    return new Map(found)
  } catch {
    return null
  } finally {
    await client.end()
    // It has the credentials of the probes.
    rmSync(folder, { recursive: true, force: true })
  }
}

async function fetchOnce({ look, socksPort }: Way, server: string): Promise<[number, Omit<NodeFinding, 'nodeId'>]> {
  const began = performance.now()
  const fault = await fetchThrough(socksPort, server, AbortSignal.timeout(CARRY_MS)).then(
    () => null,
    () => 'carry' as const,
  )
  return [look.nodeId, { way: 'engine', ms: Math.round(performance.now() - began), fault }]
}
