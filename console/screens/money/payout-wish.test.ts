import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { obstacle, payoutWish } from './payout-wish.ts'

type Terms = Parameters<typeof obstacle>[1]
const FROM = '2026-11-14T08:00:00.000Z'
const terms = {
  payableFen: 50_000,
  minFen: 10_000,
  payee: { accountMasked: 'z***', payableFrom: FROM },
} as unknown as Terms
const why = (change: Partial<Terms>, isOpen = false, nowMs = Date.parse(FROM)) =>
  obstacle(say, { ...terms, ...change }, isOpen, nowMs)

it('can be asked for from the very moment the account is old enough, and from the least amount on', () => {
  expect(why({})).toBeNull()
  expect(why({ payableFen: 10_000 })).toBeNull()
})

it('says what stands against it, the open one first', () => {
  expect(why({}, true)).toBe('payoutOpen')
  expect(why({ payee: null })).toBe('payoutNoPayee')
  expect(why({}, false, Date.parse(FROM) - 1)).toMatch(/^payoutFresh /)
  expect(why({ payableFen: 9_999 })).toBe('payoutMin ¥100.00')
})

it.each([
  ['', 50_000, true],
  [500, 50_000, true],
  [500.01, 50_001, false],
  [100, 10_000, true],
  [99.99, 9_999, false],
])('of %s yuan asks for %i fen: %s', (typed, fen, fits) => {
  expect(payoutWish(typed, terms)).toEqual({ fen, fits })
})
