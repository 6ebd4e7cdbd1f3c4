import { expect, it } from 'vitest'

import { monthMargin } from './month-margin.ts'

const plan = { packageId: '1', period: 'month' as const }
const rows = [{ ...plan, wholesaleFen: 1000 }]

it('multiplies the margin by what the shop sold', () => {
  const changes = [{ ...plan, retailFen: 1500, newRetailFen: 1990, sales: 10 }]
  expect(monthMargin(changes, rows)).toEqual({ nowFen: 5000, newFen: 9900 })
})

it.each([[{ retailFen: 1500, sales: 0 }], [{ retailFen: null, sales: 3 }]])(
  'says nothing where nothing was sold: %j',
  (change) => {
    expect(monthMargin([{ ...plan, newRetailFen: 1990, ...change }], rows)).toBeNull()
  },
)
