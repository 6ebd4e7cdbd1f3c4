import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import type { AlertKind } from '../../../../contract/monitor-figures.ts'
import { clock } from '../../../platform/clock.ts'
import { buildMonitor, buildWatchedNode } from '../../../test/build/build-monitor.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { raiseAlert } from '../../alerts/alerts.ts'

const made = await makeApp()
const { call, db } = made
let platform: { token: string; userName: string }
let limited: { token: string }

beforeAll(async () => {
  for (const id of [260, 7]) await buildReseller(db, { id })
  platform = await buildMonitor(made, { userName: 'platform' })
  limited = await buildMonitor(made, { resellerId: 260 })
})

async function raise(subject: string, more: { resellerId?: number; kind?: AlertKind; isWatched?: boolean } = {}) {
  await raiseAlert(db, { resellerId: null, kind: 'payment.unknown_order', subject, ...more }, clock.now())
  const row = await db.kysely.selectFrom('alerts').select('id').where('subject', '=', subject).executeTakeFirstOrThrow()
  return row.id
}
const find = async (token: string, state: 'open' | 'all' = 'all') => {
  const read = async (cursor?: string) =>
    (await call(api.monitor.alerts, { state, ...(cursor ? { cursor } : {}) }, { token })).data
  let page = await read()
  const items = [...page.items]
  while (page.next !== null) {
    page = await read(page.next)
    items.push(...page.items)
  }
  return items
}

test('the same trouble makes one alert until it ends', async () => {
  for (let turn = 0; turn < 3; turn += 1) await raise('same')
  expect((await find(platform.token)).filter(({ subject }) => subject === 'same')).toMatchObject([{ times: 1 }])
  clock.shift(61_000)
  await raise('same')
  expect((await find(platform.token)).filter(({ subject }) => subject === 'same')).toMatchObject([{ times: 2 }])
  clock.reset()
})

test('lists pages newest first without gaps or repeats', async () => {
  for (let n = 0; n < limits.listPageSize + 5; n += 1) await raise(`page ${n}`)
  const shown = (await find(platform.token)).filter(({ subject }) => subject.startsWith('page '))
  expect(shown.map(({ subject }) => subject)).toEqual(
    Array.from({ length: limits.listPageSize + 5 }, (_, n) => `page ${limits.listPageSize + 4 - n}`),
  )
})

test('acknowledging ends an unwatched alert and only marks a watched one', async () => {
  const once = await raise('once')
  const watched = await raise('watched', { isWatched: true })
  const first = await call(api.monitor.ack, { alertId: once }, { token: platform.token })
  expect(first.data).toMatchObject({ acknowledgedBy: 'monitor:platform', resolvedAt: expect.any(String) })
  const second = await call(api.monitor.ack, { alertId: watched }, { token: platform.token })
  expect(second.data).toMatchObject({ acknowledgedAt: expect.any(String), resolvedAt: null })
  // It is still the same trouble and raises no second alert.
  await raise('watched', { isWatched: true })
  expect((await find(platform.token, 'open')).filter(({ subject }) => subject === 'watched')).toHaveLength(1)
  // A closed alert may be raised again.
  await raise('once')
  expect((await find(platform.token)).filter(({ subject }) => subject === 'once')).toHaveLength(2)
  const again = await call(api.monitor.ack, { alertId: watched }, { token: platform.token })
  expect([again.status, again.data.acknowledgedAt]).toEqual([200, second.data.acknowledgedAt])
  expect((await call(api.monitor.ack, { alertId: 999_999 }, { token: platform.token })).code).toBe('object.unknown')
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select('actor')
    .where('action', '=', 'alert.acknowledged')
    .execute()
  expect(audit).toEqual([{ actor: 'monitor:platform' }, { actor: 'monitor:platform' }])
})

test('a limited monitor sees and acknowledges its own alerts and only sees those of shared nodes', async () => {
  const own = await raise('own', { resellerId: 260 })
  const others = await raise('others', { resellerId: 7 })
  const shared = await raise('node:77', { kind: 'node.silent', isWatched: true })
  const shown = (await find(limited.token)).map(({ subject }) => subject)
  expect(shown).toEqual(['node:77', 'own'])
  const ack = (alertId: number) => call(api.monitor.ack, { alertId }, { token: limited.token })
  const [unknown, foreign, read] = [await ack(999_999), await ack(others), await ack(shared)]
  expect([foreign.status, foreign.text, read.text]).toEqual([unknown.status, unknown.text, unknown.text])
  expect((await ack(own)).status).toBe(200)
})

test('maintenance: switches one node on and off, told once; a limited monitor only its own nodes', async () => {
  const node = await buildWatchedNode(made)
  const own = await buildWatchedNode(made, { resellerId: 260 })
  const set = (nodeId: number, on: boolean, token: string) => call(api.monitor.maintenance, { nodeId, on }, { token })
  expect((await set(node, true, platform.token)).data).toEqual({ nodeId: node, on: true })
  await set(node, true, platform.token)
  await set(node, false, platform.token)
  const spans = await db.kysely.selectFrom('nodeMaintenances').select('endedAt').where('nodeId', '=', node).execute()
  expect(spans).toEqual([{ endedAt: expect.any(Date) }])
  expect((await set(own, true, limited.token)).status).toBe(200)
  const [absent, shared] = [await set(999_999, true, limited.token), await set(node, true, limited.token)]
  expect([absent.code, shared.text]).toEqual(['object.unknown', absent.text])
})
