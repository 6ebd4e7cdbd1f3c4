import { expect, it } from 'vitest'

import { fenOf } from './fen-of.ts'

it.each([
  ['0.29', 29],
  [0.29, 29],
  [1.15, 115],
  [19.99, 1999],
  ['8.10', 810],
  [1_000_000, 100_000_000],
  ['', 0],
])('%s yuan are %i fen, without the error of binary fractions', (yuan, fen) => {
  expect(fenOf(yuan)).toBe(fen)
})

it('keeps every fen of an amount with two decimals', () => {
  const all = Array.from({ length: 20_001 }, (_, fen) => fen)
  expect(all.filter((fen) => fenOf(fen / 100) !== fen)).toEqual([])
})
