import { expect, test } from 'vitest'

import { growthOf, measureMemory } from './pictures.ts'

test('memory is measured after each round, and growth is what the end has more than the beginning', async () => {
  const figures = await measureMemory(4, 2)
  expect(figures).toHaveLength(2)
  expect(figures.every((bytes) => bytes > 0)).toBe(true)
  expect(growthOf([5, 9, 7, 8, 8, 12])).toBe(3)
  expect(growthOf([5, 9, 7, 8, 8, 8])).toBeLessThan(0)
})
