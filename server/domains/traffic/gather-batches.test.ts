import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'

import { readConfig } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import { createDb, inTransaction } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { statementsOf } from '../../test/look/statements.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { lockSubscription } from '../subscriptions/subscription-store.ts'
import { countTraffic } from './count-traffic.ts'
import type { LineBytes } from './queries.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 8 })
afterAll(() => db.close())
const config = readConfig({ DATABASE_URL: url, SECRET_KEY: 'x'.repeat(32) })
const log = createLog('silent')

beforeEach(() => clock.reset())

type Owner = Awaited<ReturnType<typeof buildSubscriber>>
/** A fixed time, so that all batches fall into one minute. */
const NOON = new Date('2027-03-03T04:00:00Z')

function send(nodeId: number, items: readonly LineBytes[], batchId: string = randomUUID(), now = NOON) {
  const batch = { nodeId, batchId, boot: 'boot-1', seq: 1, seconds: 600, repeatSeconds: null, items }
  return countTraffic({ db, config, now, log }, batch)
}

async function bytesOf({
  id,
}: Owner): Promise<{ used: number; charged: number; hours: number; days: number; first: boolean }> {
  const { rows } = await db.pool.query(
    `select (select used_bytes from subscriptions where account_id = $1) as used,
      (select coalesce(sum(charged_bytes), 0)::bigint from traffic_hours where account_id = $1) as charged,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from traffic_hours where account_id = $1) as hours,
      (select coalesce(sum(up_bytes + down_bytes), 0)::bigint from traffic_days where account_id = $1) as days,
      exists (select from traffic_firsts where account_id = $1) as first`,
    [id],
  )
  return rows[0]
}

async function build(rates: readonly number[], count: number, totalBytes?: number) {
  const owners: Owner[] = []
  for (let made = 0; made < count; made += 1) owners.push(await buildSubscriber(db, totalBytes ? { totalBytes } : {}))
  const nodes = []
  for (const ratePercent of rates) {
    const id = await buildTrafficNode(db, { ratePercent })
    const numbers: number[] = []
    for (const owner of owners) numbers.push(await buildTrafficLine(db, owner, id))
    nodes.push({ id, rate: ratePercent, numbers })
  }
  return { owners, nodes }
}

test('batches that arrive during a count are counted in one statement, and each gets its own answer', async () => {
  const { owners, nodes } = await build([100, 50, 100, 100, 100, 100], 2, 100_000)
  const { result, statements } = await statementsOf(() =>
    Promise.all(nodes.map(({ id, numbers }) => send(id, [{ number: numbers[0]!, up: 100, down: 900 }]))),
  )
  // The first batch is counted alone: no other had arrived yet.
  expect(statements.filter((text) => text.includes('traffic_ingest_many'))).toHaveLength(2)
  expect(await bytesOf(owners[0]!)).toEqual({ used: 5500, charged: 5500, hours: 6000, days: 6000, first: true })
  expect(await bytesOf(owners[1]!)).toMatchObject({ used: 0, hours: 0, days: 0, first: false })
  const left = result.map(({ leftNumbers, leftBytes }) => [leftNumbers, leftBytes])
  expect(left[0]).toEqual([[nodes[0]!.numbers[0]], [99_000]])
  expect(left[1]).toEqual([[nodes[1]!.numbers[0]], [189_000]])
  expect(left.slice(2)).toEqual(nodes.slice(2).map(({ numbers }) => [[numbers[0]], [94_500]]))
})

test('an impossible batch is refused alone, a repeated batch adds nothing, and the others count', async () => {
  const { owners, nodes } = await build([100, 100], 1)
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  const items = (number: number) => [{ number, up: 1, down: 9 }]
  const again = randomUUID()
  const answers = await Promise.allSettled([
    send(a.id, items(a.numbers[0]!)),
    send(b.id, items(b.numbers[0]!), again),
    send(b.id, items(a.numbers[0]!)),
    send(b.id, items(b.numbers[0]!), again),
    send(a.id, []),
    send(a.id, items(a.numbers[0]!)),
  ])
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value.duplicate : one.reason.code))).toEqual([
    false,
    false,
    'node.batch_refused',
    true,
    false,
    false,
  ])
  expect(await bytesOf(owners[0]!)).toMatchObject({ used: 30, charged: 30, hours: 30, days: 30 })
})

test('stops a user who runs out of bytes within a group, and counts the whole group once', async () => {
  const { owners, nodes } = await build([100, 100, 100, 100], 2, 1000)
  const answers = await Promise.all(
    nodes.map(({ id, numbers }, at) =>
      send(id, [{ number: numbers[at === 1 ? 0 : 1]!, up: 0, down: at === 1 ? 1500 : 10 }]),
    ),
  )
  expect(answers.map(({ cutNumbers }) => cutNumbers)).toEqual([[], [nodes[1]!.numbers[0]], [], []])
  expect(await bytesOf(owners[0]!)).toMatchObject({ used: 1500, hours: 1500, days: 1500 })
  expect(await bytesOf(owners[1]!)).toMatchObject({ used: 30, hours: 30, days: 30 })
  const states = await db.kysely.selectFrom('lines').select('state').where('accountId', '=', owners[0]!.id).execute()
  expect(new Set(states.map(({ state }) => state))).toEqual(new Set(['suspended']))
})

test('a batch that waits for a locked row does not delay the others for long', async () => {
  const { owners, nodes } = await build([100, 100], 2)
  const [a, b] = nodes as [(typeof nodes)[0], (typeof nodes)[0]]
  const of = { resellerId: owners[0]!.resellerId, accountId: owners[0]!.id }
  const waiting = await inTransaction(db, async (tx) => {
    await lockSubscription({ db: tx, now: NOON } as never, of)
    const held = send(a.id, [{ number: a.numbers[0]!, up: 1, down: 0 }])
    clock.shift(2_000)
    expect((await send(b.id, [{ number: b.numbers[1]!, up: 2, down: 0 }])).duplicate).toBe(false)
    return { held }
  })
  expect((await waiting.held).duplicate).toBe(false)
  expect([(await bytesOf(owners[0]!)).used, (await bytesOf(owners[1]!)).used]).toEqual([1, 2])
})

test('hours, days and charges match the sums of what arrives at once, in any order', async () => {
  const { owners, nodes } = await build([100, 33, 0, 250], 5)
  // A user who left this node and came back has two numbers there.
  const second = await buildTrafficLine(db, owners[0]!, nodes[1]!.id, { state: 'removed' })
  nodes[1]!.numbers.push(second)
  // And a user whose subscription is gone.
  await db.kysely.deleteFrom('subscriptions').where('accountId', '=', owners[4]!.id).execute()
  const ownerAt = (at: number) => owners[at % owners.length]!
  const sums = new Map(owners.map(({ id }) => [id, { charged: 0, bytes: 0 }]))
  const byte = fc.integer({ min: 0, max: 1000 })
  const batch = fc.record({
    node: fc.nat(nodes.length - 1),
    lines: fc.array(fc.record({ at: fc.nat(5), up: byte, down: byte }), { maxLength: 8 }),
    twice: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { minLength: 1, maxLength: 12 }), async (batches) => {
      const sent = batches.flatMap(({ node, lines, twice }) => {
        const { id, rate, numbers } = nodes[node]!
        const items = lines.map(({ at, up, down }) => ({ number: numbers[at % numbers.length]!, up, down }))
        const byNumber = new Map<number, number>()
        for (const { number, up, down } of items) byNumber.set(number, (byNumber.get(number) ?? 0) + up + down)
        for (const [number, bytes] of byNumber) {
          const sum = sums.get(ownerAt(numbers.indexOf(number)).id)!
          sum.bytes += bytes
          sum.charged += Math.ceil((bytes * rate) / 100)
        }
        const batchId = randomUUID()
        return Array.from({ length: twice ? 2 : 1 }, () => send(id, items, batchId))
      })
      await Promise.all(sent)
      for (const [at, owner] of owners.entries()) {
        const { charged, bytes } = sums.get(owner.id)!
        expect(await bytesOf(owner)).toEqual({
          used: at === 4 ? null : charged,
          charged,
          hours: bytes,
          days: bytes,
          first: bytes > 0,
        })
      }
    }),
    { numRuns: 40 },
  )
})
