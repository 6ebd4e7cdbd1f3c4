import { beforeEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts'
import { limits } from '../../../../contract/limits.ts'
import { jobs } from '../../../jobs.ts'
import { clock } from '../../../platform/clock.ts'
import { createLog } from '../../../platform/log.ts'
import { dayOf, spanOf } from '../../../platform/text/business-day.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildPackage, fundReseller } from '../../../test/build/money-factories.ts'
import { openShop, type Buyer } from '../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { startAtNoon } from '../../../test/run/start-at-noon.ts'

const app = await makeApp()
const { db, call, config } = app
checkBooksAfterEach(db)
const shop = openShop(app)
const { prices } = consoleApi
let resellerId = 6900

beforeEach(() => {
  startAtNoon()
  resellerId += 1
})

const day = (later: number) => dayOf(new Date(clock.now().getTime() + later * DAY_MS), config.businessTz)
const goTo = (at: Date) => clock.shift(at.getTime() - clock.now().getTime())
const beginOf = (text: string) => spanOf(text, config.businessTz).from
const endOf = (text: string) => spanOf(text, config.businessTz).until
/** Sessions do not outlive the days that a test skips. */
const again = async (buyer: Buyer): Promise<Buyer> => ({ ...buyer, token: await buildSession(db, buyer.account) })

/** A month for ¥30, wholesale ¥15, and a dearer plan; `add` asks for a lower price of the first. */
async function openOffice() {
  const plan = await buildPackage(db, { resellerId })
  const dear = await buildPackage(db, { resellerId, prices: { month: 9000 } })
  await fundReseller(db, resellerId, 50_000)
  const { call: ask } = await buildStaff(app, { resellerId })
  const wish = { packageId: plan.wireId, period: 'month', retailFen: 2000, from: day(0), to: day(2) } as const
  const add = (change: { retailFen?: number; from?: string; to?: string; packageId?: string } = {}) =>
    ask(prices.addSpecial, { ...wish, ...change })
  return { plan, dear, ask, add }
}

async function offerOf({ token }: Buyer, { wireId }: { wireId: string }) {
  const { items } = (await call(api.packages.list, {}, { token })).data
  return items.find(({ id }) => id === wireId)!.offers[0]!
}

test('holds from the first day to the end of the last, with the usual price beside it', async () => {
  const { plan, ask, add } = await openOffice()
  const [from, to] = [day(1), day(2)]
  const usual = { priceFen: 3000, special: null }
  expect((await add({ from, to })).status).toBe(200)
  const row = (await ask(prices.list, {})).data.rows.find(({ packageId }) => packageId === plan.wireId)!
  expect(row).toMatchObject({ retailFen: 3000, specials: [{ retailFen: 2000, from, to, isRunning: false }] })
  const buyer = await shop.buildBuyer({ resellerId })
  expect(await offerOf(buyer, plan)).toMatchObject(usual)
  goTo(new Date(beginOf(from).getTime() - 60_000))
  expect(await offerOf(await again(buyer), plan)).toMatchObject(usual)
  goTo(beginOf(from))
  const until = endOf(to).toISOString()
  expect(await offerOf(await again(buyer), plan)).toMatchObject({ priceFen: 2000, special: { usualFen: 3000, until } })
  expect((await shop.purchase(await again(buyer), plan)).quote).toMatchObject({ listFen: 2000, totalFen: 2000 })
  goTo(new Date(endOf(to).getTime() - 60_000))
  expect((await shop.purchase(await again(buyer), plan, { action: 'renew' })).quote.totalFen).toBe(2000)
  goTo(endOf(to))
  expect(await offerOf(await again(buyer), plan)).toMatchObject(usual)
  expect((await shop.quote(await again(buyer), plan, { action: 'renew' })).data.totalFen).toBe(3000)
})

test('a quote ends when the price begins or ends, either way with the new one', async () => {
  const { plan, ask, add } = await openOffice()
  const buyer = await shop.buildBuyer({ resellerId })
  const before = (await shop.quote(buyer, plan)).data
  const { specialId } = (await add()).data
  const cheaper = await shop.buy(buyer, before.quoteId)
  expect([cheaper.status, cheaper.code]).toEqual([409, 'order.price_changed'])
  const { quote } = cheaper.data as unknown as { quote: { quoteId: string; totalFen: number } }
  expect(quote.totalFen).toBe(2000)
  expect((await ask(prices.endSpecial, { specialId })).status).toBe(200)
  expect((await shop.buy(buyer, quote.quoteId)).code).toBe('order.price_changed')
  expect((await offerOf(buyer, plan)).priceFen).toBe(3000)
  expect(await shop.balanceOf(buyer), 'nothing was bought').toBe(10_000)
})

test('never a loss, never dearer, never two at a time', async () => {
  const { plan, ask, add } = await openOffice()
  const below = await add({ retailFen: 1499 })
  expect([below.status, below.code]).toEqual([409, 'offer.below_wholesale'])
  expect((await add({ retailFen: 3000 })).code, 'not below the usual price').toBe('request.invalid')
  expect((await add({ from: day(-1) })).code).toBe('request.invalid')
  expect((await add({ from: day(2), to: day(1) })).code).toBe('request.invalid')
  expect((await add({ to: day(staffLimits.specialAheadDays + 1) })).code).toBe('request.invalid')
  expect((await add({ to: '2027-02-30' })).code).toBe('request.invalid')
  expect((await add({ packageId: '999999' })).code).toBe('object.unknown')
  const both = await Promise.all([add({ retailFen: 1500 }), add({ retailFen: 2999 })])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect(both.find(({ status }) => status === 409)!.code).toBe('offer.special_taken')
  expect((await add({ from: day(2), to: day(4) })).code).toBe('offer.special_taken')
  expect((await add({ from: day(3), to: day(3) })).status, 'the next day is free').toBe(200)
  const row = (await ask(prices.list, {})).data.rows.find(({ packageId }) => packageId === plan.wireId)!
  expect(row.specials.map(({ from }) => from)).toEqual([day(0), day(3)])
  expect((await add({ from: day(4), to: day(staffLimits.specialAheadDays) })).status).toBe(200)
})

test('a price for some days gives way to wholesale above it, and to a usual price below it', async () => {
  const { plan, add } = await openOffice()
  await add({ retailFen: 1600 })
  const buyer = await shop.buildBuyer({ resellerId })
  const priceFen = async () => (await offerOf(buyer, plan)).priceFen
  const setWholesale = (wholesaleFen: number) =>
    db.kysely.updateTable('ownPrices').set({ wholesaleFen }).where('packageId', '=', plan.id).execute()
  const setRetail = (retailFen: number) =>
    db.kysely.updateTable('packageOffers').set({ retailFen }).where('packageId', '=', plan.id).execute()
  await setWholesale(1600)
  expect(await priceFen()).toBe(1600)
  await setWholesale(1601)
  expect(await priceFen()).toBe(3000)
  await setWholesale(1500)
  await setRetail(1600)
  expect(await offerOf(buyer, plan)).toMatchObject({ priceFen: 1600, special: null })
})

test('a coupon takes its percent of it, and a later upgrade counts what was paid', async () => {
  const { plan, dear, ask, add } = await openOffice()
  await add()
  await ask(prices.addCoupon, { code: 'TENTH', percent: 10 })
  const buyer = await shop.buildBuyer({ resellerId, fen: 20_000 })
  const { quote } = await shop.purchase(buyer, plan, { coupon: 'TENTH' })
  expect(quote).toMatchObject({ listFen: 2000, discountFen: 200, totalFen: 1800 })
  const { creditFen } = (await shop.quote(buyer, dear, { action: 'upgrade' })).data
  expect(creditFen).toBeGreaterThan(1700)
  expect(creditFen).toBeLessThanOrEqual(1800)
})

test('a gift link costs the price of now', async () => {
  const { plan, add } = await openOffice()
  await add()
  const buyer = await shop.buildBuyer({ resellerId })
  await shop.purchase(buyer, plan)
  const { offers } = (await call(api.gifts.offers, {}, { token: buyer.token })).data
  const month = offers.find(({ packageId }) => packageId === plan.wireId)!.prices.find(({ days }) => days === 30)!
  expect(month.priceFen).toBe(2000)
})

test.each([
  ['holds when it is charged', -1, 2000],
  ['is over by then', -4, 3000],
])('automatic renewal announces the price of the moment when it charges: it %s', async (_name, lastDay, fen) => {
  const { plan, add } = await openOffice()
  const buyer = await shop.buildBuyer({ resellerId, fen: 9000 })
  await shop.purchase(buyer, plan)
  await call(api.packages.autoRenew, { on: true }, { token: buyer.token })
  const ends = Date.parse((await shop.infoOf(buyer)).expiresAt!)
  const dayAt = (ms: number) => dayOf(new Date(ms), config.businessTz)
  expect((await add({ from: day(1), to: dayAt(ends + lastDay * DAY_MS) })).status).toBe(200)
  const run = () =>
    jobs['orders.auto_renew']({ db, config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }, {})
  goTo(new Date(ends - limits.renewTellMs + HOUR_MS))
  await run()
  const told = db.kysely.selectFrom('subscriptions').select('renewToldFen').where('accountId', '=', buyer.account.id)
  expect(await told.executeTakeFirst()).toEqual({ renewToldFen: fen })
  goTo(new Date(ends - limits.renewChargeMs + HOUR_MS))
  await run()
  expect(await shop.balanceOf(buyer)).toBe(9000 - 3000 - fen)
})

test('another reseller ends none of it, and who may not write prices sets none', async () => {
  const { plan, ask, add } = await openOffice()
  const { specialId } = (await add({ from: day(1), to: day(1) })).data
  const theirs = await buildStaff(app, { resellerId: resellerId + 50 })
  expect((await theirs.call(prices.endSpecial, { specialId })).code).toBe('object.unknown')
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  expect((await viewer.call(prices.endSpecial, { specialId })).code).toBe('staff.forbidden')
  const wish = { packageId: plan.wireId, period: 'month', retailFen: 2000, from: day(5), to: day(5) } as const
  expect((await viewer.call(prices.addSpecial, wish)).code).toBe('staff.forbidden')
  expect((await ask(prices.endSpecial, { specialId })).status).toBe(200)
  expect((await ask(prices.endSpecial, { specialId })).code, 'it is gone').toBe('object.unknown')
  const actions = db.kysely.selectFrom('auditLog').select('action').where('resellerId', '=', resellerId)
  const noted = (await actions.where('action', 'like', 'offer.special%').orderBy('id').execute()).map(
    (row) => row.action,
  )
  expect(noted).toEqual(['offer.special_added', 'offer.special_ended'])
})
