import { expect, it } from 'vitest'

import { busiest, fullLabel, shortLabel, sumOf } from './plot-data.ts'

const points = [
  { at: '2026-11-13T16:00:00.000Z', upBytes: 1, downBytes: 10 },
  { at: '2026-11-14T07:00:00.000Z', upBytes: 5, downBytes: 20 },
  { at: '2026-11-14T15:00:00.000Z', upBytes: 25, downBytes: 0 },
]

it("labels hours and days by Shanghai's calendar", () => {
  expect(points.map((point) => shortLabel(point, 'today'))).toEqual(['00:00', '15:00', '23:00'])
  expect(shortLabel(points[0]!, 'week')).toBe('11-14')
  expect(fullLabel(points[0]!, 'month')).toBe('2026-11-14')
})

it('sums both directions and finds the busiest point, the earlier one of two equals', () => {
  expect([sumOf(points), busiest(points)]).toEqual([61, points[1]])
  expect(busiest([])).toBeNull()
})
