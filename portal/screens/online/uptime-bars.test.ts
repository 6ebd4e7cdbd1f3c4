import { expect, it } from 'vitest'

import { dayAfter, dayLook } from './uptime-bars.tsx'

it('counts calendar days across the end of a month and a leap day', () => {
  expect(dayAfter('2026-08-31', 1)).toBe('2026-09-01')
  expect(dayAfter('2028-02-28', 1)).toBe('2028-02-29')
  expect(dayAfter('2026-08-17', 89)).toBe('2026-11-14')
})

it('one minute of downtime is not a full day, and a missing record is no failure', () => {
  expect([100, 99.93, 94.99, 0, null].map(dayLook)).toEqual(['full', 'some', 'much', 'much', 'none'])
})
