import { expect, it } from 'vitest'

import { monthMargin } from './month-margin.ts'

const plan = { packageId: '1', period: 'month' as const }

it('multiplies the margin by what the shop sold', () => {
  const changes = [{ ...plan, retailFen: 1500, newRetailFen: 1990 }]
  expect(monthMargin(changes, [{ ...plan, wholesaleFen: 1000, sales: 10 }])).toEqual({ nowFen: 5000, newFen: 9900 })
})

it.each([
  [1500, 0],
  [null, 3],
])('says nothing where nothing was sold: %j, %d times', (retailFen, sales) => {
  const rows = [{ ...plan, wholesaleFen: 1000, sales }]
  expect(monthMargin([{ ...plan, retailFen, newRetailFen: 1990 }], rows)).toBeNull()
})
