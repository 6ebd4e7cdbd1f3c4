import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildSubscriber, buildTrafficNode } from '../../../test/build/traffic-factories.ts'
import { useTraffic } from '../../../test/build/use-traffic.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { rankUsers } from './rank-users.ts'

const { db, config, call } = await makeApp()
const log = createLog('silent')
/** A Thursday noon in Shanghai, far from the ends of the week and the month. */
const NOON = new Date('2027-04-22T04:00:00Z')
const HOUR_MS = 3_600_000
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

const runJob = () => rankUsers({ db, config, log, now: clock.now(), isLastAttempt: false })
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
    expect(today).toMatchObject({ me: { place: 2, bytes: 1000 }, users: 3 })
    expect(today.rankedAt).toMatch(/^2027-04-22T04:0/)
    expect(await look(first!, 'week')).toMatchObject({ me: { place: 1, bytes: 6000 }, users: 3 })
    expect(await look(third!, 'month')).toMatchObject({ me: { place: 1, bytes: 10_000 }, users: 3 })
    expect((await look(idle!, 'month')).me).toBeNull()
    expect((await look(stranger, 'today')).top).toEqual([
      { place: 1, nameMasked: expect.any(String), bytes: 10 ** 6, isMe: true },
    ])
    // Who has overtaken everybody since then gets no place that the list gives to another.
    await use(idle!, near, { up: 0, down: 10 ** 5 })
    expect((await look(idle!, 'today')).me).toEqual({ place: 4, bytes: 10 ** 5 })
    const gone = { deletedAt: clock.now(), userName: `gone-${second!.id}` }
    await db.kysely.updateTable('accounts').set(gone).where('id', '=', second!.id).execute()
    expect((await look(first!, 'today')).top.map(({ nameMasked }) => nameMasked)).toEqual(['z***i', 't***e'])
  })

  test('after midnight are empty until the job runs', async () => {
    const [owner] = await owners('midnight-one')
    const node = await buildTrafficNode(db)
    await use(owner!, node, { up: 0, down: 77 })
    await runJob()
    expect((await look(owner!, 'today')).rankedAt).not.toBeNull()
    clock.shift(12 * HOUR_MS)
    await use(owner!, node, { up: 0, down: 5 })
    const early = await look(owner!, 'today')
    expect(early).toMatchObject({ rankedAt: null, top: [], users: 0, me: { bytes: 5 } })
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
