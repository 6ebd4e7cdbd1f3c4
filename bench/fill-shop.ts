import { readConfig } from '../server/config.ts'
import { makePartitions } from '../server/domains/traffic/rank-queries.ts'
import { rankTraffic } from '../server/domains/traffic/rank-traffic.ts'
import { createDb, type Db } from '../server/platform/db.ts'
import { createLog } from '../server/platform/log.ts'
import { buildCrowd } from '../server/test/build/build-crowd.ts'
import { buildNode } from '../server/test/build/line-desk.ts'
import { buildManyEntries, buildManySales } from '../server/test/build/many-sales.ts'
import { buildMerchantRow } from '../server/test/build/own-merchant.ts'

export const RESELLER = 260
const NODES = 20
/** As many as a node has in the small shop: the same batch in both. */
const BATCH_ROWS = 50
/** Of all who have bought something. */
const BUYERS = 1000

export type Shop = {
  packageId: number
  /** What a node reports of some of its users. */
  batch: {
    nodeId: number
    boot: string
    seq: number
    seconds: number
    repeatSeconds: null
    items: { number: number; up: number; down: number }[]
  }
}

/** By connections of its own: a million rows take longer than any call may. */
export async function fillShop(url: string, users: number): Promise<Shop> {
  const db = createDb({ url, poolSize: 2, statementTimeoutMs: 3_600_000 })
  try {
    const { packageId, firstId } = await buildCrowd(db, RESELLER, users)
    const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) })
    const { id: merchantId } = await buildMerchantRow({ db, config }, null)
    const everyMs = (30 * 86_400_000) / users
    const many = { resellerId: RESELLER, packageId, merchantId, everyMs }
    await buildManySales(db, { ...many, accounts: BUYERS, orders: users })
    await buildManyEntries(db, RESELLER)
    const numbers = await connect(db, firstId, users)
    await useTraffic(db, firstId, users)
    await db.pool.query('vacuum analyze')
    await rankTraffic({ db, config, now: new Date(), log: createLog('silent'), isLastAttempt: false })
    const items = numbers.map((number) => ({ number, up: 1000, down: 2000 }))
    const batch = { nodeId: await firstNode(db), boot: 'bench', seq: 1, seconds: 600, repeatSeconds: null, items }
    return { packageId, batch }
  } finally {
    await db.close()
  }
}

/** A line for each user, spread over the nodes. */
async function connect(db: Db, firstId: number, users: number): Promise<number[]> {
  const nodes: number[] = []
  for (let made = 0; made < NODES; made += 1) nodes.push(await buildNode(db, { capacity: 100_000 }))
  await db.pool.query('update nodes set speed_mbps = 100000')
  await db.pool.query(
    `insert into lines (reseller_id, account_id, node_id, sealed_credential, state, revision, state_since, created_at)
      select reseller_id, id, ($4::integer[])[1 + id % $5::integer], '', 'active', 1, now(), now() from accounts
      where reseller_id = $1 and id >= $2 and id < $2 + $3::integer`,
    [RESELLER, firstId, users, nodes, NODES],
  )
  const { rows } = await db.pool.query<{ number: number }>(
    'select number from lines where node_id = $1 order by number limit $2',
    [await firstNode(db), BATCH_ROWS],
  )
  return rows.map(({ number }) => Number(number))
}

async function firstNode(db: Db): Promise<number> {
  const { rows } = await db.pool.query<{ id: number }>('select min(node_id) as id from lines')
  return rows[0]!.id
}

/** Two days of two hours each. */
async function useTraffic(db: Db, firstId: number, users: number): Promise<void> {
  await makePartitions(db, new Date())
  const range = 'l.reseller_id = $1 and l.account_id >= $2 and l.account_id < $2 + $3::integer'
  const values = [RESELLER, firstId, users]
  await db.pool.query(
    `insert into traffic_hours select date_trunc('hour', now()) - h * interval '1 hour', reseller_id, account_id, node_id, 1000, 9000, 10000
      from lines l, generate_series(0, 1) h where ${range}`,
    values,
  )
  await db.pool.query(
    `insert into traffic_days select now()::date, reseller_id, account_id, 1000, 1000 + account_id % 5000 from lines l where ${range}`,
    values,
  )
}
