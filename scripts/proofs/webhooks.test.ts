import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, floodHook } from './webhooks.ts'

test('with faults and a kill, every event arrives under one id, in order, genuine and logged', async () => {
  const { url } = await createTestDatabase()
  const flood = { events: 120, objects: 60 }
  const figures = await floodHook(url, flood)
  expect(findProblems(figures, flood)).toEqual([])
  expect(figures.heard.length).toBeGreaterThan(150)
})
