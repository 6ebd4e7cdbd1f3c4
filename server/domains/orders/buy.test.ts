import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { Quote } from '../../../contract/packages.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildPackage, fund, GB } from '../../test/build/money-factories.ts'
import { openShop, refused } from '../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'

const testApp = await makeApp()
const { call, db } = testApp
const { buildBuyer, quote, buy, purchase, balanceOf, infoOf, orderOf } = openShop(testApp)
checkBooksAfterEach(db)

beforeEach(() => clock.reset())

describe('buying', () => {
  test('charges the quoted price to the fen and starts the package now', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    const bought = await purchase(buyer, plan)
    expect(bought).toMatchObject({ amountFen: 3000, needsPayment: false })
    expect(bought.quote).toMatchObject({ listFen: 3000, discountFen: 0, creditFen: 0, totalFen: 3000 })
    const info = await infoOf(buyer)
    expect(info).toMatchObject({
      balanceFen: 7000,
      package: { id: plan.wireId, name: plan.name },
      totalBytes: 100 * GB,
      lineLimit: 5,
      state: 'active',
    })
    expect(Math.abs(Date.parse(info.expiresAt!) - Date.parse(bought.quote.after.expiresAt!))).toBeLessThan(10_000)
    expect(await orderOf(buyer, bought.orderId)).toMatchObject({ state: 'paid', paidBy: 'balance', totalFen: 3000 })
  })

  test('splits the money between platform and reseller', async () => {
    await buildReseller(db, { id: 228 })
    const buyer = await buildBuyer({ resellerId: 228 })
    const plan = await buildPackage(db, { resellerId: 228, prices: { month: { retailFen: 3000, wholesaleFen: 1200 } } })
    await purchase(buyer, plan)
    expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 228 })).toBe(1800)
  })

  test('a short balance buys nothing and leaves no order', async () => {
    const buyer = await buildBuyer({ fen: 2999 })
    const plan = await buildPackage(db, { stock: 1 })
    const { quoteId } = (await quote(buyer, plan)).data
    expect(refused(await buy(buyer, quoteId))).toEqual([422, 'balance.short'])
    expect(await balanceOf(buyer)).toBe(2999)
    expect((await call(api.orders.list, {}, { token: buyer.token })).data.items).toEqual([])
    await fund(db, buyer.account, 1)
    expect((await buy(buyer, quoteId)).status).toBe(200)
  })

  test('the same key gets the first answer again; another body gets 409', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    const { quoteId } = (await quote(buyer, plan)).data
    const key = randomUUID()
    const first = await buy(buyer, quoteId, 'balance', key)
    const again = await buy(buyer, quoteId, 'balance', key)
    expect(again.data).toEqual(first.data)
    expect(refused(await buy(buyer, quoteId, 'online', key))).toEqual([409, 'request.key_reused'])
    expect(await balanceOf(buyer)).toBe(7000)
  })

  test('a quote makes one order, however often and with whatever keys it is sent', async () => {
    const buyer = await buildBuyer()
    const { quoteId } = (await quote(buyer, await buildPackage(db))).data
    const answers = await Promise.all(Array.from({ length: 8 }, () => buy(buyer, quoteId)))
    expect(new Set(answers.map(({ status, text }) => (status === 200 ? 200 : text)))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.orderId)).size).toBe(1)
    expect(await balanceOf(buyer)).toBe(7000)
  })

  test('two quotes of two tabs at once make one purchase; the other tab gets a new quote', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    await purchase(buyer, plan)
    const quotes = await Promise.all([1, 2].map(() => quote(buyer, plan, { action: 'renew' })))
    const answers = await Promise.all(quotes.map(({ data }) => buy(buyer, data.quoteId)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(await balanceOf(buyer)).toBe(4000)
    const changed = answers.find(({ status }) => status === 409)!
    const { quoteId } = (changed.data as unknown as { quote: Quote }).quote
    expect((await buy(buyer, quoteId)).status).toBe(200)
  })
})

describe('a changed price', () => {
  test('answers 409 with the new quote, which then holds', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    const { quoteId } = (await quote(buyer, plan)).data
    await db.kysely.updateTable('packageOffers').set({ retailFen: 3300 }).where('packageId', '=', plan.id).execute()
    const changed = await buy(buyer, quoteId)
    expect(refused(changed)).toEqual([409, 'order.price_changed'])
    const fresh = (changed.data as unknown as { quote: Quote }).quote
    expect(fresh).toMatchObject({ totalFen: 3300, packageId: plan.wireId })
    expect(await balanceOf(buyer)).toBe(10_000)
    expect((await buy(buyer, fresh.quoteId)).data.amountFen).toBe(3300)
  })

  test('treats an expired quote as a changed price', async () => {
    const buyer = await buildBuyer()
    const { quoteId } = (await quote(buyer, await buildPackage(db))).data
    clock.shift(limits.quoteTtlMs)
    expect(refused(await buy(buyer, quoteId))).toEqual([409, 'order.price_changed'])
  })

  test('a package without an offer is not free: it is not for sale', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db, { prices: { month: 3000 } })
    expect(refused(await quote(buyer, plan, { period: 'year' }))).toEqual([422, 'package.not_for_sale'])
    const { quoteId } = (await quote(buyer, plan)).data
    await db.kysely.deleteFrom('packageOffers').where('packageId', '=', plan.id).execute()
    expect(refused(await buy(buyer, quoteId))).toEqual([422, 'package.not_for_sale'])
    expect(await balanceOf(buyer)).toBe(10_000)
  })
})

describe('who may not buy', () => {
  test("another user's quote and order are unknown, also at another reseller", async () => {
    await buildReseller(db, { id: 260 })
    const owner = await buildBuyer()
    const plan = await buildPackage(db)
    const { quoteId } = (await quote(owner, plan)).data
    const { orderId } = (await buy(owner, quoteId, 'online')).data
    for (const stranger of [await buildBuyer(), await buildBuyer({ resellerId: 260 })]) {
      expect(refused(await buy(stranger, quoteId))).toEqual([422, 'object.unknown'])
      expect(refused(await call(api.orders.detail, { orderId }, { token: stranger.token }))).toEqual([
        422,
        'object.unknown',
      ])
      expect(refused(await call(api.orders.cancel, { orderId }, { token: stranger.token }))).toEqual([
        422,
        'object.unknown',
      ])
      expect((await call(api.orders.list, {}, { token: stranger.token })).data.items).toEqual([])
    }
    expect((await orderOf(owner, orderId)).state).toBe('pending')
  })

  test("another reseller's package is not for sale here", async () => {
    await buildReseller(db, { id: 260 })
    const plan = await buildPackage(db, { resellerId: 260 })
    expect(refused(await quote(await buildBuyer(), plan))).toEqual([422, 'package.not_for_sale'])
  })

  test('a reseller off the whitelist sells from the balance only, a suspended one nothing', async () => {
    await buildReseller(db, { id: 7, isWhitelisted: false })
    const buyer = await buildBuyer({ resellerId: 7 })
    const plan = await buildPackage(db, { resellerId: 7 })
    const { quoteId } = (await quote(buyer, plan)).data
    expect(refused(await buy(buyer, quoteId, 'online'))).toEqual([403, 'pay.offline_only'])
    await db.kysely.updateTable('resellers').set({ suspendedAt: new Date() }).where('id', '=', 7).execute()
    expect(refused(await buy(buyer, quoteId))).toEqual([403, 'reseller.suspended'])
    expect(refused(await quote(buyer, plan))).toEqual([403, 'reseller.suspended'])
    expect(await balanceOf(buyer)).toBe(10_000)
  })

  test.each([
    { quoteId: 'x', payBy: 'balance', key: 'k'.repeat(8) },
    { quoteId: `urn:uuid:${randomUUID()}`, payBy: 'balance', key: 'k'.repeat(8) },
    { quoteId: randomUUID(), payBy: 'cash', key: 'k'.repeat(8) },
    { quoteId: randomUUID(), payBy: 'balance', key: 'short' },
    { quoteId: randomUUID(), payBy: 'balance', key: 'k'.repeat(8), amountFen: 1 },
    { quoteId: randomUUID(), payBy: 'balance' },
  ])('a body that breaks the schema gets 400: %j', async (body) => {
    const { token } = await buildBuyer({ fen: 0 })
    expect(refused(await call(api.packages.buy, body as never, { token }))).toEqual([400, 'request.invalid'])
  })

  test.each(['0', '-1', '1.5', '1000000000000000', 'abc', ''])('package id %j gets 400', async (packageId) => {
    const { token } = await buildBuyer({ fen: 0 })
    const answer = await call(api.packages.quote, { action: 'new', packageId, period: 'month' }, { token })
    expect(refused(answer)).toEqual([400, 'request.invalid'])
  })
})

test.each(['x', '1.2', `1.${'-'.repeat(36)}`, '9999999999999999.1'])(
  'a made-up cursor gets 400: %s',
  async (cursor) => {
    const { token } = await buildBuyer({ fen: 0 })
    expect(refused(await call(api.orders.list, { cursor }, { token }))).toEqual([400, 'request.invalid'])
  },
)

test('limits the number of quotes per caller', async () => {
  const [eager, other] = [await buildBuyer(), await buildBuyer()]
  const plan = await buildPackage(db)
  const answers = await Promise.all(Array.from({ length: 125 }, () => quote(eager, plan)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await quote(other, plan)).status).toBe(200)
})

describe('online', () => {
  test('makes an order to pay, which a second tab resumes and a different choice does not replace', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db, { prices: { month: 3000, year: 30_000 } })
    const first = await buy(buyer, (await quote(buyer, plan)).data.quoteId, 'online')
    expect(first.data).toMatchObject({ needsPayment: true, amountFen: 3000 })
    const second = await buy(buyer, (await quote(buyer, plan)).data.quoteId, 'online')
    expect(second.data.orderId).toBe(first.data.orderId)
    const other = await buy(buyer, (await quote(buyer, plan, { period: 'year' })).data.quoteId, 'online')
    expect(refused(other)).toEqual([409, 'order.open'])
    expect(other.data).toEqual({ orderId: first.data.orderId })
    expect(await infoOf(buyer)).toMatchObject({ state: 'none', balanceFen: 10_000 })
  })

  test('an open order can still be paid from the balance', async () => {
    const buyer = await buildBuyer()
    const { quoteId } = (await quote(buyer, await buildPackage(db))).data
    const { orderId } = (await buy(buyer, quoteId, 'online')).data
    expect((await buy(buyer, quoteId)).data).toMatchObject({ orderId, needsPayment: false })
    expect(await balanceOf(buyer)).toBe(7000)
  })

  test('a cancelled order stays cancelled; a new quote makes a new one', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    const { quoteId } = (await quote(buyer, plan)).data
    const { orderId } = (await buy(buyer, quoteId, 'online')).data
    expect((await call(api.orders.cancel, { orderId }, { token: buyer.token })).data).toEqual({ state: 'cancelled' })
    expect((await call(api.orders.cancel, { orderId }, { token: buyer.token })).status).toBe(200)
    expect(refused(await buy(buyer, quoteId))).toEqual([409, 'order.closed'])
    expect((await purchase(buyer, plan)).orderId).not.toBe(orderId)
    const paid = await call(api.orders.list, {}, { token: buyer.token })
    expect(paid.data.items.map(({ state }) => state)).toEqual(['paid', 'cancelled'])
    expect(
      refused(await call(api.orders.cancel, { orderId: paid.data.items[0]!.orderId }, { token: buyer.token })),
    ).toEqual([409, 'order.closed'])
  })

  test('an unpaid order expires and makes room for another', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db, { prices: { month: 3000, year: 30_000 } })
    const { quoteId } = (await quote(buyer, plan)).data
    const { orderId } = (await buy(buyer, quoteId, 'online')).data
    clock.shift(limits.orderTtlMs)
    const other = await buy(buyer, (await quote(buyer, plan, { period: 'year' })).data.quoteId, 'online')
    expect(other.status, other.text).toBe(200)
    expect((await orderOf(buyer, orderId)).state).toBe('expired')
    expect(refused(await buy(buyer, quoteId))).toEqual([409, 'order.expired'])
  })
})
