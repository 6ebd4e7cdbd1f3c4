import { afterAll, expect, test } from 'vitest'

import { NOT_AS_SEEN } from '../../platform/as-seen.ts'
import { createDb, inTransaction } from '../../platform/db.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { createTestDatabase } from '../../test/run/database.ts'
import { insertSubscription, loadSubscriptionRow, NO_SUBSCRIPTION } from './subscription-store.ts'

const { url } = await createTestDatabase()
const db = createDb({ url, poolSize: 4 })
afterAll(() => db.close())

const bought = { ...NO_SUBSCRIPTION, totalBytes: 7, revision: 1 }
const insert = (owner: { resellerId: number; accountId: number }) =>
  inTransaction(db, async (tx) => insertSubscription({ db: tx }, owner, bought))

async function buildOwner() {
  const { id, resellerId } = await buildAccount(db)
  return { resellerId, accountId: id }
}

test('the first subscription of an account is written whole', async () => {
  const owner = await buildOwner()
  await insert(owner)
  expect(await loadSubscriptionRow(db, owner)).toMatchObject(bought)
})

test('a second one at the same moment fails and changes nothing', async () => {
  const owner = await buildOwner()
  const outcomes = await Promise.allSettled(Array.from({ length: 4 }, () => insert(owner)))
  const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(reasons).toEqual([NOT_AS_SEEN, NOT_AS_SEEN, NOT_AS_SEEN])
  expect(await loadSubscriptionRow(db, owner)).toMatchObject(bought)
})

test('who was paused since nothing was found gets none by it', async () => {
  const owner = await buildOwner()
  const set = { pausedAt: new Date() }
  await db.kysely.updateTable('accounts').set(set).where('id', '=', owner.accountId).execute()
  await expect(insert(owner)).rejects.toBe(NOT_AS_SEEN)
  expect(await loadSubscriptionRow(db, owner)).toBeNull()
})
