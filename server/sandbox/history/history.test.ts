import { expect, test } from 'vitest'

import { checkBooks } from '../../domains/ledger/check-books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { seedSandbox } from '../seed.ts'
import { seedHistory } from './seed-history.ts'

test('ninety days of two shops: the books hold, nobody is told, and once is enough', async () => {
  const { db, config } = await makeCashierApp()
  await seedSandbox(db, config)
  const count = async (table: 'orders' | 'mails' | 'alerts') =>
    Number(
      (
        await db.query<{ count: number }>({ name: `count.${table}`, text: `select count(*) from ${table}`, values: [] })
      )[0]!.count,
    )
  const jobs = async () =>
    (await db.query({ name: 'all.jobs', text: 'select id from graphile_worker._private_jobs', values: [] })).length
  const before = { mails: await count('mails'), alerts: await count('alerts'), jobs: await jobs() }
  await seedHistory(db, config)
  const orders = await count('orders')
  expect(orders).toBeGreaterThan(300)
  expect({ mails: await count('mails'), alerts: await count('alerts'), jobs: await jobs() }).toEqual(before)
  expect((await checkBooks(db)).problems).toEqual([])
  const titles = await db.kysely.selectFrom('resellers').select('title').where('title', 'is not', null).execute()
  expect(titles).toEqual([])
  const demo = await db.kysely
    .selectFrom('accounts')
    .innerJoin('subscriptions', 'subscriptions.accountId', 'accounts.id')
    .select(['accounts.resellerId', 'subscriptions.expiresAt', 'subscriptions.usedBytes'])
    .where('userName', '=', 'demo')
    .where('accounts.resellerId', 'in', [0, 260])
    .execute()
  expect(demo).toHaveLength(2)
  for (const { expiresAt, usedBytes } of demo) {
    expect(expiresAt!.getTime()).toBeGreaterThan(Date.now())
    expect(usedBytes).toBeGreaterThan(0)
  }
  await seedHistory(db, config)
  expect(await count('orders')).toBe(orders)
})
