import { expect, it } from 'vitest'

import { againOf, type CardPurchase, hasDays, inputOf, missingFen, NOTHING, termsOf } from './card-purchase.ts'

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
  { count: '' },
  { amount: 0 },
  { amount: '' },
  { kind: null },
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

it.each([
  [{}, null, {}],
  [{}, 2500, { priceFen: 2500 }],
  [{ price: 0 }, 2500, { priceFen: 0 }],
  [{ price: '19.9' }, 2500, { priceFen: 1990 }],
  [{ goodDays: 0 }, null, {}],
  [{ goodDays: 30 }, null, { expiresDays: 30 }],
  [{ startsAtUse: true }, null, {}],
  [{ startsAtUse: true, kind: 'days' }, null, { startsAtUse: true }],
] as const)('buys %j at a shop price of %s with the terms %j', (typed, retailFen, terms) => {
  expect(termsOf({ ...wish, ...typed }, retailFen)).toEqual(terms)
})

it.each([
  [1000, 999, 1],
  [1000, 1000, 0],
  [1000, 1001, 0],
  [null, 0, 0],
  [1000, null, 0],
])('for %s fen a balance of %s lacks %i', (totalFen, balanceFen, fen) => {
  expect(missingFen(totalFen, balanceFen)).toBe(fen)
})

const worth = { packageName: null, packageId: null, period: null, amountFen: null, trafficBytes: null, days: null }
const last = { batchId: 3, keyCount: 20, goodDays: 90, priceFen: 2150 }
const stock = { ...worth, startsAtUse: false, left: 4, gone: 10, lastsDays: 12, last }

it('buys the same again, with its terms', () => {
  const again = { ...NOTHING, count: 20, goodDays: 90, price: 21.5 }
  expect(againOf({ ...stock, kind: 'balance', amountFen: 2000 })).toEqual({ ...again, kind: 'balance', amount: 20 })
  expect(againOf({ ...stock, kind: 'package', packageId: '7', period: 'half', startsAtUse: true })).toEqual({
    ...again,
    kind: 'package',
    packageId: '7',
    period: 'half',
    startsAtUse: true,
  })
  const traffic = againOf({ ...stock, kind: 'traffic', packageId: '8', trafficBytes: 100 * 1024 ** 3 })
  expect(traffic).toMatchObject({ amount: 100 })
  expect(againOf({ ...stock, kind: 'days', packageId: '7', days: 7 })).toMatchObject({ amount: 7 })
})

it('nothing was bought before: nothing is preset', () => {
  expect(againOf({ ...stock, kind: 'balance', amountFen: 2000, last: null })).toBeNull()
  expect(againOf(undefined)).toBeNull()
  expect(inputOf(NOTHING)).toBeNull()
})
