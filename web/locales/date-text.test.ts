import { expect, test } from 'vitest'

import { dateText, timeLeft } from './date-text.ts'

const now = Date.parse('2026-11-14T08:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()

test('dates are those of the business, not of the reader', () => {
  expect(dateText('2026-11-14T16:30:00Z')).toBe('2026-11-15')
  expect(dateText('2026-11-14T15:59:59Z')).toBe('2026-11-14')
})

test.each([
  [23.4 * 86_400_000, { unit: 'days', count: 23 }],
  [86_400_000, { unit: 'days', count: 1 }],
  [86_399_999, { unit: 'hours', count: 23 }],
  [3_600_000, { unit: 'hours', count: 1 }],
  [3_599_999, { unit: 'soon' }],
  [1, { unit: 'soon' }],
  [0, { unit: 'over' }],
  [-1, { unit: 'over' }],
])('%d ms from now', (ms, expected) => {
  expect(timeLeft(at(ms), now)).toEqual(expected)
})
