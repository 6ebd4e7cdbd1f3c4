import { createHash, createHmac, randomUUID } from 'node:crypto'

import { nodeApi } from '../../contract/node-api.ts'
import { nodeHeaders, nodeSignatureText } from '../../contract/node-signature.ts'
import { issueEnrolToken } from '../../server/domains/nodes/operator.ts'
import { buildNode } from '../../server/test/build/line-desk.ts'
import { call } from '../run/call.ts'
import { applyLoad, type Wanted } from '../run/load.ts'
import { runAlone } from '../run/run-alone.ts'
import type { World } from '../world.ts'
import type { Line } from './line.ts'

const AT_ONCE = 8
const ROWS = 1000
const RESELLER = 3100

type Node = { id: number; secret: string; epoch: number; numbers: number[] }

const batches = { unit: 'rows/s', more: true }

export const trafficLines: Line[] = [
  {
    ...batches,
    name: `Traffic, batches of ${ROWS} rows, ${AT_ONCE} at once`,
    against: 'a raw upsert of as many rows',
    reach: { ratio: 0.5 },
    why: 'Three tables have to be written and not one: raw upserts into all three are hardly faster (the next line). A batch takes 21 ms of processor time in the database and 9 in the server.',
    measure: async (world) => ({
      ours: await report(world),
      against: (await runAlone(world, 'upsert', AT_ONCE)) * ROWS,
    }),
  },
  {
    ...batches,
    name: 'The same',
    against: 'raw upserts into the hour, the day and the subscription, as each row needs',
    reach: { ratio: 0.5 },
    why: 'It also finds the lines, answers what is left of each, and speaks HTTP.',
    measure: async (world) => ({
      ours: await report(world),
      against: (await runAlone(world, 'charge', AT_ONCE)) * ROWS,
    }),
  },
]

async function report(world: World): Promise<number> {
  const nodes = await world.once('nodes', () => buildNodes(world))
  const warm = AT_ONCE * 2
  const requests = Array.from({ length: warm + Math.max(warm, world.count / 4) }, (_, at) =>
    batchOf(nodes[at % AT_ONCE]!),
  )
  return (await applyLoad(world.server.url, { connections: AT_ONCE, requests, warm })).perSecond * ROWS
}

/** Makes one node for each simultaneous report, with the same users on all of them. */
async function buildNodes(world: World): Promise<Node[]> {
  const { pool } = world.db
  await pool.query('insert into resellers (id, is_whitelisted) values ($1, true)', [RESELLER])
  await pool.query(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code)
      select $1, 'traffic-' || n, 'x', 'traffic-' || n from generate_series(1, $2::integer) n`,
    [RESELLER, ROWS],
  )
  await pool.query(
    `insert into subscriptions (reseller_id, account_id, total_bytes, line_limit)
      select reseller_id, id, 9007199254740991, 10 from accounts where reseller_id = $1`,
    [RESELLER],
  )
  const nodes: Node[] = []
  for (let made = 0; made < AT_ONCE; made += 1) nodes.push(await enrol(world, await buildNode(world.db)))
  await pool.query('analyze')
  return nodes
}

async function enrol(world: World, id: number): Promise<Node> {
  await world.db.pool.query('update nodes set speed_mbps = 100000, capacity = 100000 where id = $1', [id])
  const { rows } = await world.db.pool.query<{ number: number }>(
    `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
      select reseller_id, id, $1, '', 'active', 1, now(), now() from accounts where reseller_id = $2 returning number`,
    [id, RESELLER],
  )
  const { token } = await issueEnrolToken({ db: world.db, now: new Date() }, id, 'operator:bench')
  const { secret, epoch } = await call(world, nodeApi.enrol, { token, agentVersion: 'bench' })
  return { id, secret, epoch, numbers: rows.map(({ number }) => number) }
}

/** Signs here, because the load generator has no keys. */
function batchOf({ id, secret, epoch, numbers }: Node): Wanted {
  const { method, path } = nodeApi.batches
  const items = numbers.map((number) => ({ number: Number(number), up: 1000, down: 2000 }))
  const body = JSON.stringify({ batchId: randomUUID(), boot: 'bench', seq: 1, seconds: 600, items })
  const time = String(Math.floor(Date.now() / 1000))
  const bodyHash = createHash('sha256').update(body).digest('hex')
  const text = nodeSignatureText({ method, path, epoch: String(epoch), time, bodyHash })
  const signature = createHmac('sha256', secret).update(text).digest('hex')
  const { node, epoch: epochName, time: timeName, signature: signatureName } = nodeHeaders
  return {
    method,
    path,
    headers: { [node]: String(id), [epochName]: String(epoch), [timeName]: time, [signatureName]: signature },
    body,
  }
}
