import { expect, it } from 'vitest'

import { roundTicks } from './round-ticks.ts'

const MB = 1024 ** 2

it.each([
  [0, ['0', '1']],
  [120, ['0', '1', '2']],
  [1_234, ['0', '5', '10', '15']],
  [98_765, ['0', '500', '1000']],
  [40_000, ['0', '100', '200', '300', '400']],
])('an axis up to %i fen shows whole yuan: %j', (high, shown) => {
  expect(roundTicks(0, high, 'fen').map((fen) => String(fen / 100))).toEqual(shown)
})

it('bytes have round numbers of their own unit', () => {
  expect(roundTicks(0, 370 * MB, 'bytes').map((bytes) => bytes / MB)).toEqual([0, 100, 200, 300, 400])
  expect(roundTicks(0, 2100 * MB, 'bytes').map((bytes) => bytes / MB)).toEqual([0, 1024, 2048, 3072])
})

it('goes below zero by the same steps', () => {
  expect(roundTicks(-3, 10, 'whole')).toEqual([-5, 0, 5, 10])
})
