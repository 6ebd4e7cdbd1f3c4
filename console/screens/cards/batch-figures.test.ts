import { expect, it } from 'vitest'

import { canVoid, earnedFen } from './batch-figures.ts'

it.each([
  [{ priceFen: 1600, costFen: 1500, redeemed: 3 }, 300],
  [{ priceFen: 1400, costFen: 1500, redeemed: 3 }, -300],
  [{ priceFen: null, costFen: 1500, redeemed: 3 }, 0],
  [{ priceFen: 1600, costFen: 1500, redeemed: 0 }, 0],
])('a batch %j earned %i fen', (batch, fen) => {
  expect(earnedFen(batch)).toBe(fen)
})

it('only keys that nobody has used or been given, of a batch that is open, can be made void', () => {
  expect(canVoid({ unused: 1, closedAt: null })).toBe(true)
  expect(canVoid({ unused: 0, closedAt: null })).toBe(false)
  expect(canVoid({ unused: 1, closedAt: '2026-11-01T00:00:00.000Z' })).toBe(false)
})
