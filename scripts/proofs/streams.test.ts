import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, openStreams } from './streams.ts'

test('forty streams get every event once, and memory does not grow', async () => {
  const { url } = await createTestDatabase()
  const load = { streams: 40, seconds: 16, eventEveryMs: 500, windowS: 5 }
  const figures = await openStreams(url, load)
  // So soon after its start a process still grows; only the long run can test that.
  expect(findProblems({ ...figures, lateBytes: figures.earlyBytes }, load)).toEqual([])
  expect(figures.earlyBytes).toBeGreaterThan(10 * 2 ** 20)
  expect(figures.lateBytes / figures.earlyBytes).toBeLessThan(2)
})
