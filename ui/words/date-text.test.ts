import { afterEach, describe, expect, test, vi } from 'vitest'

import { openBrowser } from '../test/browser.ts'
import { dateText, dayStartMs, recordText, timeLeft } from './date-text.ts'

const now = Date.parse('2026-11-14T08:00:00Z')
const at = (ms: number) => new Date(now + ms).toISOString()

/** The date functions for a business in one zone and a reader in another. */
async function textsIn(timeZone: string, reader = 'UTC') {
  vi.stubEnv('TZ', reader)
  openBrowser({ brand: JSON.stringify({ timeZone }) })
  vi.resetModules()
  return import('./date-text.ts')
}

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('shows dates of the business, not of the reader', () => {
  expect(dateText('2026-11-14T16:30:00Z')).toBe('2026-11-15')
  expect(dateText('2026-11-14T15:59:59Z')).toBe('2026-11-14')
  expect(recordText('2026-11-14T16:30:00Z')).toBe('2026-11-15 00:30')
})

test.each([
  ['Asia/Tokyo', '2026-11-15 00:30 GMT+8'],
  ['Asia/Shanghai', '2026-11-15 00:30'],
  ['Asia/Singapore', '2026-11-15 00:30'],
])('names the zone of a receipt to a reader in %s only if theirs differs', async (reader, expected) => {
  const { receiptText } = await textsIn('Asia/Shanghai', reader)
  expect(receiptText('2026-11-14T16:30:00Z')).toBe(expected)
})

test('uses the business zone that the page names, in winter and summer', async () => {
  const texts = await textsIn('America/New_York')
  expect(texts.recordText('2026-01-14T04:30:00Z')).toBe('2026-01-13 23:30')
  expect(texts.recordText('2026-07-14T04:30:00Z')).toBe('2026-07-14 00:30')
  expect(texts.receiptText('2026-07-14T04:30:00Z')).toBe('2026-07-14 00:30 GMT-4')
})

test.each([
  ['2026-11-14', 0, '2026-11-13T16:00:00.000Z'],
  ['2026-11-30', 1, '2026-11-30T16:00:00.000Z'],
])('%s plus %d days begins at %s', (day, later, expected) => {
  expect(new Date(dayStartMs(day, later)).toISOString()).toBe(expected)
})

test.each([
  // Clocks go forward at 2:00 on 8 March: that day has 23 hours.
  ['America/New_York', '2026-03-08', ['2026-03-08T05:00:00.000Z', '2026-03-09T04:00:00.000Z']],
  // Clocks go back at 2:00 on 1 November: that day has 25 hours.
  ['America/New_York', '2026-11-01', ['2026-11-01T04:00:00.000Z', '2026-11-02T05:00:00.000Z']],
  // Clocks skip midnight: the day begins at 1:00.
  ['Africa/Cairo', '2026-04-24', ['2026-04-23T22:00:00.000Z', '2026-04-24T21:00:00.000Z']],
])('in %s, %s is a whole day', async (zone, day, expected) => {
  const texts = await textsIn(zone)
  expect([0, 1].map((later) => new Date(texts.dayStartMs(day, later)).toISOString())).toEqual(expected)
})

test.each(['America/New_York', 'Asia/Shanghai', 'UTC'])(
  'reads input in %s as the business’s time, and shows it as typed',
  async (reader) => {
    const { typedMoment, recordText } = await textsIn('Asia/Shanghai', reader)
    expect(typedMoment('2026-12-01T02:30')).toBe('2026-11-30T18:30:00.000Z')
    expect(recordText(typedMoment('2026-12-01T02:30'))).toBe('2026-12-01 02:30')
    // Some browsers add seconds.
    expect(typedMoment('2026-12-01T02:30:00')).toBe('2026-11-30T18:30:00.000Z')
  },
)

test.each([
  ['Asia/Shanghai', 'America/New_York', 'Asia/Shanghai'],
  ['Asia/Shanghai', 'Asia/Singapore', null],
  // Same time in winter only.
  ['Africa/Lagos', 'Europe/Berlin', 'Africa/Lagos'],
  ['Europe/Paris', 'Europe/Berlin', null],
])('names the zone of %s, read in %s, as %s', async (business, reader, expected) => {
  const { foreignZone } = await textsIn(business, reader)
  expect(foreignZone(Date.parse('2026-12-01T00:00:00Z'))).toBe(expected)
})

describe('time left', () => {
  test.each([
    // From 16:00 on the 14th: counts calendar days, not blocks of 24 hours.
    ['2026-11-16T09:00:00+08:00', { unit: 'days', count: 2 }],
    ['2026-11-15T23:59:00+08:00', { unit: 'days', count: 1 }],
    ['2026-11-16T00:00:00+08:00', { unit: 'days', count: 2 }],
    ['2026-12-07T23:00:00+08:00', { unit: 'days', count: 23 }],
  ])('until %s', (instant, expected) => {
    expect(timeLeft(instant, now)).toEqual(expected)
  })

  test.each([
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

  test('shows at least one day when a day has 25 hours', async () => {
    const texts = await textsIn('America/New_York')
    const left = texts.timeLeft('2026-11-02T04:50:00Z', Date.parse('2026-11-01T04:10:00Z'))
    expect(left).toEqual({ unit: 'days', count: 1 })
  })
})
