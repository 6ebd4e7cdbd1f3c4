import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { buildCards } from '../../../test/build/build-cards.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { sumDays } from './sum-days.ts'

const app = await makeApp()
const { db, call, config } = app
checkBooksAfterEach(db)
const { overview, cards } = consoleApi
let resellerId = 6450

beforeEach(async () => {
  clock.reset()
  // The test before may have summed days that are still to come.
  await db.kysely.deleteFrom('officeSummed').execute()
  await buildReseller(db, { id: (resellerId += 1) })
})

const job = () => ({ db, config, now: clock.now(), log: app.app.log as never, isLastAttempt: false })
const staff = (wanted: Partial<Parameters<typeof buildStaff>[1]> = {}) => buildStaff(app, { resellerId, ...wanted })
const figures = async (days = 1) => (await (await staff()).call(overview.show, { days })).data.now

async function redeem(code: string) {
  const user = await buildAccount(db, { resellerId })
  const redeemed = await call(api.cards.redeem, { code }, { token: await buildSession(db, user) })
  expect(redeemed.status, redeemed.text).toBe(200)
  return user
}

async function buyMonths(count: number, priceFen?: number) {
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  const own = priceFen === undefined ? {} : { priceFen }
  return buildCards(db, { resellerId, kind: 'package', packageId: plan.id, value: 1, count, ...own })
}

test('a redeemed key is sold at the own price of its batch, less what it cost', async () => {
  const { codes } = await buyMonths(3, 2777)
  expect(await figures()).toMatchObject({ keys: 0, keySalesFen: 0, keyCostFen: 0 })
  await redeem(codes[0]!)
  await redeem(codes[1]!)
  expect(await figures()).toMatchObject({
    salesFen: 0,
    marginFen: 0,
    keys: 2,
    keySalesFen: 5554,
    keyCostFen: 3600,
    keyFaceFen: 0,
  })
  const { balance } = (await (await staff()).call(overview.show, {})).data
  expect(balance).toMatchObject({ keysFen: 1800, keysLastDays: null })
  expect(await loadBalanceFen({ db }, { kind: 'cards', resellerId })).toBe(1800)
})

test("a key without an own price counts at its cost, and the shop's price is offered when buying", async () => {
  const plan = await buildPackage(db, { resellerId, prices: { month: { retailFen: 3000, wholesaleFen: 1800 } } })
  const { codes } = await buildCards(db, { resellerId, kind: 'days', packageId: plan.id, value: 10 })
  await redeem(codes[0]!)
  expect(await figures()).toMatchObject({ keys: 1, keySalesFen: 600, keyCostFen: 600 })
  const quote = { kind: 'days', packageId: plan.wireId, value: 10, count: 2 } as const
  const owner = await staff()
  const { data } = await owner.call(cards.quote, quote)
  expect(data).toEqual({ costFen: 600, totalFen: 1200, retailFen: 1000 })
  await fundReseller(db, resellerId, 1200)
  await owner.call(cards.buy, { ...quote, totalFen: 1200, priceFen: 999, key: randomUUID() })
  expect((await owner.call(cards.batches, {})).data.rows.map(({ priceFen }) => priceFen)).toEqual([999, null])
})

test('the face value of a balance key is no sale of keys: it is one of the shop once it is spent', async () => {
  const { codes } = await buildCards(db, { resellerId, value: 2000, priceFen: 2100 })
  await redeem(codes[0]!)
  expect(await figures()).toMatchObject({ keys: 1, keySalesFen: 2100, keyCostFen: 2000, keyFaceFen: 2000 })
})

test('a changed price reaches the days that are summed, and the sums agree with the rows to the fen', async () => {
  const { codes, batchId } = await buyMonths(3)
  await redeem(codes[0]!)
  await redeem(codes[1]!)
  clock.shift(DAY_MS)
  await redeem(codes[2]!)
  const owner = await staff()
  await owner.call(cards.setPrice, { batchId, priceFen: 2001 })
  const live = await figures(7)
  expect(live).toMatchObject({ keys: 3, keySalesFen: 6003, keyCostFen: 5400 })
  clock.shift(DAY_MS + 2 * 3_600_000)
  await sumDays(job())
  expect(await figures(7)).toEqual({ ...live, activeUsers: 0 })
  const later = await staff()
  await later.call(cards.setPrice, { batchId, priceFen: 1999 })
  expect(await figures(7)).toMatchObject({ keys: 3, keySalesFen: 5997, keyCostFen: 5400 })
  const summed = db.kysely.selectFrom('officeDays').select('keySalesFen').where('resellerId', '=', resellerId)
  expect((await summed.orderBy('day').execute()).map(({ keySalesFen }) => keySalesFen)).toEqual([3998, 1999])
  const { balance } = (await later.call(overview.show, {})).data
  expect(balance).toMatchObject({ keysFen: 0, keysLastDays: 0 })
})

test('days that an earlier release summed get their keys once', async () => {
  const { codes } = await buyMonths(1, 2500)
  await redeem(codes[0]!)
  clock.shift(DAY_MS + 2 * 3_600_000)
  await sumDays(job())
  await db.kysely.updateTable('officeDays').set({ keys: 0, keySalesFen: 0, keyCostFen: 0 }).execute()
  await db.kysely.updateTable('officeSummed').set({ hasKeys: false }).execute()
  await sumDays(job())
  expect(await figures(7)).toMatchObject({ keys: 1, keySalesFen: 2500, keyCostFen: 1800 })
})

test('nobody of another reseller and no viewer sets a price, and amounts stay hidden from support', async () => {
  const { codes, batchId } = await buyMonths(1, 2500)
  await redeem(codes[0]!)
  const stranger = await buildStaff(app, { resellerId: resellerId + 5000 })
  expect((await stranger.call(cards.setPrice, { batchId, priceFen: 1 })).code).toBe('object.unknown')
  const viewer = await staff({ role: 'viewer' })
  expect((await viewer.call(cards.setPrice, { batchId, priceFen: 1 })).code).toBe('staff.forbidden')
  const support = await staff({ role: 'support' })
  expect((await support.call(overview.show, { days: 1 })).data.now).toMatchObject({
    keys: 1,
    keySalesFen: null,
    keyCostFen: null,
  })
  expect((await (await staff()).call(cards.setPrice, { batchId, priceFen: -1 })).status).toBe(400)
  expect(await figures()).toMatchObject({ keySalesFen: 2500 })
})
