import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { buildCoupon, buildPackage, fundReseller } from '../../test/build/money-factories.ts'
import { openShop, refused } from '../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { waitUntil } from '../../test/run/wait-until.ts'

const testApp = await makeApp()
const { call, db } = testApp
const { buildBuyer, quote, buy, purchase, balanceOf, infoOf } = openShop(testApp)
checkBooksAfterEach(db)

beforeEach(() => clock.reset())

describe('coupons', () => {
  test.each([
    [{ percent: 25 }, 2250],
    [{ percent: 100 }, 0],
    [{ amountFen: 500 }, 2500],
    [{ amountFen: 999_999 }, 0],
    [{ percent: 33 }, 2010],
  ])('%j of 3000 leaves %i', async (coupon, total) => {
    const buyer = await buildBuyer()
    const { code } = await buildCoupon(db, coupon)
    await fundSeller()
    const bought = await purchase(buyer, await buildPackage(db), { coupon: code.toLowerCase() })
    expect(bought.amountFen).toBe(total)
    expect(await balanceOf(buyer)).toBe(10_000 - total)
  })

  test('gives a free package at once, also when paying online', async () => {
    const buyer = await buildBuyer({ fen: 0 })
    const { code } = await buildCoupon(db, { percent: 100 })
    await fundSeller()
    const { quoteId } = (await quote(buyer, await buildPackage(db), { coupon: code })).data
    expect((await buy(buyer, quoteId, 'online')).data).toMatchObject({ needsPayment: false, amountFen: 0 })
    expect((await infoOf(buyer)).state).toBe('active')
  })

  test('coupons of other users or packages, old and unknown ones get the same refusal', async () => {
    const buyer = await buildBuyer()
    const [plan, elsewhere] = [await buildPackage(db), await buildPackage(db)]
    await buildReseller(db, { id: 260 })
    const codes = [
      (await buildCoupon(db, { accountId: (await buildBuyer()).account.id })).code,
      (await buildCoupon(db, { packageId: elsewhere.id })).code,
      (await buildCoupon(db, { endsAt: clock.now() })).code,
      (await buildCoupon(db, { resellerId: 260 })).code,
      'NO-SUCH-CODE',
    ]
    for (const coupon of codes) {
      expect(refused(await quote(buyer, plan, { coupon })), coupon).toEqual([422, 'coupon.unknown'])
    }
  })

  test('M10: an unpaid order counts as a use, a cancelled one does not', async () => {
    const [first, second] = [await buildBuyer(), await buildBuyer()]
    const plan = await buildPackage(db)
    const { code } = await buildCoupon(db, { usesMax: 1 })
    const mine = (await quote(first, plan, { coupon: code })).data
    const hers = (await quote(second, plan, { coupon: code })).data
    const { orderId } = (await buy(first, mine.quoteId, 'online')).data
    expect(refused(await buy(second, hers.quoteId, 'online'))).toEqual([422, 'coupon.used_up'])
    expect(refused(await quote(second, plan, { coupon: code }))).toEqual([422, 'coupon.used_up'])
    await call(api.orders.cancel, { orderId }, { token: first.token })
    expect((await buy(second, hers.quoteId, 'online')).status).toBe(200)
  })

  test('M10: twenty buyers at once share the available uses', async () => {
    const plan = await buildPackage(db)
    const { code } = await buildCoupon(db, { usesMax: 3 })
    const quotes = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const buyer = await buildBuyer()
        return { buyer, quoteId: (await quote(buyer, plan, { coupon: code })).data.quoteId }
      }),
    )
    const answers = await Promise.all(quotes.map(({ buyer, quoteId }) => buy(buyer, quoteId)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ code: why }) => why === 'coupon.used_up')).toHaveLength(17)
  })

  test('a limit per user applies to each user', async () => {
    const buyer = await buildBuyer()
    const plan = await buildPackage(db)
    const { code } = await buildCoupon(db, { usesPerAccountMax: 1 })
    await purchase(buyer, plan, { coupon: code })
    expect(refused(await quote(buyer, plan, { action: 'renew', coupon: code }))).toEqual([422, 'coupon.used_up'])
    expect((await quote(await buildBuyer(), plan, { coupon: code })).status).toBe(200)
  })
})

test("a purchase never waits for its old order's stock while it holds the coupon", async () => {
  const buyer = await buildBuyer()
  const plan = await buildPackage(db, { stock: 5 })
  const { code, id } = await buildCoupon(db, {})
  const first = (await quote(buyer, plan)).data
  expect((await buy(buyer, first.quoteId, 'online')).status).toBe(200)
  clock.shift(limits.orderTtlMs + 1000)
  const { quoteId } = (await quote(buyer, plan, { coupon: code })).data
  // Another buyer halfway through the same purchase: holds the coupon and wants the stock.
  const other = await db.pool.connect()
  await other.query('begin')
  await other.query('select from coupons where id = $1 for update', [id])
  const bought = buy(buyer, quoteId, 'online')
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await waitUntil(async () => (await db.pool.query(waiting)).rowCount, 'the buyer to wait for the coupon')
  await other.query('select from packages where id = $1 for update', [plan.id])
  await other.query('commit')
  other.release()
  expect((await bought).status).toBe(200)
})

/** The seller pays for a discount: wholesale is still due. */
async function fundSeller() {
  await fundReseller(db, 0, 10_000)
}
