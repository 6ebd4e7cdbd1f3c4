import { expect, test } from 'vitest'

import { makeApp } from '../../test/run/make-app.ts'
import { inTx } from '../context.ts'
import { countOne, forgetCount, giveBack, loadCount, takeOne, type Limit } from './limits.ts'

const first = await makeApp()
const second = await makeApp({
  DATABASE_URL: first.config.databaseUrl!,
  SECRET_KEY: first.config.secretKey.toString(),
})
let made = 0
const newLimit = (points: number): Limit => ({ name: `test-${(made += 1)}`, points, windowMs: 60_000 })

test('counts are exact across processes and under parallel use', async () => {
  const limit = newLimit(7)
  const ctxs = Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? first : second))
  const counts = await Promise.all(ctxs.map((ctx) => countOne(ctx, limit, 'someone')))
  expect(counts.filter((count) => !count.isOver)).toHaveLength(7)
  expect(await loadCount(second, limit, 'someone')).toMatchObject({ isOver: true })
  expect(await loadCount(first, limit, 'somebody else')).toMatchObject({ isOver: false, used: 0 })
})

test('answers a full limit without a statement', async () => {
  const limit = newLimit(2)
  await takeOne(first, limit, 'k')
  await takeOne(first, limit, 'k')
  await first.db.kysely.deleteFrom('rateLimits').execute()
  await expect(takeOne(first, limit, 'k')).rejects.toMatchObject({ code: 'request.too_many', status: 429 })
  // The other process never saw the limit fill up and reads the (now empty) table.
  await takeOne(second, limit, 'k')
})

test('what was given back or forgotten fits again', async () => {
  const limit = newLimit(1)
  expect((await countOne(first, limit, 'k')).isOver).toBe(false)
  expect((await countOne(first, limit, 'k')).isOver).toBe(true)
  await forgetCount(first, limit, 'k')
  expect((await countOne(first, limit, 'k')).isOver).toBe(false)
  await giveBack(first, limit, 'k')
  expect((await countOne(first, limit, 'k')).isOver).toBe(false)
})

test('a new window begins when the old one is over', async () => {
  const limit = newLimit(1)
  await countOne(first, limit, 'k')
  await first.db.kysely
    .updateTable('rateLimits')
    .set({ expire: Date.now() - 1 })
    .execute()
  expect((await countOne(second, limit, 'k')).isOver).toBe(false)
})

test('the table contains neither names nor addresses', async () => {
  await countOne(first, newLimit(5), '0/secret-name@203.0.113.99')
  const rows = await first.db.kysely.selectFrom('rateLimits').selectAll().execute()
  expect(rows.length).toBeGreaterThan(0)
  expect(JSON.stringify(rows)).not.toMatch(/secret-name|203\.0\.113/)
})

test('counting inside a transaction throws, because a refusal would roll the count back', async () => {
  await expect(inTx(first, (tx) => countOne(tx, newLimit(1), 'k'))).rejects.toThrow(/inside a transaction/)
})
