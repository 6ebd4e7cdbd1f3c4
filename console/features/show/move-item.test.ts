import { expect, test } from 'vitest'

import { moveItem, placeAt } from './move-item.ts'

test('moves an item up and down, and never over the ends', () => {
  const items = ['a', 'b', 'c', 'd']
  expect(moveItem(items, 0, 2)).toEqual(['b', 'c', 'a', 'd'])
  expect(moveItem(items, 3, 0)).toEqual(['d', 'a', 'b', 'c'])
  expect(moveItem(items, 1, 1)).toEqual(items)
  expect(moveItem(items, 0, -1)).toEqual(items)
  expect(moveItem(items, 3, 4)).toEqual(items)
})

test('puts a dragged row where its middle is', () => {
  const middles = [10, 30, 50]
  expect([-5, 12, 31, 60, 900].map((y) => placeAt(middles, y))).toEqual([0, 1, 2, 2, 2])
})
