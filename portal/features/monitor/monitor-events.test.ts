import { expect, it } from 'vitest'

import type { MonitorAlert, MonitorOverview } from '../../../contract/monitor-figures.ts'
import { applyEvent, readEvent } from './monitor-events.ts'

const alert = (id: number, changes: Partial<MonitorAlert> = {}): MonitorAlert => ({
  id,
  resellerId: null,
  kind: 'node.silent',
  subject: `node:${id}`,
  detail: {},
  text: 'told',
  severity: 'critical',
  createdAt: '2026-11-14T07:00:00.000Z',
  lastSeenAt: '2026-11-14T07:00:00.000Z',
  times: 1,
  acknowledgedAt: null,
  acknowledgedBy: null,
  resolvedAt: null,
  ...changes,
})
const overview = (changes: Partial<MonitorOverview> = {}): MonitorOverview => ({
  at: '2026-11-14T07:00:00.000Z',
  eventId: 3,
  resellerId: null,
  nodes: [],
  onlineUsers: 0,
  traffic: [{ at: '2026-11-14T06:59:00.000Z', upBytes: 1, downBytes: 2 }],
  sales: [],
  payments: { successPercent: null, decided: 0, pending: 0, oldestUnsettled: null },
  alerts: [],
  platform: null,
  ...changes,
})
const ids = (shown: MonitorOverview | null) => shown?.alerts.map(({ id }) => id)

it('inserts a raised alert at its place, a known one once, and removes a resolved one', () => {
  const now = overview({ alerts: [alert(5), alert(4, { severity: 'warning' })] })
  const raised = applyEvent(now, { name: 'alert', data: { change: 'raised', alert: alert(6) } })
  expect(ids(raised)).toEqual([6, 5, 4])
  const milder = applyEvent(now, {
    name: 'alert',
    data: { change: 'raised', alert: alert(6, { severity: 'warning' }) },
  })
  expect(ids(milder)).toEqual([5, 6, 4])
  const seen = alert(5, { acknowledgedAt: '2026-11-14T07:01:00.000Z', acknowledgedBy: 'wang' })
  const acknowledged = applyEvent(raised, { name: 'alert', data: { change: 'acknowledged', alert: seen } })
  expect([ids(acknowledged), acknowledged?.alerts[1]?.acknowledgedBy]).toEqual([[6, 5, 4], 'wang'])
  const over = alert(5, { resolvedAt: '2026-11-14T07:02:00.000Z' })
  expect(ids(applyEvent(acknowledged, { name: 'alert', data: { change: 'resolved', alert: over } }))).toEqual([6, 4])
})

it('takes a whole snapshot, but keeps unchanged minutes', () => {
  const before = overview()
  const same = applyEvent(before, { name: 'snapshot', data: overview({ onlineUsers: 9 }) })
  expect([same?.onlineUsers, same?.traffic === before.traffic]).toEqual([9, true])
  const traffic = [{ at: '2026-11-14T07:00:00.000Z', upBytes: 1, downBytes: 2 }]
  expect(applyEvent(before, { name: 'snapshot', data: overview({ traffic }) })?.traffic).toBe(traffic)
})

it('changes nothing before the first snapshot', () => {
  expect(applyEvent(null, { name: 'alert', data: { change: 'raised', alert: alert(1) } })).toBeNull()
})

it('reads known events and ignores others', () => {
  const data = '{"reason":"stopping"}'
  expect(readEvent({ name: 'end', data, id: null })).toEqual({ name: 'end', data: { reason: 'stopping' } })
  expect(readEvent({ name: 'tomorrow', data, id: '1' })).toBeNull()
})
