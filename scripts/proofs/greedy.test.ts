import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { describe, walkMany } from './greedy/walk.ts'
import { withWorld } from './greedy/world.ts'

test('in a hundred walks of a greedy reseller nobody gets richer than the rules allow', async () => {
  const { url } = await createTestDatabase()
  const figures = await withWorld(url, (world) => walkMany(world, { seed: 1, walks: 100 }))
  expect(figures.found.map(describe)).toEqual([])
  expect(figures.walks).toBe(100)
  // A walk that is refused everything would prove nothing.
  expect(figures.moves).toBeGreaterThan(900)
  expect(figures.moves).toBeGreaterThan(figures.refused * 2)
}, 300_000)
