import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, floodTelegram } from './telegram.ts'

test('with faults and a kill, every message is said once or named as given up', async () => {
  const { url } = await createTestDatabase()
  const flood = { messages: 120 }
  const figures = await floodTelegram(url, flood)
  expect(findProblems(figures, flood)).toEqual([])
  expect(figures.said.length).toBeGreaterThan(80)
})
