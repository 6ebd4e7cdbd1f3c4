import { randomUUID } from 'node:crypto'

import { seal } from '../../server/platform/secrets/crypto.ts'
import { buildTrafficNode } from '../../server/test/build/traffic-factories.ts'
import { applyLoad, type Wanted } from '../run/load.ts'
import { readRaw } from '../run/read-raw.ts'
import { timesOf } from '../run/time.ts'
import type { World } from '../world.ts'
import type { Line } from './line.ts'

const USERS = 10_000
const RESELLER = 3200
const LISTS = 5

export const pollLines: Line[] = [
  {
    name: `A foreign agent asks for its ${USERS.toLocaleString('en')} users, and nothing changed: 304`,
    unit: 'ms',
    more: false,
    against: 'the list when a user has changed',
    reach: { value: 2 },
    why: '',
    async measure(world) {
      const { nodeId, poll } = await world.once('poll', () => buildPolled(world))
      const { server, seconds } = world
      const change = () => world.db.pool.query('update nodes set revision = revision + 1 where id = $1', [nodeId])
      const against = (await timesOf(LISTS, () => readRaw(server.url + poll.path, {}), change)).p50
      const { tag } = await readRaw(server.url + poll.path, {})
      const had = { ...poll, headers: { 'if-none-match': tag }, status: 304 }
      return { ours: (await applyLoad(server.url, { connections: 1, seconds, requests: [had] })).p50Ms, against }
    },
  },
]

async function buildPolled({ db, config }: World): Promise<{ nodeId: number; poll: Wanted }> {
  const { pool } = db
  const token = randomUUID()
  const nodeId = await buildTrafficNode(db, { uniproxyToken: token })
  await pool.query('insert into resellers (id, is_whitelisted) values ($1, true)', [RESELLER])
  const { rows } = await pool.query<{ id: string }>(
    `insert into accounts (reseller_id, user_name, password_hash, invite_code)
      select $1, 'polled-' || n, 'x', 'polled-' || n from generate_series(1, $2::integer) n returning id`,
    [RESELLER, USERS],
  )
  await pool.query(
    `insert into subscriptions (reseller_id, account_id, total_bytes, line_limit)
      select reseller_id, id, 9007199254740991, 10 from accounts where reseller_id = $1`,
    [RESELLER],
  )
  const ids = rows.map(({ id }) => Number(id))
  const sealed = ids.map((id) => seal(config.secretKey, 'line', `${RESELLER}:${id}`, randomUUID()))
  await pool.query(
    `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
      select $1, id, $2, sealed, 'active', 1, now(), now() from unnest($3::bigint[], $4::bytea[]) l (id, sealed)`,
    [RESELLER, nodeId, ids, sealed],
  )
  await pool.query('analyze')
  const query = new URLSearchParams({ node_id: String(nodeId), node_type: 'vless', token })
  return { nodeId, poll: { method: 'GET', path: `/api/v1/server/UniProxy/user?${query}` } }
}
