import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, killBulk } from './bulk.ts'

test('after the server is killed in the middle of a bulk, every user gets it once, at the previewed cost', async () => {
  const { url } = await createTestDatabase()
  const slaughter = { people: 200, kills: 1 }
  const figures = await killBulk(url, slaughter)
  expect(findProblems(figures, slaughter)).toEqual([])
})
