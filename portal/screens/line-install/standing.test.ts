import { expect, it } from 'vitest'

import { userInfo } from '../../test/portal.ts'
import { placedCount, standingOf } from './standing.ts'

const plan = { package: { id: 'p', name: '标准' }, lineLimit: 3, state: 'active' } as const

it.each([
  [{}, 0, 'none'],
  [{ ...plan, state: 'none' }, 0, 'none'],
  [plan, 2, 'room'],
  [plan, 3, 'full'],
  [plan, 4, 'full'],
  [{ ...plan, state: 'paused' }, 3, 'paused'],
  [{ ...plan, state: 'expired' }, 0, 'expired'],
] as const)('%j with %i lines is %s', (info, lineCount, expected) => {
  expect(standingOf(userInfo(info), lineCount)).toBe(expected)
})

it('counts only lines that take a place', () => {
  const states = [
    { state: 'active', reason: null },
    { state: 'installing', reason: null },
    { state: 'suspended', reason: 'quota' },
    { state: 'suspended', reason: 'node' },
    { state: 'failed', reason: null },
  ] as const
  expect(placedCount(states)).toBe(3)
})
