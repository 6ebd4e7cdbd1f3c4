import { expect, it } from 'vitest'

import { targetOf } from './use-row-keys.ts'

it.each([
  ['ArrowDown', 0, 1],
  ['ArrowDown', 4, 4],
  ['ArrowUp', 3, 2],
  ['ArrowUp', 0, 0],
  ['Home', 3, 0],
  ['End', 1, 4],
  ['a', 1, null],
  ['ArrowDown', -1, 0],
  ['ArrowUp', -1, 0],
  ['Home', -1, null],
])('%s on row %i of five (-1: outside the rows) leads to %s', (key, at, to) => {
  expect(targetOf(key, at, 5)).toBe(to)
})
