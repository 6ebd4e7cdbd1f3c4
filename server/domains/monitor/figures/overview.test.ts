import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildMonitor, buildWatchedNode } from '../../../test/build/build-monitor.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makePayDesk } from '../../../test/build/pay-desk.ts'
import { buildSubscriber, buildTrafficLine } from '../../../test/build/traffic-factories.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { raiseAlert } from '../../alerts/alerts.ts'
import { createHeart } from '../watch/heartbeat.ts'

const made = await makeCashierApp()
const { call, db, config } = made
const desk = makePayDesk(made)
let token: string
const overview = async (dailiKey?: number) =>
  (await call(api.monitor.overview, dailiKey === undefined ? {} : { dailiKey }, { token })).data

beforeAll(async () => {
  for (const id of [0, 260, 7]) await buildReseller(db, { id })
  token = (await buildMonitor(made)).token
})

test('shows nodes with state, load, users and lines, and who is online', async () => {
  const up = await buildWatchedNode(made, { name: 'Up' })
  const silent = await buildWatchedNode(made, { name: 'Silent', seenAt: new Date(clock.now().getTime() - 60_000) })
  await buildWatchedNode(made, { name: 'Fresh', seenAt: null })
  const own = await buildWatchedNode(made, { name: 'Own of 260', resellerId: 260 })
  for (const resellerId of [260, 7]) {
    const user = await buildSubscriber(db, { resellerId })
    await buildTrafficLine(db, user, up)
    await db.kysely
      .insertInto('lineAddresses')
      .values({
        resellerId,
        accountId: user.id,
        nodeId: up,
        address: `192.0.2.${resellerId % 200}`,
        firstSeenAt: clock.now(),
        seenAt: clock.now(),
      })
      .execute()
  }
  const all = await overview()
  const byId = new Map(all.nodes.map((node) => [node.id, node]))
  expect(byId.get(up)).toMatchObject({ state: 'up', onlineUsers: 5, lines: 2, cpuPercent: 12, downBps: 200 })
  expect(byId.get(silent)).toMatchObject({ state: 'silent', cpuPercent: null, downBps: 0, onlineUsers: 0 })
  expect(all.nodes.find(({ name }) => name === 'Fresh')).toMatchObject({ state: 'new', seenAt: null })
  expect(all.onlineUsers).toBe(2)
  const of260 = await overview(260)
  expect(of260.nodes.find(({ id }) => id === up)).toMatchObject({ onlineUsers: 1, lines: 1 })
  expect(of260.onlineUsers).toBe(1)
  expect(of260.nodes.map(({ id }) => id)).toContain(own)
  expect((await overview(7)).nodes.map(({ id }) => id)).not.toContain(own)
  expect(JSON.stringify(all)).not.toContain('secret-address')
})

test('counts traffic by minute once on every path, for all or one reseller', async () => {
  const node = await buildWatchedNode(made, { name: 'Counting' })
  const users = [await buildSubscriber(db, { resellerId: 260 }), await buildSubscriber(db, { resellerId: 7 })]
  const lines = [await buildTrafficLine(db, users[0]!, node), await buildTrafficLine(db, users[1]!, node)]
  const ingest = (batch: string) =>
    db.pool.query(`select * from traffic_ingest($1, $2, 'boot', 1, 10, null, $3, $4, $5, now(), 'Asia/Shanghai')`, [
      node,
      batch,
      lines,
      [100, 1000],
      [200, 2000],
    ])
  // The first batch inserts the hour's rows, the second raises them, the third repeats the second.
  for (const batch of ['batch-01', 'batch-02', 'batch-02']) await ingest(batch)
  clock.shift(61_000)
  const sums = async (dailiKey?: number) => {
    const { traffic } = await overview(dailiKey)
    expect(traffic).toHaveLength(60)
    return [traffic.reduce((n, { upBytes }) => n + upBytes, 0), traffic.reduce((n, { downBytes }) => n + downBytes, 0)]
  }
  expect([await sums(), await sums(260), await sums(7)]).toEqual([
    [2200, 4400],
    [200, 400],
    [2000, 4000],
  ])
  clock.reset()
})

test('shows orders and payments by minute, the success rate and the oldest unsettled one', async () => {
  const account = await buildAccount(db, { resellerId: 0 })
  const payer = { resellerId: 0, id: account.id, token: await buildSession(db, account) }
  const paid = await desk.topUp(payer, 500)
  await desk.payQuietly(paid.data.out_trade_no)
  expect((await desk.check(payer, paid.data.out_trade_no)).data.status).toBe('paid')
  const open = await desk.topUp(payer, 700)
  clock.shift(61_000)
  const { sales, payments } = await overview(0)
  expect(sales).toHaveLength(60)
  expect(sales.reduce((n, minute) => n + minute.payments, 0)).toBe(2)
  expect(sales.reduce((n, minute) => n + minute.paid, 0)).toBe(1)
  expect(sales.reduce((n, minute) => n + minute.paidFen, 0)).toBe(500)
  expect(payments).toMatchObject({ successPercent: 100, decided: 1, pending: 1 })
  expect(payments.oldestUnsettled).toMatchObject({ outTradeNo: open.data.out_trade_no })
  expect(payments.oldestUnsettled!.ageS).toBeGreaterThanOrEqual(60)
  expect((await overview(7)).payments).toMatchObject({ successPercent: null, pending: 0, oldestUnsettled: null })
  clock.reset()
})

test('shows the platform: processes, database, jobs, books, alerts', async () => {
  const heart = createHeart(config)
  await heart.beat(db, clock.now())
  heart.stop()
  await raiseAlert(db, { resellerId: 7, kind: 'payment.unknown_order', subject: 'of 7' }, clock.now())
  const { platform, alerts } = await overview()
  expect(platform!.processes).toMatchObject([{ pid: process.pid, version: expect.any(String) }])
  expect(platform!.processes[0]!.rssBytes).toBeGreaterThan(1_000_000)
  expect(platform!.database.sizeBytes).toBeGreaterThan(1_000_000)
  expect(platform!.jobs.waiting).toBeGreaterThan(0)
  expect(platform!.books).toBeNull()
  expect(alerts.map(({ subject }) => subject)).toContain('of 7')
  expect((await overview(260)).alerts.map(({ subject }) => subject)).not.toContain('of 7')
})
