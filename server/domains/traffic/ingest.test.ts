import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'

import { readConfig } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import { createDb } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { lockSubscription, saveSubscription } from '../subscriptions/subscription-store.ts'
import { ingestBatch } from './count-traffic.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 8 })
/** One per simulated process: each gathers its own batches, and they meet in the database. */
const processes = [db, createDb({ url, poolSize: 8 }), createDb({ url, poolSize: 8 })]
let sent = 0
afterAll(() => Promise.all(processes.map((own) => own.close())))
const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) })
const MB = 1024 ** 2
type Item = { number: number; up: number; down: number }

beforeEach(() => clock.reset())

function send(nodeId: number, items: Item[], batch: { batchId?: string; seconds?: number; now?: Date } = {}) {
  const { batchId = randomUUID(), seconds = 60, now = clock.now() } = batch
  const log = createLog('silent')
  const own = processes[(sent += 1) % processes.length]!
  const ctx = { db: own, config, now, log, language: 'en', actor: { kind: 'node', nodeId }, resellerId: null } as const
  return ingestBatch(ctx as unknown as Ctx<'node'>, { batchId, boot: 'boot-1', seq: 1, seconds, items })
}

type Owning = { id: number; resellerId: number }
const usedOf = async (owner: Owning) => (await usageOf(owner))?.usedBytes ?? -1

function usageOf(owner: Owning) {
  return db.kysely
    .selectFrom('subscriptions')
    .select(['usedBytes', 'usedUpBytes'])
    .where('resellerId', '=', owner.resellerId)
    .where('accountId', '=', owner.id)
    .executeTakeFirst()
}

const hoursOf = (accountId: number) =>
  db.kysely
    .selectFrom('trafficHours')
    .select(['hour', 'nodeId', 'upBytes', 'downBytes', 'chargedBytes'])
    .where('accountId', '=', accountId)
    .orderBy('hour')
    .orderBy('nodeId')
    .execute()
const daysOf = (accountId: number) =>
  db.pool
    .query<{ day: string; up_bytes: number; down_bytes: number }>(
      'select day::text, up_bytes, down_bytes from traffic_days where account_id = $1 order by day',
      [accountId],
    )
    .then(({ rows }) => rows)
const alertsOf = (nodeId: number) =>
  db.kysely.selectFrom('alerts').select(['kind', 'detail']).where('subject', '=', `node:${nodeId}`).execute()
const stateOf = (number: number) =>
  db.kysely.selectFrom('lines').select(['state', 'reason']).where('number', '=', number).executeTakeFirstOrThrow()

describe('a batch', () => {
  test("goes into hours, days and the subscription, at its node's rate", async () => {
    const owner = await buildSubscriber(db, { totalBytes: 10_000 })
    const [plain, dear] = [await buildTrafficNode(db), await buildTrafficNode(db, { ratePercent: 150 })]
    const [a, b] = [await buildTrafficLine(db, owner, plain), await buildTrafficLine(db, owner, dear)]
    // 23:30 on the 30th in Shanghai, then past midnight: two business days and months, but one day and month in UTC.
    const [late, next] = [new Date('2027-04-30T15:30:00Z'), new Date('2027-04-30T16:10:00Z')]
    expect(await send(plain, [{ number: a, up: 100, down: 900 }], { now: late })).toEqual({
      duplicate: false,
      cut: [],
      left: [{ number: a, bytesLeft: 9000 }],
    })
    // 333 at 150 % is 499.5: the half byte counts as one.
    const second = await send(dear, [{ number: b, up: 33, down: 300 }], { now: next })
    expect(second.left).toEqual([{ number: b, bytesLeft: Math.floor((8500 * 100) / 150) }])
    await send(plain, [{ number: a, up: 1, down: 2 }], { now: next })
    // The uploaded part at the same rate: 33 of 333 bytes of 500.
    expect(await usageOf(owner)).toEqual({ usedBytes: 1000 + 500 + 3, usedUpBytes: 100 + 49 + 1 })
    expect(await hoursOf(owner.id)).toEqual([
      { hour: new Date('2027-04-30T15:00:00Z'), nodeId: plain, upBytes: 100, downBytes: 900, chargedBytes: 1000 },
      { hour: new Date('2027-04-30T16:00:00Z'), nodeId: plain, upBytes: 1, downBytes: 2, chargedBytes: 3 },
      { hour: new Date('2027-04-30T16:00:00Z'), nodeId: dear, upBytes: 33, downBytes: 300, chargedBytes: 500 },
    ])
    expect(await daysOf(owner.id)).toEqual([
      { day: '2027-04-30', up_bytes: 100, down_bytes: 900 },
      { day: '2027-05-01', up_bytes: 34, down_bytes: 302 },
    ])
  })

  test('is answered near the end of a quota with the share of this node, by the nodes in use', async () => {
    const owner = await buildSubscriber(db, { totalBytes: 100 * MB })
    const nodes = [await buildTrafficNode(db), await buildTrafficNode(db, { ratePercent: 50 })] as const
    const [a, b] = [await buildTrafficLine(db, owner, nodes[0]), await buildTrafficLine(db, owner, nodes[1])]
    const now = clock.now()
    const use = async (at: 0 | 1, bytes: number, afterMs: number) => {
      const item = { number: [a, b][at]!, up: 0, down: bytes }
      const { left } = await send(nodes[at], [item], { now: new Date(now.getTime() + afterMs) })
      return left[0]!.bytesLeft! / MB
    }
    expect(await use(0, 10 * MB, 0)).toBe(90)
    // At half the rate 90 MB are 180, which two nodes share.
    expect(await use(1, 20 * MB, 1_000)).toBe(80)
    expect(await use(0, 70 * MB, 2_000)).toBe(5)
    // A share has a smallest size, but never more than is left.
    expect([await use(0, 8.5 * MB, 3_000), await use(0, MB, 4_000)]).toEqual([1, 0.5])
    // A user of only one node has the whole allowance there after a while.
    const other = await buildSubscriber(db, { totalBytes: 100 * MB })
    const [c, d] = [await buildTrafficLine(db, other, nodes[0]), await buildTrafficLine(db, other, nodes[1])]
    await send(nodes[1], [{ number: d, up: 0, down: 2 * MB }], { now })
    const later = new Date(now.getTime() + 180_000)
    expect((await send(nodes[0], [{ number: c, up: 0, down: MB }], { now: later })).left[0]!.bytesLeft).toBe(98 * MB)
  })

  test('counts the uploaded part from 0 when the used bytes start again, and only then', async () => {
    const owner = await buildSubscriber(db, { totalBytes: 10_000 })
    const node = await buildTrafficNode(db)
    await send(node, [{ number: await buildTrafficLine(db, owner, node), up: 100, down: 900 }])
    const of = { resellerId: owner.resellerId, accountId: owner.id }
    const save = (usedBytes: number) =>
      inTx({ db, now: clock.now() }, async (tx) =>
        saveSubscription(tx, of, { ...(await lockSubscription(tx, of)), usedBytes }, false),
      )
    await save(1000)
    expect(await usageOf(owner)).toEqual({ usedBytes: 1000, usedUpBytes: 100 })
    await save(0)
    expect(await usageOf(owner)).toEqual({ usedBytes: 0, usedUpBytes: 0 })
  })

  test('counts once when sent again, even at the same moment', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db)
    const items = [{ number: await buildTrafficLine(db, owner, node), up: 10, down: 20 }]
    const batchId = randomUUID()
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(node, items, { batchId })))
    expect(answers.filter(({ duplicate }) => !duplicate)).toHaveLength(1)
    // A repeated batch gets the same answer again.
    expect(answers.map(({ left }) => left)).toEqual(Array.from({ length: 5 }, () => answers[0]!.left))
    clock.shift(3 * 86_400_000)
    expect((await send(node, items, { batchId })).duplicate).toBe(true)
    expect(await usedOf(owner)).toBe(30)
    expect((await hoursOf(owner.id)).map(({ chargedBytes }) => chargedBytes)).toEqual([30])
  })

  test('counts a line twice if it occurs twice; an empty batch is still a batch', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db)
    const number = await buildTrafficLine(db, owner, node)
    const twice = [
      { number, up: 1, down: 2 },
      { number, up: 3, down: 4 },
    ]
    expect((await send(node, twice)).left).toHaveLength(1)
    expect(await usedOf(owner)).toBe(10)
    expect(await send(node, [], { batchId: 'nothing-in-it' })).toEqual({ duplicate: false, cut: [], left: [] })
    expect((await send(node, [], { batchId: 'nothing-in-it' })).duplicate).toBe(true)
  })

  test('is recorded on a node of rate 0 and charges nobody', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db, { ratePercent: 0 })
    const number = await buildTrafficLine(db, owner, node)
    expect((await send(node, [{ number, up: 5, down: 5 }])).left).toEqual([{ number, bytesLeft: null }])
    expect(await usedOf(owner)).toBe(0)
    expect(await hoursOf(owner.id)).toMatchObject([{ upBytes: 5, downBytes: 5, chargedBytes: 0 }])
  })

  test('still counts for a removed line and for a line whose owner is gone', async () => {
    const [owner, gone] = [await buildSubscriber(db), await buildSubscriber(db)]
    const node = await buildTrafficNode(db)
    const removed = await buildTrafficLine(db, owner, node, { state: 'removed' })
    const orphan = await buildTrafficLine(db, gone, node)
    await db.kysely.deleteFrom('subscriptions').where('accountId', '=', gone.id).execute()
    const answer = await send(node, [
      { number: removed, up: 7, down: 0 },
      { number: orphan, up: 8, down: 0 },
    ])
    expect(answer.cut.toSorted()).toEqual([removed, orphan].toSorted())
    expect(await usedOf(owner)).toBe(7)
    expect(await daysOf(gone.id)).toMatchObject([{ up_bytes: 8 }])
  })
})

describe('a user who runs out of bytes', () => {
  test('is cut on this node and stopped on every other, in the same transaction', async () => {
    const owner = await buildSubscriber(db, { totalBytes: 1000 })
    const [here, there] = [await buildTrafficNode(db), await buildTrafficNode(db)]
    const [a, b] = [await buildTrafficLine(db, owner, here), await buildTrafficLine(db, owner, there)]
    const other = await buildSubscriber(db)
    const c = await buildTrafficLine(db, other, here)
    const bystander = { number: c, up: 1, down: 1 }
    expect((await send(here, [{ number: a, up: 999, down: 0 }, bystander])).cut).toEqual([])
    const revisions = () =>
      db.kysely.selectFrom('nodes').select(['id', 'revision']).where('id', 'in', [here, there]).orderBy('id').execute()
    const before = await revisions()
    const answer = await send(here, [{ number: a, up: 0, down: 5 }, bystander])
    expect(answer.cut).toEqual([a])
    expect(answer.left).toContainEqual({ number: a, bytesLeft: 0 })
    expect(await usedOf(owner)).toBe(1004)
    expect([await stateOf(a), await stateOf(b), await stateOf(c)]).toEqual([
      { state: 'suspended', reason: 'quota' },
      { state: 'suspended', reason: 'quota' },
      { state: 'active', reason: null },
    ])
    expect(await revisions()).toEqual(before.map(({ id, revision }) => ({ id, revision: revision + 1 })))
    // Bytes that were under way when the line was cut.
    expect((await send(here, [{ number: a, up: 0, down: 5 }])).cut).toEqual([a])
    expect(await usedOf(owner)).toBe(1009)
    expect(await revisions()).toEqual(before.map(({ id, revision }) => ({ id, revision: revision + 1 })))
  })
})

describe('impossible numbers', () => {
  const refuse = async (nodeId: number, items: Item[], why: string, seconds = 1) => {
    const batchId = randomUUID()
    await expect(send(nodeId, items, { batchId, seconds })).rejects.toMatchObject({ code: 'node.batch_refused' })
    const [alert] = await alertsOf(nodeId)
    expect(alert).toMatchObject({ kind: 'node.batch_refused', detail: { why, batchId } })
    const rows = await db.kysely.selectFrom('trafficBatches').select('batchId').where('nodeId', '=', nodeId).execute()
    expect(rows).toEqual([])
  }

  test.each([
    ['a number that nobody has', async () => 9_007_199_254_740_991],
    [
      'a number of another node',
      async (owner: Awaited<ReturnType<typeof buildSubscriber>>) =>
        buildTrafficLine(db, owner, await buildTrafficNode(db)),
    ],
  ])('%s refuses the whole batch', async (_name, numberOf) => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db)
    const good = { number: await buildTrafficLine(db, owner, node), up: 1, down: 1 }
    await refuse(node, [good, { number: await numberOf(owner), up: 1, down: 1 }], 'foreign')
    expect(await usedOf(owner)).toBe(0)
  })

  test('refuses more than the node could carry, and accepts up to that', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db, { speedMbps: 8 })
    const number = await buildTrafficLine(db, owner, node)
    const most = 8 * 10 * 187_500 + 64 * MB
    await refuse(node, [{ number, up: most, down: 1 }], 'impossible', 10)
    await send(node, [{ number, up: most - 1, down: 1 }], { seconds: 10 })
    expect(await usedOf(owner)).toBe(most)
  })

  test('a new node that claims a month of seconds is only credited the time since it was made', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db, { speedMbps: 8, createdAt: clock.now() })
    const number = await buildTrafficLine(db, owner, node)
    const month = 31 * 86_400
    const inAMinute = 8 * 60 * 187_500 + 64 * MB
    await refuse(node, [{ number, up: inAMinute + 8 * 60 * 187_500, down: 1 }], 'impossible', month)
    await send(node, [{ number, up: inAMinute - MB, down: 1 }], { seconds: month })
    expect(await usedOf(owner)).toBe(inAMinute - MB + 1)
  })

  test('takes batches that waited for a connection one by one, and counts their time only once', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db, { speedMbps: 8, createdAt: clock.now() })
    const number = await buildTrafficLine(db, owner, node)
    const later = new Date(clock.now().getTime() + 3_600_000)
    const perBatch = 8 * 1200 * 187_500
    for (let batch = 0; batch < 3; batch += 1) {
      await send(node, [{ number, up: perBatch, down: 0 }], { seconds: 1200, now: later })
    }
    expect(await usedOf(owner)).toBe(3 * perBatch)
    await expect(send(node, [{ number, up: perBatch, down: 0 }], { seconds: 1200, now: later })).rejects.toMatchObject({
      code: 'node.batch_refused',
    })
  })

  test('refuses sums beyond every number type without a server error', async () => {
    const owner = await buildSubscriber(db)
    const node = await buildTrafficNode(db)
    const huge = { number: await buildTrafficLine(db, owner, node), up: 2 ** 53 - 1, down: 2 ** 53 - 1 }
    await refuse(
      node,
      Array.from({ length: 5000 }, () => huge),
      'impossible',
    )
  })
})

test('batches of several nodes with the same owners, in any order, and a purchase never deadlock', async () => {
  const nodes = await Promise.all(Array.from({ length: 4 }, () => buildTrafficNode(db)))
  const owners = await Promise.all(Array.from({ length: 12 }, () => buildSubscriber(db, { totalBytes: 3_000 })))
  const items = new Map<number, Item[]>()
  for (const node of nodes) {
    const own = []
    for (const owner of owners) own.push({ number: await buildTrafficLine(db, owner, node), up: 60, down: 40 })
    items.set(node, own)
  }
  const work = Array.from({ length: 80 }, (_, index) => {
    const node = nodes[index % nodes.length]!
    const own = items.get(node)!
    return send(node, index % 3 === 0 ? own.toReversed() : own)
  })
  const purchases = owners.toReversed().map((owner) =>
    inTx({ db, now: new Date() }, async (tx) => {
      const of = { resellerId: owner.resellerId, accountId: owner.id }
      await saveSubscription(tx, of, await lockSubscription(tx, of))
    }),
  )
  await Promise.all([...work, ...purchases])
  expect(await Promise.all(owners.map(usedOf))).toEqual(owners.map(() => 8000))
  const states = await db.kysely
    .selectFrom('lines')
    .select(['state', 'reason'])
    .distinct()
    .where('nodeId', 'in', nodes)
    .execute()
  expect(states).toEqual([{ state: 'suspended', reason: 'quota' }])
})
