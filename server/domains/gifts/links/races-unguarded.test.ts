import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test, vi } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { raceCode } from '../../../test/attack/redeem-race.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import type * as queries from './queries.ts'

// The race of links.test.ts without its guard: read the link, then write it, and no unique key on its gift. If this
// test did not break, that race would prove nothing.
vi.mock('./queries.ts', async (importOriginal) => {
  const original = await importOriginal<typeof queries>()
  const claimUse: typeof queries.claimUse = async (db, { resellerId, accountId }, codeHash, now) => {
    const link = await original.loadLinkByCode(db, resellerId, codeHash)
    if (link?.state !== 'open') return false
    await db.kysely
      .updateTable('giftLinks')
      .set({ state: 'used', usedBy: accountId, endedAt: now })
      .where('id', '=', link.id)
      .execute()
    return true
  }
  return { ...original, claimUse }
})

const testApp = await makeApp()
const { db, call } = testApp
const { buildBuyer } = openShop(testApp)

beforeAll(async () => {
  await buildReseller(db)
  await db.pool.query('alter table gifts drop constraint gifts_reseller_id_request_key_key')
  await db.pool.query('alter table ledger_accounts drop constraint ledger_accounts_sign')
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

test('without the condition one link serves several users', async () => {
  const pack = await buildPackage(db, { kind: 'pack', prices: { once: 900 } })
  const plan = await buildPackage(db)
  const subscribe = async (accountIds: number[]) => {
    for (const accountId of accountIds) {
      await db.kysely
        .insertInto('subscriptions')
        .values({ resellerId: 0, accountId, packageId: plan.id, period: 'month' })
        .execute()
    }
  }
  let most = 0
  // Whether two requests collide is chance on a busy machine: several rounds make it likely enough.
  for (let round = 0; round < 8 && most < 2; round += 1) {
    const giver = await buildBuyer()
    const wish = { packageId: pack.wireId, days: null, priceFen: 900, key: randomUUID() }
    const { url } = (await call(api.gifts.make, wish, { token: giver.token })).data
    // Two more links of the giver, so that the hold covers what is taken twice.
    for (let more = 0; more < 2; more += 1) {
      await call(api.gifts.make, { ...wish, key: randomUUID() }, { token: giver.token })
    }
    const { statuses } = await raceCode(testApp, url!.split('#')[1]!, 0, subscribe)
    most = Math.max(most, statuses.filter((status) => status === 200).length)
  }
  expect(most).toBeGreaterThan(1)
})
