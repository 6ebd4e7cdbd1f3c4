import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, races, runRaces } from './races.ts'

// That each race collides without its guard, the files races-unguarded.test.ts show.
test('one round of each kind is fair, and a kind that is not is named', async () => {
  const { url } = await createTestDatabase()
  const figures = await runRaces(url, 1, { ...races, 'a planted one': async () => false })
  expect(findProblems(figures, 1)).toEqual(['a planted one was shared in 1 of 1 rounds'])
})
