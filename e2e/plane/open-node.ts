import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'

import { settingsFile } from '../../agent/settings.ts'
import { endEngines, startAgent, type AgentSettings, type RunningAgent } from '../../agent/test/start-agent.ts'
import { freePort } from '../../test/free-port.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { yx } from '../yx.ts'
import type { PlaneStage } from './plane-stage.ts'

export type OpenNode = {
  id: number
  name: string
  dir: string
  agent(): RunningAgent
  /** A new agent process on the same folder, as a service manager would start it. */
  restart(): Promise<void>
  close(): Promise<void>
}
type Wish = {
  protocol: string
  name: string
  settings?: object
  capacity?: number
  agent?: AgentSettings
  /** Where its agent finds the portal, when not at its own address. */
  server?: string
}

/** What an operator does for a new node: add it, enrol its agent with the printed token, start the agent. */
export async function openNode(stage: PlaneStage, wish: Wish): Promise<OpenNode> {
  const dir = path.join(stage.portal.dataDir, `node-${wish.name}`)
  const place = ['--address', '127.0.0.1', '--port', String(await freePort()), '--region', 'HK', '--speed', '100000']
  const capacity = wish.capacity ? ['--capacity', String(wish.capacity)] : []
  const settings = wish.settings ? ['--settings', JSON.stringify(wish.settings)] : []
  const { data } = yx(stage, [
    'nodes',
    'add',
    '--name',
    wish.name,
    '--protocol',
    wish.protocol,
    ...place,
    ...settings,
    ...capacity,
  ]) as {
    data: { node: number }
  }
  await enrol(stage, data.node, dir, wish.server ?? stage.portal.url)
  let agent = await startAgent({ dir, settings: { ...stored(dir), ...wish.agent } })
  await isUp(stage, data.node)
  return {
    id: data.node,
    name: wish.name,
    dir,
    agent: () => agent,
    async restart() {
      agent = await startAgent({ dir })
    },
    async close() {
      await agent.stop()
      await endEngines(dir)
    },
  }
}

async function enrol(stage: PlaneStage, node: number, dir: string, server: string): Promise<void> {
  const { data } = yx(stage, ['nodes', 'enrol', '--node', String(node)]) as { data: { token: string } }
  const words = ['agent/main.ts', 'enrol', '--server', server, '--token', data.token, '--dir', dir]
  await promisify(execFile)(process.execPath, words, { cwd: root })
}

const root = path.join(import.meta.dirname, '..', '..')
const stored = (dir: string) => JSON.parse(readFileSync(settingsFile(dir), 'utf8')) as AgentSettings

async function isUp({ db }: PlaneStage, node: number): Promise<void> {
  const state = 'select 1 from node_states where node_id = $1 and engine = $2'
  await waitUntil(async () => (await db.pool.query(state, [node, 'running'])).rowCount === 1, `node ${node} to run`)
}
