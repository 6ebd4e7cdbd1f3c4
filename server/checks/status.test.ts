import { beforeEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { recordMinute } from '../domains/monitor/watch/record-minute.ts'
import { watchNodes } from '../domains/monitor/watch/watch-nodes.ts'
import { lastDays, uptimeOf } from '../domains/status/uptime.ts'
import { clock } from '../platform/clock.ts'
import { createLog } from '../platform/log.ts'
import { buildWatchedNode, hearNode } from '../test/build/build-monitor.ts'
import { buildReseller } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'

const made = await makeApp({ ALERT_RECOVERY_S: '0' })
const { call, db, config, inject } = made
const LONG_AGO = new Date(0)
const jobCtx = () => ({ db, config, now: clock.now(), log: createLog('silent'), isLastAttempt: false })
const report = async (dailiKey?: number) => {
  // Skip the five seconds for which answers are cached.
  clock.shift(6_000)
  return (await call(api.status.report, dailiKey === undefined ? {} : { dailiKey }, {})).data
}

beforeEach(async () => {
  await db.pool.query('update nodes set removed_at = now() where removed_at is null')
})
/** Passes so many minutes, with the job and the watch running. */
async function live(minutes: number, hear: (minute: number) => Promise<void>): Promise<void> {
  // Start in the middle of a minute, so that the steps of a slow machine stay in their minutes.
  clock.shift(80_000 - (clock.now().getTime() % 60_000))
  for (let minute = 0; minute < minutes; minute += 1) {
    await hear(minute)
    await watchNodes({ db, config, now: clock.now() }, LONG_AGO)
    clock.shift(60_000)
    await hear(minute)
    await recordMinute(jobCtx())
  }
}

test('computes uptime from recorded minutes: one of ten down is 90 percent, and the gap is an incident', async () => {
  const id = await buildWatchedNode(made, { name: 'Gap', region: 'SG' })
  await live(10, async (minute) => {
    await hearNode(made, id, clock.now(), minute === 4 ? 'down' : 'running')
  })
  await hearNode(made, id, clock.now())
  await watchNodes({ db, config, now: clock.now() }, LONG_AGO)
  await hearNode(made, id, new Date(clock.now().getTime() + 6_000))
  const { regions, incidents, state, firstDay } = await report()
  const region = regions.find((one) => one.region === 'SG')!
  expect(region).toMatchObject({ state: 'up', nodes: [{ name: 'Gap', state: 'up' }] })
  expect([region.uptimePercent, region.nodes[0]!.uptimePercent]).toEqual([90, 90])
  expect(region.days).toHaveLength(90)
  expect(region.days.slice(0, 88)).toEqual(Array.from({ length: 88 }, () => null))
  expect(incidents).toMatchObject([{ kind: 'engine_down', nodeName: 'Gap', endedAt: expect.any(String) }])
  expect(state).toBe('up')
  expect(firstDay).toMatch(/^\d{4}-\d{2}-\d{2}$/)
})

test('counts a minute once, however often the job runs', async () => {
  const id = await buildWatchedNode(made)
  await live(3, async () => hearNode(made, id, clock.now()))
  for (let turn = 0; turn < 3; turn += 1) await recordMinute(jobCtx())
  const sum = await db.pool.query('select sum(up_minutes)::integer as up from node_days where node_id = $1', [id])
  expect(sum.rows).toEqual([{ up: 3 }])
})

test('maintenance is not a failure: it does not count for uptime and is listed as an incident', async () => {
  const id = await buildWatchedNode(made, { name: 'Resting', region: 'FR' })
  await live(2, async () => hearNode(made, id, clock.now()))
  await db.kysely.updateTable('nodes').set({ inMaintenance: true }).where('id', '=', id).execute()
  await live(3, async () => {})
  const { regions, incidents, state } = await report()
  expect(regions).toMatchObject([
    { region: 'FR', uptimePercent: 100, state: 'maintenance', nodes: [{ state: 'maintenance' }] },
  ])
  expect(incidents.find(({ nodeName }) => nodeName === 'Resting')).toMatchObject({ kind: 'maintenance', endedAt: null })
  expect(state).toBe('maintenance')
  await buildWatchedNode(made, { name: 'Dead', region: 'US', seenAt: new Date(clock.now().getTime() - 60_000) })
  await buildWatchedNode(made, { name: 'Alive', region: 'US', seenAt: new Date(clock.now().getTime() + 6_000) })
  expect((await report()).state).toBe('partial')
})

test('shows a node that is down at once, and one of two as partial', async () => {
  await buildWatchedNode(made, { name: 'Dead', region: 'US', seenAt: new Date(clock.now().getTime() - 60_000) })
  await buildWatchedNode(made, { name: 'Alive', region: 'US', seenAt: new Date(clock.now().getTime() + 6_000) })
  expect(await report()).toMatchObject({ state: 'partial', regions: [{ region: 'US', state: 'partial' }] })
})

test('shows names only: no address, no id, and no node of another reseller', async () => {
  await buildReseller(db, { id: 260 })
  await buildWatchedNode(made, { name: 'For all' })
  await buildWatchedNode(made, { name: 'Of 260', resellerId: 260 })
  await buildWatchedNode(made, { name: 'Never heard of', seenAt: null })
  const names = async (key?: number) =>
    (await report(key)).regions.flatMap(({ nodes }) => nodes.map(({ name }) => name))
  expect(await names()).toEqual(['For all'])
  expect(await names(260)).toEqual(['For all', 'Of 260'])
  expect(JSON.stringify(await report(260))).not.toMatch(/address|example|443|"id"|vless/)
})

test('may be cached on the way, and says when nothing changed', async () => {
  const first = await inject('/api/status')
  expect(first.headers).toMatchObject({
    'cache-control': 'public, max-age=30',
    etag: expect.stringMatching(/^W\/"[\w-]+"$/),
  })
  expect(first.headers['set-cookie']).toBeUndefined()
  const again = await inject({ url: '/api/status', headers: { 'if-none-match': String(first.headers.etag) } })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  const wrong = await inject('/api/status?other=1')
  expect([wrong.statusCode, wrong.headers['cache-control']]).toEqual([400, 'no-store'])
})

test('never rounds away a single minute in ninety days', () => {
  expect(uptimeOf([{ upMinutes: 129_599, downMinutes: 1 }])).toBe(99.99)
  expect(uptimeOf([{ upMinutes: 10, downMinutes: 0 }])).toBe(100)
  expect(uptimeOf([])).toBeNull()
})

test('uses business days', () => {
  expect(lastDays(new Date('2026-03-01T15:59:00Z'), 'Asia/Shanghai', 2)).toEqual(['2026-02-28', '2026-03-01'])
  expect(lastDays(new Date('2026-03-01T16:01:00Z'), 'Asia/Shanghai', 2)).toEqual(['2026-03-01', '2026-03-02'])
})
