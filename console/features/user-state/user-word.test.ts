import { expect, it } from 'vitest'

import { userWord } from './user-word.ts'

const NOW = Date.parse('2026-11-14T08:00:00.000Z')
const inDays = (days: number) => new Date(NOW + days * 86_400_000).toISOString()
const user = {
  state: 'active' as const,
  locked: false,
  deleteAfter: null,
  expiresAt: inDays(30),
  usedBytes: 0,
  totalBytes: 1,
  hasConnected: true,
}
const wordOf = (change: object) => {
  const { tone, word, left } = userWord({ ...user, ...change }, NOW)
  return [tone, word, left === null ? null : left.unit]
}

it('says nothing more of a user who is well', () => {
  expect(wordOf({})).toEqual(['good', 'stateActive', null])
})

it('says an end that is near before a plan that was never used, and trouble before both', () => {
  expect(wordOf({ hasConnected: false })).toEqual(['warn', 'stateNever', null])
  expect(wordOf({ hasConnected: false, expiresAt: inDays(7) })).toEqual(['warn', 'stateActive', 'days'])
  expect(wordOf({ hasConnected: false, expiresAt: inDays(3), usedBytes: 1 })).toEqual(['bad', 'quota', null])
  expect(wordOf({ hasConnected: false, state: 'paused' })).toEqual(['off', 'statePaused', null])
})
