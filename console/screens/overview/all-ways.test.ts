import { expect, it } from 'vitest'

import type { Figures } from '../../../contract/console/overview.ts'
import { costFen, earnedFen, keyProfitFen, soldFen } from './all-ways.ts'

const nothing = { orders: 0, refundedFen: 0, toppedUpFen: 0, newUsers: 0, activeUsers: 0 }
const shop = { ...nothing, salesFen: 1500, marginFen: 600, keys: 0, keySalesFen: 0, keyCostFen: 0, keyFaceFen: 0 }

it('adds what keys brought to what the shop sold', () => {
  const figures: Figures = { ...shop, keys: 2, keySalesFen: 3000, keyCostFen: 1800 }
  expect([soldFen(figures), earnedFen(figures)]).toEqual([4500, 1800])
})

it('counts the face value of a balance key once: when it is spent in the shop', () => {
  // A key of 15 yuan was sold for 16, and its user bought an order of 15 yuan with it.
  const figures: Figures = { ...shop, keys: 1, keySalesFen: 1600, keyCostFen: 1500, keyFaceFen: 1500 }
  expect([soldFen(figures), keyProfitFen(figures), earnedFen(figures)]).toEqual([1600, 100, 700])
})

it('shows no profit to members who may not see costs', () => {
  const figures: Figures = { ...shop, marginFen: null, keyCostFen: null }
  expect([keyProfitFen(figures), earnedFen(figures)]).toEqual([null, null])
})

it.each([
  [{}, 900],
  [{ refundedFen: 400 }, 500],
  [{ refundedFen: 1400 }, 0],
  [{ marginFen: -200 }, 1500],
  [{ marginFen: null }, 1500],
])('what is no margin of a day is its cost: %j', (change, fen) => {
  expect(costFen({ ...shop, ...change })).toBe(fen)
})
