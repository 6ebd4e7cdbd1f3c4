import { expect, test } from 'vitest'

import { judge, type Circumstances } from './enforce.ts'
import { userOf } from './test/stand-in-portal.ts'

const now = Date.parse('2026-11-15T00:00:00Z')
const at = (more: Partial<Circumstances> = {}): Circumstances => ({
  portalNowMs: now,
  leaseUntilMs: now + 1_000,
  failClosed: false,
  isApplied: () => false,
  uncountedBytes: () => 0,
  left: () => undefined,
  ...more,
})
const user = userOf(1, 'a', { notAfter: '2026-11-15T00:00:00.001Z', bytesLeft: 100 })

test('ends a user by the portal’s clock, at the exact instant', () => {
  expect(judge(user, at())).toBe('on')
  expect(judge(user, at({ portalNowMs: now + 1 }))).toBe('expired')
})

test('ends a user when bytes that the portal has not counted yet use up the rest', () => {
  expect(judge(user, at({ uncountedBytes: () => 99 }))).toBe('on')
  expect(judge(user, at({ uncountedBytes: () => 100 }))).toBe('quota')
  expect(judge(user, at({ left: () => 20, uncountedBytes: () => 20 }))).toBe('quota')
  expect(judge(user, at({ left: () => null, uncountedBytes: () => 1_000 }))).toBe('on')
  expect(judge({ ...user, bytesLeft: null }, at({ uncountedBytes: () => 1_000 }))).toBe('on')
})

test('after the lease nobody new comes in, and with failClosed everybody is ended', () => {
  const late = { portalNowMs: now, leaseUntilMs: now }
  expect(judge(user, at(late))).toBe('lease')
  expect(judge(user, at({ ...late, isApplied: () => true }))).toBe('on')
  expect(judge(user, at({ ...late, isApplied: () => true, failClosed: true }))).toBe('lease')
})

test('never lets in a user who is off or has no credential', () => {
  expect(judge({ ...user, state: 'off' }, at())).toBe('incomplete')
  expect(judge({ ...user, credential: null }, at())).toBe('incomplete')
})
