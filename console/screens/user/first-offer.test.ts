import { expect, it } from 'vitest'

import { firstOffer } from './first-offer.ts'

it.each([
  ['none', 'sell'],
  ['expired', 'sell'],
  ['active', 'give'],
  ['paused', 'give'],
  ['blocked', 'give'],
] as const)('offers a user who is %s to %s first', (state, offer) => {
  expect(firstOffer({ state })).toBe(offer)
})
