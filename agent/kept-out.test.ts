import { expect, test } from 'vitest'

import { limits } from '../contract/limits.ts'
import { openKeptOut } from './kept-out.ts'
import { userOf } from './test/stand-in-portal.ts'

const SHARED_PORT = 443
const HOME = '192.0.2.1'
const CAFE = '192.0.2.2'
const none = { claimed: new Set<string>() }

function openAt() {
  const clock = { ms: 0 }
  const keptOut = openKeptOut(() => clock.ms)
  const users = new Map([1, 2].map((number) => [number, userOf(number, 'key', { deviceLimit: 1 })]))
  const seen = (...pairs: [number, string][]) => {
    const addresses = new Map(pairs.map(([number, address]) => [number, new Set([address])]))
    return { addresses, ...none }
  }
  return { clock, keptOut, users, seen }
}

test('keeps an address beyond the limit out while it counts as a device, then judges it again', () => {
  const { clock, keptOut, users, seen } = openAt()
  expect(keptOut.isNew(1, CAFE)).toBe(true)
  keptOut.note(seen([1, CAFE]))
  expect(keptOut.isNew(1, CAFE)).toBe(false)
  keptOut.take([{ number: 1, addresses: [CAFE] }], none, users, SHARED_PORT)
  keptOut.note(seen([1, HOME]))
  keptOut.take([], none, users, SHARED_PORT)
  clock.ms = limits.deviceSeenMs - 1
  expect(keptOut.shut(users)).toEqual([{ address: CAFE, port: SHARED_PORT }])
  clock.ms = limits.deviceSeenMs
  expect(keptOut.shut(users)).toEqual([])
  expect(keptOut.isNew(1, CAFE)).toBe(true)
})

test('lets an address in at once when the limit changes or the user ends', () => {
  const { keptOut, users } = openAt()
  const both = [1, 2].map((number) => ({ number, addresses: [`${CAFE}${number}`] }))
  keptOut.take(both, none, users, SHARED_PORT)
  expect(keptOut.shut(users)).toHaveLength(2)
  users.set(1, userOf(1, 'key', { deviceLimit: 3 }))
  users.delete(2)
  expect(keptOut.shut(users)).toEqual([])
})

test('shuts an address shared by several users only at a port of one user', () => {
  const { keptOut, users, seen } = openAt()
  const over = [{ number: 1, addresses: [CAFE] }]
  keptOut.note(seen([2, CAFE], [1, CAFE]))
  keptOut.take(over, none, users, SHARED_PORT)
  expect(keptOut.shut(users)).toEqual([])
  users.set(1, userOf(1, 'key', { deviceLimit: 1, port: 20_001 }))
  keptOut.take(over, none, users, SHARED_PORT)
  expect(keptOut.shut(users)).toEqual([{ address: CAFE, port: 20_001 }])
})

test('does not shut an address that a client only claims, and the claim does not let another user stay', () => {
  const { keptOut, users, seen } = openAt()
  const claimed = new Set([`1 ${CAFE}`])
  keptOut.note({ ...seen([1, CAFE]), claimed })
  expect(keptOut.isNew(1, CAFE)).toBe(false)
  keptOut.take([{ number: 1, addresses: [CAFE] }], { claimed }, users, SHARED_PORT)
  expect(keptOut.shut(users)).toEqual([])
  keptOut.note(seen([2, CAFE]))
  keptOut.take([{ number: 2, addresses: [CAFE] }], none, users, SHARED_PORT)
  expect(keptOut.shut(users)).toEqual([{ address: CAFE, port: SHARED_PORT }])
})
