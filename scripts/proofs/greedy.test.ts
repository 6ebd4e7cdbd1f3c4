import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { GREEDY_WALKS } from '../../test/grid.ts'
import { describe, walkMany } from './greedy/walk.ts'
import { withWorld } from './greedy/world.ts'

test('in many walks of a greedy reseller nobody gets richer than the rules allow', async () => {
  const { url } = await createTestDatabase()
  const figures = await withWorld(url, (world) => walkMany(world, { seed: 1, walks: GREEDY_WALKS }))
  expect(figures.found.map(describe)).toEqual([])
  expect(figures.walks).toBe(GREEDY_WALKS)
  // A walk that is refused everything would prove nothing.
  expect(figures.moves).toBeGreaterThan(GREEDY_WALKS * 9)
  expect(figures.moves).toBeGreaterThan(figures.refused * 2)
})

/**
 * Two walks that the judge once took for a gain: a package that melted between order and payment keeps what was paid for
 * it, and of a merged package only what surely was an order's own leaves with its refund.
 */
test.each([1_705_639_029, 1_705_639_090])('the walk of seed %d keeps to the rules', async (seed) => {
  const { url } = await createTestDatabase()
  const figures = await withWorld(url, (world) => walkMany(world, { seed, walks: 1, handSales: false }))
  expect(figures.found.map(describe)).toEqual([])
})
