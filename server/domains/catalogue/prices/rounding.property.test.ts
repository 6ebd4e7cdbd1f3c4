import fc from 'fast-check'
import { expect, test } from 'vitest'

import { discountOf } from '../get-coupon.ts'
import { retailByRule } from './preview.ts'
import { ceilShare, floorShare, daysFen, trafficFen } from './prorate.ts'

// Each rounding is compared with whole numbers alone: a fen that is given away shows, whatever the sizes.
const RUNS = { numRuns: 500 }
const fen = fc.integer({ min: 0, max: 100_000_000 })
const days = fc.integer({ min: 1, max: 3660 })
const bytes = fc.integer({ min: 1, max: 2 ** 50 })
const big = (amount: number) => BigInt(amount)

/** `whole × part ÷ of`, rounded up. */
const expectUp = (rounded: number, whole: number, part: number, of: number) => {
  expect(big(rounded) * big(of)).toBeGreaterThanOrEqual(big(whole) * big(part))
  expect(big(rounded - 1) * big(of)).toBeLessThan(big(whole) * big(part))
}
const expectDown = (rounded: number, whole: number, part: number, of: number) => {
  expect(big(rounded) * big(of)).toBeLessThanOrEqual(big(whole) * big(part))
  expect(big(rounded + 1) * big(of)).toBeGreaterThan(big(whole) * big(part))
}
const check = <Ts extends [unknown, ...unknown[]]>(
  arbitraries: { [K in keyof Ts]: fc.Arbitrary<Ts[K]> },
  holds: (...drawn: Ts) => void,
) => fc.assert(fc.property(...arbitraries, holds), RUNS)

test('days of keys, gifts and links cost their share of a month, rounded up; in two parts never less', () => {
  check([fen, days, days], (monthFen, one, other) => {
    expectUp(daysFen(monthFen, one), monthFen, one, 30)
    expectUp(daysFen(monthFen, one, 12), monthFen, one, 360)
    expect(daysFen(monthFen, one) + daysFen(monthFen, other)).toBeGreaterThanOrEqual(daysFen(monthFen, one + other))
  })
})

test('traffic costs its share of a pack, rounded up', () => {
  const packs = fc.integer({ min: 2 ** 20, max: 2 ** 44 })
  check([fc.integer({ min: 0, max: 1_000_000 }), packs, packs], (packFen, part, packBytes) =>
    expectUp(trafficFen(packFen, part, packBytes), packFen, part, packBytes),
  )
})

test('a price by rule is the first with its ending that is not below the rule', () => {
  const markUp = fc.oneof(
    fc.record({ percent: fc.integer({ min: 0, max: 10_000 }) }),
    fc.record({ fen: fc.integer({ min: 0, max: 10_000_000 }) }),
  )
  check([fen, markUp, fc.constantFrom(0 as const, 90 as const, 99 as const, null)], (wholesaleFen, rule, ending) => {
    const retailFen = retailByRule(wholesaleFen, { markUp: rule, ending })
    const hundredths = 'fen' in rule ? (wholesaleFen + rule.fen) * 100 : wholesaleFen * (100 + rule.percent)
    expect(retailFen * 100).toBeGreaterThanOrEqual(Math.max(1, hundredths))
    const step = ending === null ? 1 : 100
    if (ending !== null) expect(retailFen % 100).toBe(ending)
    const lower = retailFen - step
    expect(lower <= 0 || lower * 100 < hundredths, 'the first of them').toBe(true)
  })
})

test('a coupon takes its percent, rounded down, or its amount, and never more than the price', () => {
  check([fen, fc.integer({ min: 1, max: 100 }), fen], (listFen, percent, amountFen) => {
    expectDown(discountOf({ percent, amountFen: null }, listFen), listFen, percent, 100)
    expect(discountOf({ percent: null, amountFen }, listFen)).toBe(Math.min(amountFen, listFen))
  })
})

test('of a whole, what is given in parts and what is taken in parts never exceed it', () => {
  check([bytes, bytes, bytes], (amount, one, other) => {
    const [part, whole] = [Math.min(one, other), Math.max(one, other)]
    expectDown(floorShare(amount, part, whole), amount, part, whole)
    expectUp(ceilShare(amount, part, whole), amount, part, whole)
    expect(floorShare(amount, part, whole) + ceilShare(amount, whole - part, whole)).toBe(amount)
    // Beyond the whole, and of nothing.
    expect([floorShare(amount, whole, part), ceilShare(amount, whole, part)]).toEqual([amount, amount])
    expect([floorShare(amount, part, 0), floorShare(amount, -part, whole)]).toEqual([0, 0])
  })
})
