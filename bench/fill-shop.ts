import { DAY_MS } from '../contract/durations.ts'
import type { Config } from '../server/config.ts'
import { sumDays } from '../server/domains/console/overview/sum-days.ts'
import { makeSealedCredential } from '../server/domains/lines/credential.ts'
import { makePartitions } from '../server/domains/traffic/make-partitions.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { createLog } from '../server/platform/log.ts'
import { buildCrowd } from '../server/test/build/build-crowd.ts'
import { buildNode } from '../server/test/build/line-desk.ts'
import { buildManyEntries, buildManySales } from '../server/test/build/many-sales.ts'
import { buildMerchantRow } from '../server/test/build/own-merchant.ts'
import { fillTraffic } from './fill-traffic.ts'

export const RESELLER = 260
const NODES = 20
/** A node of the small shop has this many users, so that both shops send the same batch. */
const BATCH_ROWS = 50
/** Number of users who have bought something. */
const BUYERS = 1000

type Of = { url: string; config: Config }
export type Shop = {
  packageId: number
  /** One user of the crowd: with a line, traffic like everybody else and a plan that does not end. */
  account: { id: number; resellerId: number }
  firstId: number
  /** A node's report for some of its users. */
  batch: {
    nodeId: number
    boot: string
    seq: number
    seconds: number
    repeatSeconds: null
    items: { number: number; up: number; down: number }[]
  }
}

/** Uses its own connections: a million rows take longer than the time limit of a call. */
export async function fillShop({ url, config }: Of, users: number, days: number): Promise<Shop> {
  const db = createDb({ url, poolSize: 2, statementTimeoutMs: 3_600_000 })
  try {
    const { packageId, firstId } = await buildCrowd(db, RESELLER, users)
    const { id: merchantId } = await buildMerchantRow({ db, config }, null)
    const many = { resellerId: RESELLER, packageId, merchantId, everyMs: (30 * DAY_MS) / users }
    await buildManySales(db, { ...many, accounts: BUYERS, orders: users })
    await buildManyEntries(db, RESELLER)
    await db.pool.query('update resellers set created_at = $2 where id = $1', [
      RESELLER,
      new Date(Date.now() - 30 * DAY_MS),
    ])
    const numbers = await connect(db, firstId, users)
    const account = await chooseAsker({ db, config }, firstId + users / 2, packageId)
    await makePartitions({ db, now: new Date() })
    await fillTraffic(db, { resellerId: RESELLER, firstId, users, timeZone: config.businessTz }, days)
    await db.pool.query('vacuum analyze')
    const job = { db, config, now: new Date(), log: createLog('silent'), isLastAttempt: false }
    await sumDays(job)
    const items = numbers.map((number) => ({ number, up: 1000, down: 2000 }))
    const batch = { nodeId: await firstNode(db), boot: 'bench', seq: 1, seconds: 600, repeatSeconds: null, items }
    return { packageId, account, firstId, batch }
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

/** Takes a user from the middle and removes their own usage, so that a call has to search for their traffic. */
async function chooseAsker({ db, config }: { db: Db; config: Config }, near: number, packageId: number) {
  const owner = { resellerId: RESELLER, accountId: Math.floor(near) }
  const plan = { packageId, period: 'month' as const, usedBytes: 0, totalBytes: 2 ** 40, lineLimit: 5, deviceLimit: 3 }
  const expiresAt = new Date(Date.now() + 30 * DAY_MS)
  await db.kysely
    .insertInto('subscriptions')
    .values({ ...owner, ...plan, expiresAt })
    .onConflict((conflict) => conflict.columns(['resellerId', 'accountId']).doUpdateSet({ ...plan, expiresAt }))
    .execute()
  await db.kysely
    .updateTable('lines')
    .set({ sealedCredential: makeSealedCredential(config, owner) })
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.accountId)
    .execute()
  return { id: owner.accountId, resellerId: owner.resellerId }
}
