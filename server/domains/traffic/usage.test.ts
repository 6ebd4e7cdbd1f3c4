import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { HOUR_MS } from '../../../contract/durations.ts'
import { clock } from '../../platform/clock.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildSubscriber, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { useTraffic } from '../../test/build/use-traffic.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { db, config, call } = await makeApp()
/** A Thursday noon in Shanghai, far from the ends of the week and the month. */
const NOON = new Date('2027-04-22T04:00:00Z')
const DAY_MS = 24 * HOUR_MS

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

const use = (user: Owner, nodeId: number, bytes: { up: number; down: number }, agoMs = 0) =>
  useTraffic({ db, config }, { user, nodeId, ...bytes, agoMs })

describe('own traffic', () => {
  test('is by hour today and by day otherwise, nodes by bytes', async () => {
    const [owner] = await owners('plot-one')
    const [near, far] = [await buildTrafficNode(db), await buildTrafficNode(db)]
    await use(owner!, near, { up: 100, down: 900 })
    await use(owner!, far, { up: 0, down: 5000 }, 3 * DAY_MS)
    const token = await buildSession(db, owner!)
    const look = async (range: 'today' | 'week' | 'month') => (await call(api.traffic.own, { range }, { token })).data

    const today = await look('today')
    expect(today.nodes).toMatchObject([{ nodeId: near, bytes: 1000 }])
    // Midnight to noon, both included.
    expect(today.points).toHaveLength(13)
    expect(today.points.at(-1)).toEqual({ at: '2027-04-22T04:00:00.000Z', upBytes: 100, downBytes: 900 })

    const week = await look('week')
    expect(week.nodes.map(({ nodeId, bytes }) => [nodeId, bytes])).toEqual([
      [far, 5000],
      [near, 1000],
    ])
    expect(week.points.map(({ downBytes }) => downBytes)).toEqual([0, 0, 0, 5000, 0, 0, 900])
    expect(week.points[0]!.at).toBe('2027-04-15T16:00:00.000Z')
    expect((await look('month')).points).toHaveLength(22)
  })

  test('begins again at midnight of the business', async () => {
    const [owner] = await owners('midnight-one')
    const node = await buildTrafficNode(db)
    await use(owner!, node, { up: 0, down: 77 })
    clock.shift(12 * HOUR_MS)
    await use(owner!, node, { up: 0, down: 5 })
    const { data } = await call(api.traffic.own, { range: 'today' }, { token: await buildSession(db, owner!) })
    expect(data.nodes).toMatchObject([{ nodeId: node, bytes: 5 }])
    expect(data.points).toEqual([{ at: '2027-04-22T16:00:00.000Z', upBytes: 0, downBytes: 5 }])
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
    // The first hour of a day belongs only to that day.
    await use(other!, plain, { up: 7, down: 7 }, 12 * HOUR_MS)
    const theirs = await buildSession(db, other!)
    const day = async (date: string) =>
      (await call(api.traffic.usage, { from: date, to: date, by: 'hour' }, { token: theirs })).data.items
    expect(await day('2027-04-21')).toEqual([])
    expect((await day('2027-04-22'))[0]).toMatchObject({ at: '2027-04-21T16:00:00.000Z', upBytes: 7 })
  })

  test.each([
    ['2026-01-01', '2027-02-04', 'day'],
    ['2027-01-01', '2027-03-03', 'hour'],
  ] as const)('reads %s to %s by %s, the most there is', async (from, to, by) => {
    const [owner] = await owners(`most-${by}`)
    const answer = await call(api.traffic.usage, { from, to, by }, { token: await buildSession(db, owner!) })
    expect([answer.status, answer.data.items]).toEqual([200, []])
  })

  test.each([
    ['2027-02-30', '2027-03-01', 'day', 'from'],
    ['2027-03-01', '2027-13-01', 'day', 'to'],
    ['2027-03-02', '2027-03-01', 'day', 'to'],
    ['2026-01-01', '2027-02-05', 'day', 'to'],
    ['2027-01-01', '2027-03-04', 'hour', 'to'],
  ] as const)('refuses %s to %s by %s', async (from, to, by, field) => {
    const [owner] = await owners(`refused-${from}-${to}-${by}`)
    const answer = await call(api.traffic.usage, { from, to, by }, { token: await buildSession(db, owner!) })
    expect([answer.status, answer.code]).toEqual([400, 'request.invalid'])
    expect(answer.data).toMatchObject({ fields: { [field]: expect.any(String) } })
  })
})
