import { expect, it } from 'vitest'

import { FIRST, wishOf } from './gift-draft.ts'

it.each([
  [{}, { kind: 'days', days: 3 }],
  [
    { kind: 'traffic', gb: 50 },
    { kind: 'traffic', gb: 50 },
  ],
  [
    { kind: 'balance', yuan: 19.99 },
    { kind: 'balance', amountFen: 1999 },
  ],
  [
    { kind: 'package', packageId: '7' },
    { kind: 'package', packageId: '7', period: 'month' },
  ],
  [{ kind: 'package' }, null],
] as const)('%j is the gift %j', (typed, wish) => {
  expect(wishOf({ ...FIRST, ...typed })).toEqual(wish)
})
