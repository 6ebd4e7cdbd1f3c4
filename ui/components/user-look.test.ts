import { expect, it } from 'vitest'

import { leftText, userLook } from './user-look.ts'

const NOW_MS = Date.parse('2026-11-14T08:00:00Z')
const inHours = (hours: number) => new Date(NOW_MS + hours * 3_600_000).toISOString()
const user = {
  state: 'active',
  locked: false,
  deleteAfter: null,
  expiresAt: inHours(20 * 24),
  usedBytes: 1,
  totalBytes: 9,
} as const

it.each([
  [{}, 'stateActive'],
  [{ usedBytes: 9 }, 'quota'],
  [{ expiresAt: inHours(-1) }, 'stateExpired'],
  [{ state: 'expired', usedBytes: 9 }, 'stateExpired'],
  [{ state: 'none' }, 'noPackage'],
  [{ state: 'paused', usedBytes: 9 }, 'statePaused'],
  [{ state: 'paused', deleteAfter: inHours(9) }, 'stateLeaving'],
  [{ locked: true, deleteAfter: inHours(9) }, 'stateLocked'],
  [{ state: 'blocked', locked: true }, 'stateBlocked'],
] as const)('%j is called %s', (changes, word) => {
  expect(userLook({ ...user, ...changes }, NOW_MS).word).toBe(word)
})

it.each([
  [30 * 24 - 1, false, 'endsInDays'],
  [7 * 24, true, 'endsInDays'],
  [5, true, 'endsInHours'],
  [0.5, true, 'endsSoon'],
] as const)('%d hours before the end: ending is %s, and the words are %s', (hours, isEnding, key) => {
  const look = userLook({ ...user, expiresAt: inHours(hours) }, NOW_MS)
  expect([look.isEnding, leftText(look.left!, (word: string) => word)]).toEqual([isEnding, key])
})

it('counts no days for a package that rests, is over or has no end', () => {
  for (const changes of [
    { state: 'paused' },
    { state: 'expired' },
    { expiresAt: null },
    { expiresAt: inHours(-1) },
  ] as const) {
    expect(userLook({ ...user, ...changes }, NOW_MS).left).toBeNull()
  }
})
