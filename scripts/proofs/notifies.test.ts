import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, floodNotifies } from './notifies.ts'

test('of sixty payments, 270 notifies and 300 forgeries, every payment is credited once and no forgery ever', async () => {
  const { url } = await createTestDatabase()
  const flood = { orders: 60, notifies: 270, unpaid: 6, forged: 300, atOnce: 16 }
  const figures = await floodNotifies(url, flood)
  expect(findProblems(figures, flood)).toEqual([])
  expect(figures.truth.paid).toBe(60)
})
