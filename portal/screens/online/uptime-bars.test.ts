import { expect, it } from 'vitest'

import { dayAfter, dayLook, recordedDays } from './uptime-bars.tsx'

it('counts calendar days across the end of a month and a leap day', () => {
  expect(dayAfter('2026-08-31', 1)).toBe('2026-09-01')
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(dayAfter('2026-08-17', 89)).toBe('2026-11-14')
})

it('one minute of downtime is not a full day, and a missing record is no failure', () => {
  expect([100, 99.93, 94.99, 0, null].map(dayLook)).toEqual(['full', 'some', 'much', 'much', 'none'])
})

it('tells the age of the record from the first day of any region that has one', () => {
  expect(
    recordedDays([
      [null, null, 100],
      [null, null, null],
    ]),
  ).toBe(1)
  expect(
    recordedDays([
      [null, 99, null, 100],
      [null, null, null, 100],
    ]),
  ).toBe(3)
  // The first day is one, also before its first figure.
  expect(recordedDays([[null, null]])).toBe(1)
})
