import { expect, test } from 'vitest'

import { judge, nearEnds, wantedUsers, type Circumstances } from './enforce.ts'
import { setupOf } from './test/engines.ts'
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

test('sees the end of a quota before it is there, by the pace of the last poll', () => {
  const users = new Map([1, 2, 3].map((number) => [number, { ...user, number }]))
  users.set(4, { ...user, number: 4, bytesLeft: null })
  const near = (bytes: [number, number][], uncounted = 0, left = {}) => {
    const used = { bytes: new Map(bytes), ms: 500 }
    return [...nearEnds(used, users, { uncountedBytes: () => uncounted, counts: { left } }, 10_000)]
  }
  expect(
    near([
      [1, 4],
      [2, 5],
      [3, 0],
      [4, 1_000],
      [99, 1_000],
    ]),
  ).toEqual([[2, 10_000]])
  expect(near([[1, 4]], 20)).toEqual([[1, 10_000]])
  expect(near([[2, 5]], 0, { 2: 1_000 })).toEqual([])
  // The share of this node is used up; the portal may have another.
  expect(near([[2, 5]], 30, { 2: 30 })).toEqual([[2, 0]])
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

test.each([
  ['vless', {}, [-1, 2]],
  ['shadowsocks', { cipher: 'aes-256-gcm' }, [-1, 2]],
  ['shadowsocks', { cipher: 'aes-256-gcm', engine: 'shadowsocks-libev' }, [2]],
  ['vless', { engine: 'xray' }, [-1, 2]],
  ['vless', { security: 'reality' }, [-1, 2]],
  ['hysteria2', {}, [2]],
  ['hysteria2', { engine: 'xray' }, [2]],
])('%s %j: only an engine that holds users to a list lets one in on a lifeline', (protocol, settings, numbers) => {
  const users = [userOf(1, 'a', { lifeline: true }), userOf(2, 'b')]
  expect([...wantedUsers(users, setupOf(protocol, 443, settings), at()).keys()]).toEqual(numbers)
})
