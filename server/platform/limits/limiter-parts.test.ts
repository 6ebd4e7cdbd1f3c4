import pg from 'pg'
import { RateLimiterPostgres } from 'rate-limiter-flexible'
import { expect, test } from 'vitest'

import { createTestDatabase } from '../../test/run/database.ts'
import { blockedMs, forgetBlocked } from './limiter-parts.ts'

const database = await createTestDatabase()

test('the limiter still remembers full keys where we look, and forgets a single one', async () => {
  const pool = new pg.Pool({ connectionString: database.url })
  const limiter = new RateLimiterPostgres({
    storeClient: pool,
    tableName: 'rate_limits',
    tableCreated: true,
    points: 1,
    duration: 60,
    inMemoryBlockOnConsumed: 1,
  })
  for (const key of ['one', 'other']) await limiter.consume(key)
  expect(blockedMs(limiter, limiter.getKey('one'))).toBeGreaterThan(0)
  forgetBlocked(limiter, limiter.getKey('one'))
  expect(blockedMs(limiter, limiter.getKey('one'))).toBe(0)
  expect(blockedMs(limiter, limiter.getKey('other'))).toBeGreaterThan(0)
  await pool.end()
})
