import { expect, test } from 'vitest'

import { createTestDatabase } from '../../server/test/run/database.ts'
import { findProblems, killOneOfTwo } from './failover.ts'

test('after one of two processes is killed under load, streams go on at the other and no acknowledged payment is lost', async () => {
  const { url } = await createTestDatabase()
  const load = { payments: 24, streams: 10, atOnce: 8 }
  expect(findProblems(await killOneOfTwo(url, load), load)).toEqual([])
})
