import { expect, it } from 'vitest'

import { confirmOf, priceOutcome } from './price-outcome.ts'

it.each([
  [1500, 700, { isBelow: false, marginFen: 800, percent: 53.3 }],
  [700, 700, { isBelow: false, marginFen: 0, percent: 0 }],
  [0, 0, { isBelow: false, marginFen: 0, percent: 0 }],
  [50, 700, { isBelow: true, lossFen: 650 }],
])('a price of %i fen at %i fen wholesale brings %j', (retailFen, wholesaleFen, outcome) => {
  expect(priceOutcome(retailFen, wholesaleFen)).toEqual(outcome)
})

it('confirms a price below wholesale for these two prices only', () => {
  expect(confirmOf(50, 700)).toEqual({ confirm: { retailFen: 50, wholesaleFen: 700 } })
  expect(confirmOf(700, 700)).toEqual({})
})
