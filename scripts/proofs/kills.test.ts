import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, killInTheMiddle } from './kills.ts'

test('after two kills in the middle of settling, nothing acknowledged is lost and nothing counts twice', async () => {
  const { url } = await createTestDatabase()
  const slaughter = { rounds: 2, perRound: 16, errands: 2, atOnce: 8 }
  const figures = await killInTheMiddle(url, slaughter)
  expect(findProblems(figures, slaughter)).toEqual([])
  expect(figures.rounds).toHaveLength(2)
})
