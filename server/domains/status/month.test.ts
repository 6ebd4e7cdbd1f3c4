import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildSubscriber, buildTrafficLine, buildTrafficNode } from '../../test/build/traffic-factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { countTraffic } from '../traffic/count-traffic.ts'

const { db, config, call } = await makeApp()
const log = createLog('silent', { write: () => {} })
let batches = 0

beforeEach(() => {
  clock.reset()
  // Half past midnight on the first of May in Shanghai: in Greenwich it is still April.
  clock.shift(new Date('2027-04-30T16:30:00Z').getTime() - clock.now().getTime())
})

type User = Awaited<ReturnType<typeof buildSubscriber>>

async function use({ nodeId, number }: { nodeId: number; number: number }, at: string, down: number) {
  const batch = { batchId: `month-test-${(batches += 1)}`, boot: 'b', seq: 1, seconds: 600, repeatSeconds: null }
  await countTraffic({ db, config, log, now: new Date(at) }, { ...batch, nodeId, items: [{ number, up: 100, down }] })
}

async function buildLine(user: User) {
  const nodeId = await buildTrafficNode(db)
  return { nodeId, number: await buildTrafficLine(db, user, nodeId) }
}

test('the last month has its own days only: bytes, days, the line used most and its time up', async () => {
  const user = await buildSubscriber(db, { resellerId: 510 })
  const stranger = await buildSubscriber(db, { resellerId: 510 })
  const [most, less] = [await buildLine(user), await buildLine(user)]
  await use(most, '2027-03-31T15:59:00Z', 1_000_000)
  await use(most, '2027-03-31T16:01:00Z', 5000)
  await use(less, '2027-04-10T04:00:00Z', 900)
  await use(most, '2027-04-10T05:00:00Z', 900)
  await use(most, '2027-04-30T16:10:00Z', 7000)
  await use(await buildLine(stranger), '2027-04-10T04:00:00Z', 8_000_000)
  await db.pool.query(
    `insert into node_days (node_id, day, up_minutes, down_minutes)
     values ($1, '2027-03-31', 0, 1440), ($1, '2027-04-01', 1440, 0), ($2, '2027-04-10', 1296, 144), ($1, '2027-05-01', 0, 30)`,
    [most.nodeId, less.nodeId],
  )
  const token = await buildSession(db, user)
  const last = (await call(api.traffic.month, { month: 'last' }, { token })).data
  expect(last).toEqual({
    month: '2027-04',
    upBytes: 300,
    downBytes: 6800,
    days: 2,
    daysOf: 30,
    best: { name: expect.any(String), bytes: 6100 },
    uptime: 95,
  })
  const now = (await call(api.traffic.month, { month: 'this' }, { token })).data
  expect(now).toMatchObject({ month: '2027-05', downBytes: 7000, days: 1, daysOf: 1, uptime: 0 })
})

test('a month without traffic has no line', async () => {
  const token = await buildSession(db, await buildSubscriber(db, { resellerId: 511 }))
  const { data } = await call(api.traffic.month, { month: 'last' }, { token })
  expect(data).toMatchObject({ upBytes: 0, downBytes: 0, days: 0, best: null, uptime: null })
})
