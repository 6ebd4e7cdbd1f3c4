import fc from 'fast-check'
import { expect, test } from 'vitest'

import { civilTime } from '../../../contract/civil-time.ts'
import { addMonths, countMonths, dayOfMonth, daysInMonth } from './calendar.ts'

const SHANGHAI = 'Asia/Shanghai'
const shanghai = (text: string) => new Date(`${text}+08:00`)

test.each([
  ['2026-01-31T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2028-01-31T10:00:00', 1, '2028-02-29T10:00:00'],
  ['2026-01-31T10:00:00', 2, '2026-03-31T10:00:00'],
  ['2026-01-30T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2026-01-29T10:00:00', 1, '2026-02-28T10:00:00'],
  ['2026-08-31T23:59:59', 1, '2026-09-30T23:59:59'],
  ['2026-12-31T00:00:00', 2, '2027-02-28T00:00:00'],
  ['2028-02-29T00:00:00', 12, '2029-02-28T00:00:00'],
  ['2026-03-31T00:00:00', -1, '2026-02-28T00:00:00'],
])('%s + %i months', (from, months, to) => {
  expect(addMonths(shanghai(from), months, SHANGHAI)).toEqual(shanghai(to))
})

test('returns to the wanted day after a short month', () => {
  const start = shanghai('2026-01-31T08:00:00')
  const february = addMonths(start, 1, SHANGHAI)
  expect(addMonths(february, 1, SHANGHAI, 31)).toEqual(shanghai('2026-03-31T08:00:00'))
  expect(addMonths(february, 1, SHANGHAI)).toEqual(shanghai('2026-03-28T08:00:00'))
  const moved = shanghai('2026-02-20T08:00:00')
  expect(addMonths(moved, 1, SHANGHAI, 31)).toEqual(shanghai('2026-03-20T08:00:00'))
})

test('uses the day in the business zone, not in UTC', () => {
  // 31 January 00:30 in Shanghai is still 30 January in UTC.
  expect(addMonths(new Date('2026-01-30T16:30:00Z'), 2, SHANGHAI)).toEqual(shanghai('2026-03-31T00:30:00'))
})

test('keeps the time of day when a zone changes its clocks', () => {
  const from = new Date('2026-02-15T08:00:00Z')
  expect(addMonths(from, 2, 'America/New_York')).toEqual(new Date('2026-04-15T07:00:00Z'))
  // 8 March 2026, 02:30 does not exist in New York.
  expect(addMonths(new Date('2026-02-08T07:30:00Z'), 1, 'America/New_York')).toEqual(new Date('2026-03-08T07:30:00Z'))
})

test('n months later is in the n-th month after, on the wanted day or the last one, with the same milliseconds', () => {
  const instants = fc.date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      instants,
      fc.integer({ min: 0, max: 60 }),
      fc.constantFrom(SHANGHAI, 'Europe/London'),
      (from, n, zone) => {
        const start = civilTime(from, zone)
        const end = civilTime(addMonths(from, n, zone), zone)
        expect(end.year * 12 + end.month).toBe(start.year * 12 + start.month + n)
        expect(end.day).toBe(Math.min(start.day, daysInMonth(end.year, end.month)))
        expect(addMonths(from, n, zone).getMilliseconds()).toBe(from.getMilliseconds())
        expect(dayOfMonth(addMonths(addMonths(from, n, zone), -n, zone, start.day), zone)).toBe(start.day)
      },
    ),
  )
})

test('counting months gives the same as stepping through them', () => {
  const starts = fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(
      starts,
      fc.integer({ min: -100, max: 2000 }),
      fc.constantFrom(null, 29, 30, 31),
      (from, days, wanted) => {
        const until = new Date(from.getTime() + days * 86_400_000)
        let walked = 0
        while (addMonths(from, walked, SHANGHAI, wanted) < until) walked += 1
        expect(countMonths(from, until, SHANGHAI, wanted)).toBe(walked)
      },
    ),
  )
})
