import { expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildNode } from '../../../test/build/line-desk.ts'
import { buildPackage, fundReseller, GB } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { changeLimits } from '../resellers/limits/change-limits.ts'

const made = await makeApp()
const { db, config } = made
checkBooksAfterEach(db)
const { overview, dismissGuide } = consoleApi.platform

test('a platform without sales is shown what it has so far', async () => {
  const boss = await buildStaff(made, { resellerId: null })
  const beginning = async () => (await boss.call(overview, {})).data.beginning
  const missing = { hasMerchant: false, hasPackages: false, hasPrices: false, hasNode: false, hasReseller: false }
  const nothing = { ...missing, hasOnline: false, hasSold: false }
  expect(await beginning()).toEqual(nothing)
  await buildPackage(db, { resellerId: 7600 })
  await buildNode(db)
  expect(await beginning()).toEqual({
    ...nothing,
    hasPackages: true,
    hasReseller: true,
    hasOnline: true,
    hasNode: true,
  })
})

test('counts what waits across resellers, includes sales of today, and names trouble', async () => {
  const shop = openShop(made)
  for (const resellerId of [7601, 7602]) {
    const plan = await buildPackage(db, { resellerId })
    await fundReseller(db, resellerId, 10_000)
    await shop.purchase(await shop.buildBuyer({ resellerId }), plan)
  }
  await buildReseller(db, { id: 7603, suspendedAt: clock.now() })
  const owner = await buildAccount(db, { resellerId: 7601 })
  await buildReseller(db, { id: 7604, isWhitelisted: false })
  const owned = { ownerResellerId: 7601, ownerAccountId: owner.id }
  await db.kysely.updateTable('resellers').set(owned).where('id', '=', 7604).execute()
  const ctx = { db, config, now: clock.now() }
  await changeLimits(ctx, 7602, { usersMax: 1, trafficMaxBytes: 10 * GB, atLimit: 'stop_selling' }, 'operator:test')
  const boss = await buildStaff(made, { resellerId: null })
  const shown = (await boss.call(overview, { days: 7 })).data
  expect(shown.now).toMatchObject({ salesFen: 6000, newUsers: 3, outFen: 0 })
  expect(shown.days).toHaveLength(7)
  expect(shown.beginning, 'a sale does not end the guide').toMatchObject({ hasSold: true, hasMerchant: false })
  const viewer = await buildStaff(made, { resellerId: null, role: 'viewer' })
  expect((await viewer.call(dismissGuide, {})).code).toBe('staff.forbidden')
  await boss.call(dismissGuide, {})
  expect((await boss.call(overview, {})).data.beginning).toBeNull()
  expect(shown.waiting).toMatchObject({ agencies: 1, payouts: 0, withdrawals: 0, refundWishes: 0, alerts: 0 })
  expect(shown.trouble).toMatchObject([
    { resellerId: 7602, reasons: ['full'] },
    { resellerId: 7603, reasons: ['suspended'] },
  ])
})

test('support sees neither money nor decisions outside its permissions', async () => {
  const support = await buildStaff(made, { resellerId: null, role: 'support' })
  const { days, now, before, growth, waiting } = (await support.call(overview, {})).data
  expect([days, now.salesFen, before.salesFen, growth]).toEqual([[], null, null, null])
  expect([now.inFen, now.outFen, waiting.payouts, waiting.withdrawals, waiting.refundWishes]).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
})

test('finds users and orders of every reseller that the member may enter', async () => {
  const shop = openShop(made)
  const plan = await buildPackage(db, { resellerId: 7611 })
  await fundReseller(db, 7611, 10_000)
  const buyer = await shop.buildBuyer({ resellerId: 7611 })
  await shop.purchase(buyer, plan)
  const named = await buildAccount(db, { resellerId: 7611, userName: 'needle.in.hay', email: 'sought@hay.example' })
  const { id: orderId } = await db.kysely
    .selectFrom('orders')
    .select('id')
    .where('resellerId', '=', 7611)
    .executeTakeFirstOrThrow()
  const { findUsers, findOrders } = consoleApi.platform
  const owner = await buildStaff(made, { resellerId: null })
  // Finance may look at users and orders, but enters no reseller.
  const finance = await buildStaff(made, { resellerId: null, role: 'finance' })
  const users = async (by: typeof owner, search: string) =>
    (await by.call(findUsers, { search })).data.rows.map(({ resellerId, id }) => [resellerId, id])
  const orders = async (by: typeof owner, search: string) =>
    (await by.call(findOrders, { search })).data.rows.map((row) => row.orderId)
  for (const search of ['EDLE.in', 'sought@', String(named.id)]) {
    expect([search, await users(owner, search)]).toEqual([search, [[7611, named.id]]])
    expect([search, await users(finance, search)]).toEqual([search, []])
  }
  expect([await orders(owner, orderId.slice(0, 13)), await orders(finance, orderId)]).toEqual([[orderId], []])
  const agent = await buildStaff(made, { resellerId: 7611 })
  expect((await agent.call(findUsers, { search: 'needle' })).code).toBe('staff.forbidden')
})
