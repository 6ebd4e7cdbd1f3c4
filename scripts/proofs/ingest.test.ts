import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, ingestRows } from './ingest.ts'

test('ten thousand traffic rows, with a fifth of the batches sent twice and a kill, are exact to the byte everywhere', async () => {
  const { url } = await createTestDatabase()
  const load = { users: 300, rows: 10_000, perBatch: 100, twicePercent: 20, atOnce: 8, kills: 1 }
  const figures = await ingestRows(url, load)
  expect(findProblems(figures, load)).toEqual([])
  expect(figures.sentTwice).toBe(20)
  expect(figures.cutOff).toBeGreaterThan(0)
  expect(figures.sent.charged).toBeGreaterThan(0)
  expect(findProblems({ ...figures, usedBytes: figures.usedBytes - 1 }, load)).toHaveLength(1)
})
