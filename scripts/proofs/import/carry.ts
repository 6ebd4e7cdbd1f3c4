import { rmSync } from 'node:fs'

import { makeDrivers } from '../../../agent/drivers/make-drivers.ts'
import { programs, type Settings } from '../../../agent/settings.ts'
import { makeCertificate, missingEngines, onLoopback } from '../../../agent/test/engine-tools.ts'
import { setupOf } from '../../../agent/test/engines.ts'
import { download, startTarget } from '../../../agent/test/target.ts'
import { tempDir } from '../../../agent/test/temp-dir.ts'
import { startLineClient } from '../../../e2e/plane/line-client.ts'
import type { PanelName } from '../../../server/test/build/panels/schemas.ts'
import type { ProofServer } from '../throwaway-server.ts'
import { ENGINE_ID, ENGINE_NODES, personAt, PLACES } from './business.ts'
import { fetchLines, newCaller, type Looked } from './look-in.ts'
import { serverTokenOf } from './move.ts'

const BYTES = 5_000_000
/** Room for the headers of the request and the answer. */
const HEADERS_MAX = 4096

type Config = { protocol: string; server_port: number; network?: string; network_settings?: { path?: string } }
type User = { id: number; uuid: string }

export const hasEngine = (): boolean => !missingEngines.includes('v2ray')

/**
 * An agent that only changed its address asks with the old panel's token, type and number, and runs a real engine by our
 * agent's driver with the users it is told. A real client, which knows nothing but the old subscription address, downloads
 * through it; what the engine counted is pushed, and must be booked to the byte.
 */
export async function carryBytes({ server, panel, resellerId, claims }: Looked): Promise<void> {
  const person = personAt(panel, PLACES.engine)
  const agent = oldAgent(server, panel)
  const config = await agent.ask<Config>('config')
  const { users } = await agent.ask<{ users: User[] }>('user')
  const dir = tempDir()
  const target = await startTarget()
  const network = config.network === 'ws' ? { network: 'ws', path: config.network_settings?.path ?? '/' } : {}
  const setup = setupOf(config.protocol, config.server_port, { engine: 'v2ray', ...network })
  const settings = { ...onLoopback, tls: makeCertificate(dir), engines: programs } as Settings
  const [driver] = makeDrivers(setup, dir, settings, () => Promise.reject(new Error('nobody is on a lifeline')))
  try {
    await driver.start(
      setup,
      users.map(({ id, uuid }) => ({ number: id, generation: 1, credential: uuid, port: null, mode: 'standard' })),
    )
    const line = (await fetchLines(server, person.token)).find(({ port }) => port === config.server_port)
    if (!line) throw new Error(`${panel}: the old address has no line on the engine's node`)
    const client = await startLineClient(line)
    const carried = await download(client.socksPort, target.port, BYTES)
    await client.stop()
    const before = await usedOf(server, resellerId, person.email)
    const counted = [...((await driver.stop())?.counters.values() ?? [])].filter(({ up, down }) => up + down > 0)
    await agent.push(Object.fromEntries(counted.map(({ number, up, down }) => [number, [up, down]])))
    const booked = (await usedOf(server, resellerId, person.email)) - before
    const total = counted.reduce((sum, { up, down }) => sum + up + down, 0)
    const isOld = line.credential === person.uuid && counted.length === 1
    const isExact = carried === BYTES && booked === total && total >= BYTES && total <= BYTES + HEADERS_MAX
    claims.say(
      isOld && isExact,
      `${panel}: ${carried} bytes by ${config.protocol} through v2ray with the old uuid, ${total} counted, ${booked} booked (${users.length} users on the node)`,
    )
  } finally {
    if (driver.isRunning()) await driver.stop()
    await target.stop()
    rmSync(dir, { recursive: true, force: true })
  }
}

/** What the agents of the other panels call, with the credentials that they had there. */
function oldAgent({ url }: ProofServer, panel: PanelName) {
  const node = { node_type: ENGINE_NODES[panel].type, node_id: String(ENGINE_ID) }
  const query = new URLSearchParams({ token: serverTokenOf(panel), ...node })
  const call = async (name: string, init: RequestInit = {}) => {
    const headers = { 'content-type': 'application/json', ...newCaller() }
    const response = await fetch(`${url}/api/v1/server/UniProxy/${name}?${query}`, { headers, ...init })
    if (!response.ok) throw new Error(`${name}: ${response.status} ${await response.text()}`)
    return response
  }
  return {
    ask: async <T>(name: string) => (await (await call(name)).json()) as T,
    push: (traffic: object) => call('push', { method: 'POST', body: JSON.stringify(traffic) }),
  }
}

async function usedOf({ db }: ProofServer, resellerId: number, email: string): Promise<number> {
  const { usedBytes } = await db.kysely
    .selectFrom('subscriptions as s')
    .innerJoin('accounts as a', (join) =>
      join.onRef('a.resellerId', '=', 's.resellerId').onRef('a.id', '=', 's.accountId'),
    )
    .select('s.usedBytes')
    .where('a.resellerId', '=', resellerId)
    .where('a.email', '=', email)
    .executeTakeFirstOrThrow()
  return usedBytes
}
