import { expect, it } from 'vitest'

import { couponOf, FIRST } from './coupon-draft.ts'

it('sends a percentage, and a code as it is written on paper', () => {
  expect(couponOf({ ...FIRST, code: ' autumn ' })).toEqual({
    code: 'AUTUMN',
    percent: 10,
    usesPerAccountMax: 1,
    endsDays: 30,
  })
})

it('sends an amount in fen, and only the limits that are set', () => {
  const typed = { ...FIRST, code: 'a', by: 'amount', off: '8.10', each: '', days: '', uses: 5 } as const
  expect(couponOf({ ...typed, packageId: '3', userName: ' lin ' })).toEqual({
    code: 'A',
    amountFen: 810,
    packageId: '3',
    userName: 'lin',
    usesMax: 5,
  })
})
