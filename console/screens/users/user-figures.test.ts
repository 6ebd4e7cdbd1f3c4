import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { leftOf, linesText, usedText } from './user-figures.ts'

const GB = 1024 ** 3
const DAY_S = 86_400
const NOW = Date.parse('2026-11-14T08:00:00.000Z')
const user = {
  state: 'active' as const,
  locked: false,
  deleteAfter: null,
  expiresAt: new Date(NOW + 3 * DAY_S * 1000).toISOString(),
  usedBytes: 0,
  totalBytes: 0,
  bankedSeconds: 0,
}

it('says the whole days that a pause has banked, before any end', () => {
  expect(leftOf({ ...user, bankedSeconds: 3 * DAY_S - 1 }, NOW, say, say)).toBe('banked 2')
  expect(leftOf({ ...user, bankedSeconds: 3 * DAY_S }, NOW, say, say)).toBe('banked 3')
})

it('says how long a package still runs, and nothing without one', () => {
  expect(leftOf(user, NOW, say, say)).toBe('days 3')
  expect(leftOf(user, NOW + 2.5 * DAY_S * 1000, say, say)).toMatch(/^endsInHours/)
  expect(leftOf({ ...user, state: 'none', expiresAt: null }, NOW, say, say)).toBeNull()
})

it('compares in one unit from 10 GB on', () => {
  expect(usedText(86 * GB, 300 * GB)).toBe('86 / 300 GB')
  expect(usedText(GB / 2, 10 * GB)).toBe('1 / 10 GB')
  expect(usedText(GB / 2, 10 * GB - 1)).toBe('512.00 MB / 10.00 GB')
})

it('names one or two nodes, and counts more', () => {
  const lines = ['东京 01', '香港 02', '首尔 03'].map((node) => ({ node })) as never[]
  expect(linesText({ lines: [] }, say)).toBeNull()
  expect(linesText({ lines: lines.slice(0, 1) }, say)).toBe('东京 01')
  expect(linesText({ lines: lines.slice(0, 2) }, say)).toBe('东京 01 · 香港 02')
  expect(linesText({ lines }, say)).toBe('moreLines 东京 01 3')
})
