import { expect, it } from 'vitest'

import { couponLosses, couponOf, FIRST } from './coupon-draft.ts'

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

it('names the offers that a discount would sell at a loss, the worst first', () => {
  const row = (packageId: string, retailFen: number | null, wholesaleFen: number) => ({
    packageId,
    packageName: packageId,
    period: 'month' as const,
    retailFen,
    wholesaleFen,
    sells: true,
  })
  const rows = [row('1', 2000, 1000), row('2', 2000, 1500), row('3', 2000, 1900), row('4', null, 1900)]
  const shown = (typed: Partial<typeof FIRST>) =>
    couponLosses({ ...FIRST, ...typed }, rows).map(({ name, lossFen }) => `${name} ${lossFen}`)
  expect(shown({ off: 30 })).toEqual(['3 500', '2 100'])
  expect(shown({ off: 30, packageId: '2' })).toEqual(['2 100'])
  expect(shown({ by: 'amount', off: 5 })).toEqual(['3 400'])
  expect(shown({ off: 5 })).toEqual([])
})
