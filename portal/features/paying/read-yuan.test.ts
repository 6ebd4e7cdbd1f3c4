import { expect, it } from 'vitest'

import { readYuan } from './read-yuan.ts'

it.each([
  ['1', 100],
  ['12.5', 1250],
  ['12.', 1200],
  ['0.01', 1],
  ['¥ 5,000.00', 500_000],
  ['１２．５', 1250],
  ['0.29', 29],
  ['', null],
  ['.5', null],
  ['1.234', null],
  ['1e3', null],
  ['-1', null],
  ['十', null],
])('%s is %s fen', (text, fen) => {
  expect(readYuan(text)).toBe(fen)
})
