import { expect, it } from 'vitest'

import { adjusted } from './adjusted.ts'

it.each([
  ['paid-in', 1500, true],
  ['given', 1500, true],
  ['paid-out', 500, false],
  ['taken', 500, false],
] as const)('%s of 500 fen makes 1,000 fen %i', (how, afterFen, isMore) => {
  expect(adjusted({ balanceFen: 1000, owedFen: 0 }, how, 500)).toEqual({ nowFen: 1000, afterFen, isMore })
})

it('counts a debt as less than nothing', () => {
  expect(adjusted({ balanceFen: 0, owedFen: 300 }, 'paid-in', 500)).toMatchObject({ nowFen: -300, afterFen: 200 })
})
