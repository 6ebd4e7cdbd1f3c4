import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'

import { api } from '../../../contract/api.ts'
import { DAY_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { createLog } from '../../platform/log.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildNode } from '../../test/build/line-desk.ts'
import { buildPackage, GB } from '../../test/build/money-factories.ts'
import { openShop, refused } from '../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { expireDueOrders } from './end-orders.ts'

const testApp = await makeApp()
const { call, db } = testApp
const { buildBuyer, quote, buy, purchase, infoOf, orderOf } = openShop(testApp)
checkBooksAfterEach(db)

beforeEach(() => clock.reset())

describe('stock', () => {
  const stockOf = async ({ id }: { id: number }) =>
    (await db.kysely.selectFrom('packages').select('stock').where('id', '=', id).executeTakeFirstOrThrow()).stock

  test('is held by unpaid orders and returns when they end', async () => {
    const plan = await buildPackage(db, { stock: 2 })
    const [a, b, c] = [await buildBuyer(), await buildBuyer(), await buildBuyer()]
    const quoteC = (await quote(c, plan)).data.quoteId
    const orderA = (await buy(a, (await quote(a, plan)).data.quoteId, 'online')).data.orderId
    await buy(b, (await quote(b, plan)).data.quoteId, 'online')
    expect(await stockOf(plan)).toBe(0)
    expect(refused(await quote(c, plan))).toEqual([409, 'package.sold_out'])
    expect(refused(await buy(c, quoteC))).toEqual([409, 'package.sold_out'])
    await call(api.orders.cancel, { orderId: orderA }, { token: a.token })
    expect(await stockOf(plan)).toBe(1)
    expect((await buy(c, quoteC)).status).toBe(200)
    expect(await stockOf(plan)).toBe(0)
  })

  test('returns once when the job closes unpaid orders', async () => {
    const plan = await buildPackage(db, { stock: 3 })
    for (let count = 0; count < 2; count += 1) {
      const buyer = await buildBuyer()
      await buy(buyer, (await quote(buyer, plan)).data.quoteId, 'online')
    }
    expect(await stockOf(plan)).toBe(1)
    clock.shift(limits.orderTtlMs + 1000)
    const ctx = { db, config: testApp.config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }
    await Promise.all([expireDueOrders(ctx), expireDueOrders(ctx)])
    expect(await stockOf(plan)).toBe(3)
  })

  test('M12: thirty buyers of five units', async () => {
    const plan = await buildPackage(db, { stock: 5 })
    const buyers = await Promise.all(Array.from({ length: 30 }, () => buildBuyer()))
    const quotes = await Promise.all(buyers.map((buyer) => quote(buyer, plan)))
    const answers = await Promise.all(buyers.map((buyer, i) => buy(buyer, quotes[i]!.data.quoteId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
    expect(await stockOf(plan)).toBe(0)
  })

  test('a renewal takes no stock', async () => {
    const plan = await buildPackage(db, { stock: 1 })
    const buyer = await buildBuyer()
    await purchase(buyer, plan)
    await purchase(buyer, plan, { action: 'renew' })
    expect(await stockOf(plan)).toBe(0)
  })

  test.each(['cancelled', 'expired'] as const)('a renewal that is %s gives none back', async (how) => {
    const plan = await buildPackage(db, { stock: 1 })
    const buyer = await buildBuyer()
    await purchase(buyer, plan)
    const { orderId } = (await buy(buyer, (await quote(buyer, plan, { action: 'renew' })).data.quoteId, 'online')).data
    if (how === 'cancelled') await call(api.orders.cancel, { orderId }, { token: buyer.token })
    else {
      clock.shift(limits.orderTtlMs + 1000)
      const ctx = { db, config: testApp.config, log: createLog('silent'), now: clock.now(), isLastAttempt: false }
      await expireDueOrders(ctx)
    }
    expect((await orderOf(buyer, orderId)).state).toBe(how)
    expect(await stockOf(plan)).toBe(0)
  })
})

describe('actions', () => {
  test('renewing adds to the end, an upgrade takes over the rest, a pack adds traffic', async () => {
    const buyer = await buildBuyer({ fen: 100_000 })
    const [small, big] = [
      await buildPackage(db),
      await buildPackage(db, { trafficBytes: 500 * GB, prices: { month: 9000 } }),
    ]
    const pack = await buildPackage(db, { kind: 'pack', trafficBytes: 10 * GB, prices: { once: 500 } })
    await purchase(buyer, small)
    const before = Date.parse((await infoOf(buyer)).expiresAt!)
    await purchase(buyer, small, { action: 'renew' })
    const renewed = Date.parse((await infoOf(buyer)).expiresAt!)
    expect(renewed - before).toBeGreaterThan(27 * DAY_MS)
    await purchase(buyer, pack, { action: 'pack', period: 'once' })
    expect((await infoOf(buyer)).totalBytes).toBe(110 * GB)
    // Freeze the date: otherwise a fen may melt between quote and purchase, and with it part of the month.
    vi.useFakeTimers({ toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const { quote: upgrade } = await purchase(buyer, big, { action: 'upgrade' })
    // Two months for 6000 are left, minus a moment that has passed; on a loaded machine that is up to a minute.
    expect(upgrade.creditFen).toBeGreaterThanOrEqual(5990)
    expect(upgrade.totalFen).toBe(9000 - upgrade.creditFen)
    expect(await infoOf(buyer)).toMatchObject({ package: { id: big.wireId }, totalBytes: 510 * GB, usedBytes: 0 })
  })

  test('refuses the wrong action', async () => {
    const buyer = await buildBuyer({ fen: 100_000 })
    const [plan, other] = [await buildPackage(db), await buildPackage(db)]
    const pack = await buildPackage(db, { kind: 'pack', prices: { once: 500 } })
    const wrong = [409, 'order.wrong_action']
    expect(refused(await quote(buyer, plan, { action: 'renew' }))).toEqual(wrong)
    expect(refused(await quote(buyer, plan, { action: 'upgrade' }))).toEqual(wrong)
    expect(refused(await quote(buyer, pack, { action: 'pack', period: 'once' }))).toEqual(wrong)
    expect(refused(await quote(buyer, pack, { action: 'new', period: 'once' }))).toEqual([422, 'package.not_for_sale'])
    await purchase(buyer, plan)
    expect(refused(await quote(buyer, other, { action: 'new' }))).toEqual(wrong)
    expect(refused(await quote(buyer, other, { action: 'renew' }))).toEqual(wrong)
    expect(refused(await quote(buyer, plan, { action: 'upgrade' }))).toEqual(wrong)
  })
})

describe('the catalogue', () => {
  const listOf = async ({ token }: { token: string }) => (await call(api.packages.list, {}, { token })).data

  test('promises a speed only if a node of these users enforces one', async () => {
    await buildReseller(db, { id: 60 })
    await buildReseller(db, { id: 65 })
    await buildPackage(db, { resellerId: 60 })
    const reader = await buildBuyer({ resellerId: 60 })
    const speeds = async () => (await listOf(reader)).items.map(({ speedClass }) => speedClass)
    await buildNode(db, { connection: 'agent' })
    await buildNode(db, { connection: 'uniproxy', resellerId: 65 })
    expect(await speeds()).toEqual([null])
    const own = await buildNode(db, { connection: 'uniproxy', resellerId: 60 })
    expect(await speeds()).toEqual(['standard'])
    await db.kysely.updateTable('nodes').set({ removedAt: new Date() }).where('id', '=', own).execute()
    expect(await speeds()).toEqual([null])
  })

  test('lists what this reseller sells and recommends what it sold most to others', async () => {
    await buildReseller(db, { id: 65 })
    const [slow, hot] = [await buildPackage(db, { resellerId: 65 }), await buildPackage(db, { resellerId: 65 })]
    const first = await buildBuyer({ resellerId: 65 })
    expect((await listOf(first)).items.map(({ recommended }) => recommended)).toEqual([false, false])
    await purchase(first, slow)
    const fans = []
    for (let count = 0; count < 5; count += 1) {
      const marked = (await listOf(first)).items.filter(({ recommended }) => recommended)
      expect([count, marked]).toEqual([count, []])
      const fan = await buildBuyer({ resellerId: 65 })
      await purchase(fan, hot)
      fans.push(fan)
    }
    // One of the five buyers sees only four others.
    expect((await listOf(fans[0]!)).items.some(({ recommended }) => recommended)).toBe(false)
    const data = await listOf(first)
    expect(data.items).toMatchObject([
      { id: slow.wireId, recommended: false, offers: [{ period: 'month', priceFen: 3000 }] },
      { id: hot.wireId, recommended: true },
    ])
    expect(data.current).toMatchObject({
      state: 'active',
      packageId: slow.wireId,
      packageName: slow.name,
      autoRenew: false,
    })
    expect(JSON.stringify(data)).not.toContain('wholesale')
  })
})
