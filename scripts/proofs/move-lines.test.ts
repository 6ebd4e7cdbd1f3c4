import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, killMove } from './move-lines.ts'

test('after a kill in the middle of a move, every line exists once, feeds are right and owners got one mail', async () => {
  const { url } = await createTestDatabase()
  const slaughter = { lines: 50 }
  const figures = await killMove(url, slaughter)
  expect(findProblems(figures, slaughter)).toEqual([])
})
