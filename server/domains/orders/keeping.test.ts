import { afterAll, expect, test } from 'vitest'

import { DAY_MS } from '../../../contract/durations.ts'
import { readConfig } from '../../config.ts'
import { jobs } from '../../jobs.ts'
import { createDb } from '../../platform/db/db.ts'
import { createLog } from '../../platform/log.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { makeScratchDir } from '../../test/run/scratch-dir.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 2 })
afterAll(() => db.close())

const now = new Date('2026-06-15T12:00:00Z')
const ago = (ms: number) => new Date(now.getTime() - ms)

test('deletes old quotes and keys, and keeps their orders', async () => {
  const account = await buildAccount(db)
  const plan = await buildPackage(db)
  const owner = { resellerId: account.resellerId, accountId: account.id }
  const price = { listFen: 3000, discountFen: 0, creditFen: 0, totalFen: 3000, basisRevision: 0 }
  const wish = { action: 'new' as const, packageId: plan.id, period: 'month' as const }
  const ids: string[] = []
  for (const at of [ago(DAY_MS - 60_000), ago(DAY_MS + 60_000)]) {
    const quote = { ...owner, ...wish, ...price, createdAt: at, expiresAt: at }
    ids.push((await db.kysely.insertInto('quotes').values(quote).returning('id').executeTakeFirstOrThrow()).id)
  }
  const order = { ...owner, ...wish, ...price, wholesaleFen: 0, createdAt: now, expiresAt: now, quoteId: ids[1]! }
  await db.kysely.insertInto('orders').values(order).execute()
  for (const [key, at] of [
    ['young-key', ago(7 * DAY_MS - 60_000)],
    ['older-key', ago(7 * DAY_MS + 60_000)],
  ] as const) {
    const row = { ...owner, call: 'test.call', key, bodyHash: Buffer.alloc(32), createdAt: at }
    await db.kysely.insertInto('idempotencyKeys').values(row).execute()
  }
  const config = readConfig({ SECRET_KEY: 'x'.repeat(32), DATA_DIR: await makeScratchDir() })
  await jobs['retention.run']({ db, config, now, log: createLog('silent'), isLastAttempt: false }, {})
  expect(await db.kysely.selectFrom('quotes').select('id').execute()).toEqual([{ id: ids[0] }])
  expect(await db.kysely.selectFrom('idempotencyKeys').select('key').execute()).toEqual([{ key: 'young-key' }])
  expect(await db.kysely.selectFrom('orders').select('quoteId').execute()).toEqual([{ quoteId: null }])
})
