import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { SIMULATED_LIVES } from '../../test/grid.ts'
import { simulateMany, upFrom } from './simulation.ts'

test('whatever dies and whatever the gateway says, what was acknowledged is there once', async () => {
  const { url } = await createTestDatabase()
  const { runs, found } = await simulateMany(url, upFrom(1, SIMULATED_LIVES))
  expect(found.map(({ seed, problems }) => ({ seed, problems }))).toEqual([])
  const sum = (of: 'acts' | 'kills') => runs.reduce((total, run) => total + run[of], 0)
  // Lives in which nothing happens would prove nothing.
  expect(sum('acts')).toBeGreaterThan(SIMULATED_LIVES * 30)
  expect(sum('kills')).toBeGreaterThan(SIMULATED_LIVES)
})

test('the same seed is the same life, statement by statement', async () => {
  const { url } = await createTestDatabase()
  // What a process keeps in memory is there after the first life.
  const [, first, again] = (await simulateMany(url, [5, 6, 6])).runs
  expect(first!.trace.length).toBeGreaterThan(100)
  expect(again!.trace).toEqual(first!.trace)
})
