import { beforeEach, expect, test } from 'vitest'

import { clock } from '../../../platform/clock.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, GB } from '../../../test/build/money-factories.ts'
import { openShop } from '../../../test/build/shop.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const testApp = await makeApp()
const { db } = testApp
const { buildBuyer, purchase, infoOf, quote } = openShop(testApp)

const NOTHING = { pack: false, renew: false, upgrade: false }
let resellerId = 5000

beforeEach(() => {
  clock.reset()
  resellerId += 2
})

/** A buyer of a reseller with one plan, who has used so much of 100 GB. */
async function openCase(usedGb: number, period: 'month' | 'once' = 'month') {
  const plan = await buildPackage(db, { resellerId, prices: { [period]: 3000 } })
  const buyer = await buildBuyer({ resellerId, fen: 100_000 })
  await purchase(buyer, plan, { period })
  await db.kysely
    .updateTable('subscriptions')
    .set({ usedBytes: usedGb * GB })
    .where('accountId', '=', buyer.account.id)
    .execute()
  return { plan, buyer, buyable: async () => (await infoOf(buyer)).buyable }
}

const buildPack = (stock: number | null = null) =>
  buildPackage(db, { resellerId, kind: 'pack', trafficBytes: 10 * GB, prices: { once: 500 }, stock })
const buildHigher = () => buildPackage(db, { resellerId, trafficBytes: 500 * GB, prices: { month: 9000 } })
const turnOff = (packageId: number) =>
  db.kysely.updateTable('packageOffers').set({ isOn: false }).where('packageId', '=', packageId).execute()

test('says nothing while time and traffic are left', async () => {
  const { buyable } = await openCase(10)
  await buildPack()
  expect(await buyable()).toBeNull()
})

test('names a pack only while one is offered and in stock, as the quote does', async () => {
  const { buyer, buyable } = await openCase(100)
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
  const gone = await buildPack(0)
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
  expect((await quote(buyer, gone, { action: 'pack', period: 'once' })).code).toBe('package.sold_out')
  const pack = await buildPack()
  expect(await buyable()).toEqual({ ...NOTHING, renew: true, pack: true })
  expect((await quote(buyer, pack, { action: 'pack', period: 'once' })).status).toBe(200)
  await turnOff(pack.id)
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
})

test('packs of another reseller do not count', async () => {
  const { buyable } = await openCase(100)
  const own = resellerId
  resellerId += 1
  await buildPack()
  await buildHigher()
  resellerId = own
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
})

test('names an upgrade for a higher plan, not for a lower one', async () => {
  const { buyable } = await openCase(95)
  await buildPackage(db, { resellerId, prices: { month: 1000 } })
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
  await buildHigher()
  expect(await buyable()).toEqual({ ...NOTHING, renew: true, upgrade: true })
})

test('a package that is no longer sold is not renewed, and a suspended reseller sells nothing', async () => {
  const { plan, buyable } = await openCase(100)
  await buildPack()
  await buildHigher()
  await turnOff(plan.id)
  expect(await buyable()).toEqual({ renew: false, pack: true, upgrade: true })
  await buildReseller(db, { id: resellerId, suspendedAt: clock.now() })
  expect(await buyable()).toEqual(NOTHING)
})

test('a reseller that reached its limit renews and sells nothing new', async () => {
  const { buyable } = await openCase(100)
  await buildPack()
  await buildHigher()
  const limit = { resellerId, usersMax: 1, usersCount: 1, atLimit: 'stop_selling' as const }
  await db.kysely
    .insertInto('resellerLimits')
    .values({ ...limit, month: '2026-01-01', checkedAt: clock.now() })
    .execute()
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
})

test('an ended package can be renewed, and takes no pack', async () => {
  const { buyer, buyable } = await openCase(1)
  await buildPack()
  const expiresAt = new Date(clock.now().getTime() - 60_000)
  await db.kysely.updateTable('subscriptions').set({ expiresAt }).where('accountId', '=', buyer.account.id).execute()
  expect(await buyable()).toEqual({ ...NOTHING, renew: true })
  expect((await infoOf(buyer)).nextResetAt).toBeNull()
})

test('a year names the next reset, a plan without an end has none', async () => {
  const year = await buildPackage(db, { resellerId, prices: { year: 30_000 } })
  const buyer = await buildBuyer({ resellerId, fen: 100_000 })
  await purchase(buyer, year, { period: 'year' })
  const { nextResetAt, expiresAt } = await infoOf(buyer)
  expect(Date.parse(nextResetAt!)).toBeLessThan(Date.parse(expiresAt!))
  const once = await openCase(100, 'once')
  expect((await infoOf(once.buyer)).nextResetAt).toBeNull()
  expect(await once.buyable()).toMatchObject({ renew: true, pack: false })
})
