import { expect, test } from 'vitest'

import { growthOf, measureMemory } from './pictures.ts'

test('memory is measured after each round, and growth is what the second half adds to the first', async () => {
  const figures = await measureMemory(4, 2, [400, 300])
  expect(figures).toHaveLength(2)
  expect(figures.every(({ residentBytes, heldBytes }) => residentBytes > heldBytes && heldBytes > 0)).toBe(true)
  expect(growthOf([5, 9, 7, 8, 8, 12])).toBe(1)
  expect(growthOf([5, 9, 7, 8, 7, 7])).toBe(0)
  expect(growthOf([1, 2, 3, 4, 5, 6])).toBe(3)
})
