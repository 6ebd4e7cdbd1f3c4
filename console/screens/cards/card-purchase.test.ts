import { expect, it } from 'vitest'

import { hasDays, inputOf, type CardPurchase } from './card-purchase.ts'

const wish: CardPurchase = {
  kind: 'balance',
  packageId: null,
  period: null,
  amount: 20.1,
  count: 3,
  goodDays: '',
  price: '',
  startsAtUse: false,
}

it.each([
  [{}, { kind: 'balance', value: 2010, count: 3 }],
  [
    { kind: 'package', packageId: '7', period: 'half' },
    { kind: 'package', packageId: '7', value: 6, count: 3 },
  ],
  [
    { kind: 'package', packageId: '7', period: 'once' },
    { kind: 'package', packageId: '7', value: 0, count: 3 },
  ],
  [
    { kind: 'traffic', packageId: '8', amount: 100 },
    { kind: 'traffic', packageId: '8', value: 100, count: 3 },
  ],
] as const)('asks for the price of %j', (typed, input) => {
  expect(inputOf({ ...wish, ...typed })).toEqual(input)
})

it.each([
  ['month', 1],
  ['quarter', 3],
  ['year', 12],
] as const)('a key for a %s has %d months', (period, value) => {
  expect(inputOf({ ...wish, kind: 'package', packageId: '7', period })).toMatchObject({ value })
})

it.each([
  { count: 0 },
  { count: Number.NaN },
  { amount: 0 },
  { kind: 'package', packageId: '7' },
  { kind: 'days', amount: 7 },
] as const)('asks for no price while something is missing: %j', (typed) => {
  expect(inputOf({ ...wish, ...typed })).toBeNull()
})

it('lets only days wait for the first connection', () => {
  const kinds = [{}, { kind: 'traffic' }, { kind: 'days' }, { kind: 'package', period: 'year' }] as const
  expect(kinds.map((kind) => hasDays({ ...wish, ...kind }))).toEqual([false, false, true, true])
  expect(hasDays({ kind: 'package', period: 'once' })).toBe(false)
})
