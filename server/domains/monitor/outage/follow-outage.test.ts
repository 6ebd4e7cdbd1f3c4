import { expect, test } from 'vitest'

import { followOutage, reasonOf, type Look, type Reason } from './follow-outage.ts'

const START = Date.UTC(2026, 0, 1)
const look = (second: number, reason: Reason | null, tookMs = 0): Look => ({
  reason,
  at: new Date(START + second * 1000),
  beganMs: second * 1000,
  endedMs: second * 1000 + tookMs,
})
const follow = () => followOutage({ awayMs: 10_000, recoveryMs: 10_000 })

test('a database of another release is no outage; a full, read-only or silent one is', () => {
  expect(reasonOf(null)).toBeNull()
  expect(reasonOf('database not migrated')).toBeNull()
  expect(reasonOf('database disk full')).toBe('disk_full')
  expect(reasonOf('database read-only')).toBe('read_only')
  expect(reasonOf('database unavailable')).toBe('unavailable')
})

test('ten seconds of failed checks make an outage, which ends after ten good seconds', () => {
  const watch = follow()
  for (const second of [0, 3, 6, 9]) expect(watch.note(look(second, 'unavailable'))).toBeNull()
  expect(watch.current(9_999)).toBeNull()
  expect(watch.current(10_000)).toMatchObject({ begin: new Date(START), looks: 4 })
  expect(watch.note(look(12, null))).toBeNull()
  expect(watch.current(12_000)).toBeNull()
  // The database comes and goes: it is still the same outage.
  expect(watch.note(look(15, 'disk_full'))).toBeNull()
  expect(watch.current(15_000)).toMatchObject({ begin: new Date(START), reason: 'disk_full' })
  expect(watch.note(look(18, null))).toBeNull()
  expect(watch.note(look(28, null))).toMatchObject({ begin: new Date(START), end: { at: new Date(START + 18_000) } })
  expect(watch.note(look(30, null))).toBeNull()
})

test('forgets any number of hiccups', () => {
  const watch = follow()
  for (let second = 0; second < 60; second += 3) {
    expect(watch.note(look(second, second % 2 ? 'unavailable' : null))).toBeNull()
    expect(watch.current(second * 1000)).toBeNull()
  }
})

test('a machine that slept for an hour reports no outage', () => {
  const watch = follow()
  watch.note(look(0, 'unavailable', 3_600_000))
  expect(watch.current(3_600_000)).toBeNull()
  expect(watch.note(look(3601, null))).toBeNull()
  expect(watch.takeEnded()).toBeNull()
})

test('a stopping process still reports an outage that has just ended', () => {
  const watch = follow()
  for (const second of [0, 5, 11]) watch.note(look(second, 'unavailable'))
  expect(watch.takeEnded()).toBeNull()
  watch.note(look(12, null))
  expect(watch.takeEnded()).toMatchObject({ end: { at: new Date(START + 12_000) } })
  expect(watch.takeEnded()).toBeNull()
})
