import { readFileSync } from 'node:fs'
import path from 'node:path'

import { enrolAtPortal } from '../../agent/portal.ts'
import { saveEnrolment, settingsFile } from '../../agent/settings.ts'
import { endEngines, startAgent, type AgentSettings, type RunningAgent } from '../../agent/test/start-agent.ts'
import { AGENT_VERSION } from '../../agent/version.ts'
import type { Protocol } from '../../contract/node-settings.ts'
import { readConfig } from '../../server/config.ts'
import { addNode, issueEnrolToken } from '../../server/domains/nodes/operator.ts'
import { clock } from '../../server/platform/clock.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import type { PlaneStage } from './plane-stage.ts'

export type OpenNode = {
  id: number
  name: string
  dir: string
  agent(): RunningAgent
  /** Starts a new agent process on the same folder, like a service manager. */
  restart(): Promise<void>
  close(): Promise<void>
}
type NodeOptions = {
  protocol: Protocol
  name: string
  settings?: Record<string, unknown>
  capacity?: number
  agent?: AgentSettings
  /** The portal's address for the agent, if it differs from the portal's own. */
  server?: string
}

/**
 * Does what an operator does for a new node: adds it, enrols its agent with the token, starts the agent. It skips the
 * commands, which other tests cover: three processes per node take longer than its agent and engine.
 */
export async function openNode(stage: PlaneStage, wish: NodeOptions): Promise<OpenNode> {
  const dir = path.join(stage.portal.dataDir, `node-${wish.name}`)
  const id = await add(stage, wish)
  await enrol(stage, id, dir, wish.server ?? stage.portal.url)
  let agent = await startAgent({ dir, settings: { ...stored(dir), ...wish.agent } })
  await isUp(stage, id)
  return {
    id,
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

const ACTOR = 'operator:test'

async function add({ db, databaseUrl }: PlaneStage, wish: NodeOptions): Promise<number> {
  const ctx = { db, config: readConfig({ DATABASE_URL: databaseUrl, MODE: 'sandbox' }), now: clock.now() }
  const { name, protocol, settings = {}, capacity = 1000 } = wish
  const place = { address: '127.0.0.1', port: await freePort(), region: 'HK', speedMbps: 100_000, ratePercent: 100 }
  const plain = { resellerId: null, names: {}, secrets: null, connection: 'agent' } as const
  return addNode(ctx, { ...plain, ...place, suits: [], name, protocol, settings, capacity }, ACTOR)
}

async function enrol({ db }: PlaneStage, node: number, dir: string, server: string): Promise<void> {
  const { token } = await issueEnrolToken({ db, now: clock.now() }, node, ACTOR)
  const { nodeId, secret, epoch } = await enrolAtPortal(server, token, AGENT_VERSION)
  saveEnrolment(dir, { server, nodeId, secret, epoch })
}

const stored = (dir: string) => JSON.parse(readFileSync(settingsFile(dir), 'utf8')) as AgentSettings

async function isUp({ db }: PlaneStage, node: number): Promise<void> {
  const state = 'select 1 from node_states where node_id = $1 and engine = $2'
  await waitUntil(async () => (await db.pool.query(state, [node, 'running'])).rowCount === 1, `node ${node} to run`)
}
