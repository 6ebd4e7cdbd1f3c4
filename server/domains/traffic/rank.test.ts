import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { countTraffic } from './count-traffic.ts'
import { rankTraffic } from './rank-traffic.ts'

const { db, config, call } = await makeApp()
const log = createLog('silent')
/** A Thursday noon in Shanghai, far from the ends of the week and the month. */
const NOON = new Date('2027-04-22T04:00:00Z')
const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
let batches = 0

beforeEach(() => {
  clock.reset()
  clock.shift(NOON.getTime() - clock.now().getTime())
})

type Owner = Awaited<ReturnType<typeof buildSubscriber>>
async function owners(...names: string[]): Promise<Owner[]> {
  const made: Owner[] = []
  for (const userName of names) made.push(await buildSubscriber(db, { resellerId: 500, userName }))
  return made
}

async function use(owner: Owner, nodeId: number, bytes: { up: number; down: number }, agoMs = 0): Promise<void> {
  const known = await db.kysely
    .selectFrom('lines')
    .select('number')
    .where('accountId', '=', owner.id)
    .where('nodeId', '=', nodeId)
    .executeTakeFirst()
  const number = known?.number ?? (await buildTrafficLine(db, owner, nodeId))
  const now = new Date(clock.now().getTime() - agoMs)
  const batch = { batchId: `rank-test-${(batches += 1)}`, boot: 'b', seq: 1, seconds: 600, repeatSeconds: null }
  await countTraffic({ db, config, log, now }, { ...batch, nodeId, items: [{ number, ...bytes }] })
}

const runJob = () => rankTraffic({ db, config, log, now: clock.now(), isLastAttempt: false })
async function look(owner: Owner, range: 'today' | 'week' | 'month') {
  const answer = await call(api.traffic.rank, { range }, { token: await buildSession(db, owner) })
  expect(answer.status, answer.text).toBe(200)
  return answer.data
}

describe('ranks', () => {
  test('are by range, with masked names, equal places for ties, and no user of another reseller', async () => {
    const [first, second, third, idle] = await owners('zhangwei', 'second-one', 'third-one', 'idle-one')
    const stranger = await buildSubscriber(db, { resellerId: 501 })
    const [near, far] = [await buildTrafficNode(db), await buildTrafficNode(db)]
    await use(first!, near, { up: 100, down: 900 })
    await use(first!, far, { up: 0, down: 5000 }, 3 * DAY_MS)
    await use(second!, near, { up: 0, down: 2000 })
    await use(third!, far, { up: 0, down: 1000 })
    await use(third!, far, { up: 0, down: 9000 }, 15 * DAY_MS)
    await use(stranger, near, { up: 0, down: 10 ** 6 })
    await runJob()

    const today = await look(first!, 'today')
    expect(today.top).toEqual([
      { place: 1, nameMasked: 's***e', bytes: 2000, isMe: false },
      { place: 2, nameMasked: 'z***i', bytes: 1000, isMe: true },
      { place: 2, nameMasked: 't***e', bytes: 1000, isMe: false },
    ])
    expect(today).toMatchObject({ me: { place: 2, bytes: 1000 }, users: 3, nodes: [{ nodeId: near, bytes: 1000 }] })
    expect(today.rankedAt).toMatch(/^2027-04-22T04:0/)
    // Midnight to noon, both included.
    expect(today.points).toHaveLength(13)
    expect(today.points.at(-1)).toEqual({ at: '2027-04-22T04:00:00.000Z', upBytes: 100, downBytes: 900 })

    const week = await look(first!, 'week')
    expect(week).toMatchObject({ me: { place: 1, bytes: 6000 }, users: 3 })
    expect(week.nodes.map(({ nodeId, bytes }) => [nodeId, bytes])).toEqual([
      [far, 5000],
      [near, 1000],
    ])
    expect(week.points.map(({ downBytes }) => downBytes)).toEqual([0, 0, 0, 5000, 0, 0, 900])
    expect(week.points[0]!.at).toBe('2027-04-15T16:00:00.000Z')

    const month = await look(third!, 'month')
    expect(month).toMatchObject({ me: { place: 1, bytes: 10_000 }, users: 3 })
    expect(month.points).toHaveLength(22)
    expect((await look(idle!, 'month')).me).toBeNull()
    expect((await look(stranger, 'today')).top).toEqual([
      { place: 1, nameMasked: expect.any(String), bytes: 10 ** 6, isMe: true },
    ])
  })

  test("after midnight are empty until the job runs, while the user's own bytes show at once", async () => {
    const [owner] = await owners('midnight-one')
    const node = await buildTrafficNode(db)
    await use(owner!, node, { up: 0, down: 77 })
    await runJob()
    expect((await look(owner!, 'today')).rankedAt).not.toBeNull()
    clock.shift(12 * HOUR_MS)
    await use(owner!, node, { up: 0, down: 5 })
    const early = await look(owner!, 'today')
    expect(early).toMatchObject({ rankedAt: null, top: [], users: 0, nodes: [{ nodeId: node, bytes: 5 }] })
    expect(early.points).toEqual([{ at: '2027-04-22T16:00:00.000Z', upBytes: 0, downBytes: 5 }])
    await runJob()
    expect(await look(owner!, 'today')).toMatchObject({ me: { place: 1, bytes: 5 }, users: 1 })
  })

  test('are computed again after five minutes, not before', async () => {
    const [owner] = await owners('patient-one')
    const node = await buildTrafficNode(db)
    clock.shift(2 * DAY_MS)
    await use(owner!, node, { up: 0, down: 10 })
    await runJob()
    const first = await look(owner!, 'today')
    await use(owner!, node, { up: 0, down: 10 })
    clock.shift(4 * 60_000)
    await runJob()
    expect((await look(owner!, 'today')).rankedAt).toBe(first.rankedAt)
    clock.shift(2 * 60_000)
    await runJob()
    const second = await look(owner!, 'today')
    expect(second.rankedAt).not.toBe(first.rankedAt)
    expect(second.top.find(({ isMe }) => isMe)?.bytes).toBe(20)
  })

  test("know every user's place, also below the list and between the pieces", async () => {
    const me = await buildSubscriber(db, { resellerId: 502 })
    const node = await buildTrafficNode(db)
    await db.pool.query(
      `insert into traffic_days (day, reseller_id, account_id, up_bytes, down_bytes)
        select '2027-04-22', 502, 10000000 + n, 0, n * 10 from generate_series(1, 2500) n`,
    )
    await use(me, node, { up: 0, down: 1 })
    await runJob()
    expect(await look(me, 'today')).toMatchObject({ me: { place: 2501, bytes: 1 }, users: 2501 })
    // The place is among the others as of the last ranking: each step passes those with less.
    let bytes = 1
    for (const [add, above] of [
      [14_994, 1001],
      [10, 1000],
      [10, 999],
      [100, 989],
    ] as const) {
      bytes += add
      await use(me, node, { up: 0, down: add })
      expect((await look(me, 'today')).me).toEqual({ place: above + 1, bytes })
    }
  })
})

describe('usage', () => {
  test("is by hour, day or node of the requested days, and only the user's own", async () => {
    const [owner, other] = await owners('hour-one', 'hour-two')
    const [plain, dear] = [await buildTrafficNode(db), await buildTrafficNode(db, { ratePercent: 300 })]
    await use(owner!, plain, { up: 1, down: 2 })
    await use(owner!, dear, { up: 10, down: 20 }, HOUR_MS)
    await use(owner!, dear, { up: 100, down: 200 }, DAY_MS)
    await use(other!, plain, { up: 5, down: 5 })
    const token = await buildSession(db, owner!)
    const ask = async (from: string, to: string, by: 'hour' | 'day' | 'node') =>
      (await call(api.traffic.usage, { from, to, by }, { token })).data.items
    const none = { nodeId: null, nodeName: null }
    expect(await ask('2027-04-22', '2027-04-22', 'hour')).toEqual([
      { ...none, at: '2027-04-22T03:00:00.000Z', upBytes: 10, downBytes: 20, chargedBytes: 90 },
      { ...none, at: '2027-04-22T04:00:00.000Z', upBytes: 1, downBytes: 2, chargedBytes: 3 },
    ])
    expect(await ask('2027-04-20', '2027-04-22', 'day')).toEqual([
      { ...none, at: '2027-04-20T16:00:00.000Z', upBytes: 100, downBytes: 200, chargedBytes: 900 },
      { ...none, at: '2027-04-21T16:00:00.000Z', upBytes: 11, downBytes: 22, chargedBytes: 93 },
    ])
    expect(await ask('2027-04-01', '2027-04-30', 'node')).toMatchObject([
      { at: null, nodeId: dear, upBytes: 110, downBytes: 220, chargedBytes: 990 },
      { at: null, nodeId: plain, upBytes: 1, downBytes: 2, chargedBytes: 3 },
    ])
    expect(await ask('2027-01-01', '2027-01-02', 'day')).toEqual([])
  })

  test.each([
    ['2027-02-30', '2027-03-01', 'day', 'from'],
    ['2027-03-01', '2027-13-01', 'day', 'to'],
    ['2027-03-02', '2027-03-01', 'day', 'to'],
    ['2026-01-01', '2027-03-01', 'day', 'to'],
    ['2027-01-01', '2027-03-31', 'hour', 'to'],
  ] as const)('refuses %s to %s by %s', async (from, to, by, field) => {
    const [owner] = await owners(`refused-${from}-${to}-${by}`)
    const answer = await call(api.traffic.usage, { from, to, by }, { token: await buildSession(db, owner!) })
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
    expect(answer.data).toMatchObject({ fields: { [field]: expect.any(String) } })
  })
})
