import { expect, it } from 'vitest'

import { daysOf, specialOutcome } from './special-outcome.ts'

const row = { wholesaleFen: 1500, retailFen: 3000, sales: 60 }
const days = { from: '2026-11-28', to: '2026-12-01' }

it('counts both days, and none backwards', () => {
  expect(daysOf(days.from, days.to)).toBe(4)
  expect(daysOf(days.from, days.from)).toBe(1)
  expect(daysOf(days.to, days.from)).toBeNull()
  expect(daysOf('', days.to)).toBeNull()
})

it.each([
  [1499, false],
  [1500, true],
  [2999, true],
  [3000, false],
])('%i fen lies between wholesale and the usual price: %s', (retailFen, isLower) => {
  expect(specialOutcome(row, { retailFen, ...days }).isLower).toBe(isLower)
})

it('says what it costs at the pace of the last month', () => {
  expect(specialOutcome(row, { retailFen: 2000, ...days })).toMatchObject({ marginFen: 500, lessFen: 8000 })
  expect(specialOutcome({ ...row, retailFen: null }, { retailFen: 2000, ...days })).toMatchObject({ isLower: false })
})
