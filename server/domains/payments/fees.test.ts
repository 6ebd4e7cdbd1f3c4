import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { feeOf, type WayTerms } from '../../../contract/pay-fees.ts'
import { clock } from '../../platform/clock.ts'
import { buildOwnMerchant } from '../../test/build/own-merchant.ts'
import { makePayDesk, PRICE, type Payer } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { refundPayment } from './refunds/refund-payment.ts'

const app = await makeCashierApp()
const { call, db, control, payTypes } = app
const desk = makePayDesk(app)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
})

const TERMS = { minFen: 500, feeFen: 30, feePermille: 12 }
/** Of the way of this pay type. */
async function setTerms(payType: string, terms: Partial<WayTerms> = TERMS): Promise<void> {
  const [id, channel] = payType.split('-')
  const rule = { name: '', minFen: 0, feeFen: 0, feePermille: 0, ...terms }
  await db.pool.query('update merchants set way_rules = $2 where id = $1', [id, JSON.stringify({ [channel!]: rule })])
}
const stripe = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'stripe')
  .executeTakeFirstOrThrow()
const platformFen = () => loadBalanceFen({ db }, { kind: 'platform', resellerId: null })
const back = (outTradeNo: string, amountFen: number | null = null) =>
  refundPayment(desk.jobCtx(), { outTradeNo, amountFen, reason: '退款' }, 'operator:test')
const sentBackFen = async (number: string) =>
  (await control.trade(number)).refunds.reduce((sum, { fen }) => sum + fen, 0)

async function paid(amountFen: number, payType = payTypes.alipay, given?: Payer) {
  const payer = given ?? (await desk.buildPayer())
  const { data } = await desk.topUp(payer, amountFen, { payType })
  await desk.payQuietly(data.out_trade_no)
  expect(await control.notify(data.out_trade_no)).toEqual(['success'])
  return { payer, number: data.out_trade_no, data }
}

test('a fee is no part of a fen less than its share, and never a whole fen more', () => {
  const fen = fc.integer({ min: 0, max: 100_000_000 })
  const terms = fc.record({
    feeFen: fc.integer({ min: 0, max: 10_000 }),
    feePermille: fc.integer({ min: 0, max: 200 }),
  })
  fc.assert(
    fc.property(terms, fen, (way, amountFen) => {
      const over = (feeOf(way, amountFen) - way.feeFen) * 1000 - amountFen * way.feePermille
      expect(over).toBeGreaterThanOrEqual(0)
      expect(over).toBeLessThan(1000)
    }),
  )
})

describe('a way with a fee', () => {
  beforeEach(() => setTerms(payTypes.alipay))

  test('is shown with its terms; the gateway takes amount and fee, the user gets the amount, the platform the fee', async () => {
    const before = await platformFen()
    const payer = await desk.buildPayer()
    const ways = (await call(api.payments.payTypes, { paytype: 'user', dailiKey: payer.resellerId })).data
    expect(ways.find(({ id }) => id === payTypes.alipay)).toMatchObject(TERMS)
    const { number, data } = await paid(1001, payTypes.alipay, payer)
    // 30 + 12.012, up.
    expect(data).toMatchObject({ amountFen: 1001, feeFen: 43 })
    expect(await control.trade(number)).toMatchObject({ totalFen: 1044 })
    expect(await desk.balanceFen(payer)).toBe(1001)
    expect((await platformFen()) - before).toBe(43)
    expect((await call(api.payments.list, {}, { token: payer.token })).data.items[0]).toMatchObject({
      amountFen: 1001,
      feeFen: 43,
    })
  })

  test('takes its smallest amount, and a fen less is refused and begins nothing', async () => {
    const payer = await desk.buildPayer()
    expect((await desk.topUp(payer, 499)).code).toBe('pay.below_minimum')
    expect((await desk.topUp(payer, 500)).data).toMatchObject({ feeFen: 36 })
    expect((await call(api.payments.list, {}, { token: payer.token })).data.items).toHaveLength(1)
  })

  test('who saw the fee pays that one, also when it changes meanwhile', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const first = (await desk.payOrder(payer, orderId)).data
    await setTerms(payTypes.alipay, { feeFen: 9999 })
    const again = (await desk.payOrder(payer, orderId)).data
    expect(again).toMatchObject({ out_trade_no: first.out_trade_no, feeFen: first.feeFen })
  })

  test('only the amount without the fee, or another sum, settles nothing', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000)
    await desk.payQuietly(data.out_trade_no)
    await control.orderFault({ kind: 'wrong_amount', method: 'alipay.trade.query', outTradeNo: data.out_trade_no })
    await desk.check(payer, data.out_trade_no)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('of an order that the balance pays a part of, costs for the rest only', async () => {
    const { payer } = await paid(1000)
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.pay(payer, { type: 'package', orderId, balanceFen: 1000 })
    const feeFen = feeOf(TERMS, PRICE.retailFen - 1000)
    expect(data).toMatchObject({ amountFen: 2000, feeFen, balanceFen: 1000 })
    await desk.payQuietly(data.out_trade_no)
    await control.notify(data.out_trade_no)
    expect(await desk.payment(data.out_trade_no)).toMatchObject({ creditedTo: 'order' })
    expect(await back(data.out_trade_no)).toMatchObject({ state: 'done', amountFen: 2000, balanceFen: 1000, feeFen })
    expect(await sentBackFen(data.out_trade_no)).toBe(2000 + feeFen)
  })

  test('a refund of a part keeps the fee; the one that leaves nothing gives it back', async () => {
    const before = await platformFen()
    const { payer, number } = await paid(1000)
    expect(await back(number, 999)).toMatchObject({ state: 'done', feeFen: 0 })
    expect((await platformFen()) - before).toBe(42)
    expect(await back(number, 1)).toMatchObject({ state: 'done', amountFen: 1, feeFen: 42 })
    expect(await sentBackFen(number)).toBe(1042)
    expect((await platformFen()) - before).toBe(0)
    expect(await desk.balanceFen(payer)).toBe(0)
    await expect(back(number)).rejects.toMatchObject({ code: 'refund.too_much' })
  })

  test('a refund that the gateway refuses gives back no fee, and the next one still can', async () => {
    const before = await platformFen()
    const { number } = await paid(1000)
    await control.move(number, 'finish', { tells: false })
    expect(await back(number)).toMatchObject({ state: 'refused', feeFen: 42 })
    expect((await platformFen()) - before).toBe(42)
    await control.orderFault({ kind: 'status_500', method: 'alipay.trade.refund', outTradeNo: number })
    expect(await back(number)).toMatchObject({ state: 'asked', feeFen: 42 })
    expect((await platformFen()) - before).toBe(42)
  })

  test('paid late it is still the fee of a payment that was taken', async () => {
    const before = await platformFen()
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const number = (await desk.payOrder(payer, orderId)).data.out_trade_no
    await call(api.orders.cancel, { orderId }, { token: payer.token })
    await control.move(number, 'pay_anyway', { tells: false })
    await reconcilePayment(desk.jobCtx(), { paymentId: (await desk.payment(number)).id })
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
    expect((await platformFen()) - before).toBe(feeOf(TERMS, PRICE.retailFen))
  })
})

test("a reseller's own account keeps its fee outside the books, and gives it back from there", async () => {
  const before = await platformFen()
  const payer = await desk.buildPayer()
  const payType = await buildOwnMerchant(app, payer.resellerId)
  await setTerms(payType)
  const { number, data } = await paid(1000, payType, payer)
  expect(data.feeFen).toBe(42)
  expect(await desk.balanceFen(payer)).toBe(1000)
  expect(await back(number)).toMatchObject({ state: 'done', amountFen: 1000, feeFen: 42 })
  expect(await sentBackFen(number)).toBe(1042)
  expect((await platformFen()) - before).toBe(0)
})

test('a dispute of the whole takes the amount from the balance and the fee from the platform', async () => {
  const payType = `${stripe.id}-card`
  await setTerms(payType)
  const before = await platformFen()
  const { payer, number } = await paid(1000, payType)
  await control.move(number, 'dispute', { tells: false })
  await control.notify(number)
  expect(await desk.balanceFen(payer)).toBe(0)
  await control.move(number, 'lose', { tells: false })
  await control.notify(number)
  expect(await desk.balanceFen(payer)).toBe(0)
  expect((await platformFen()) - before).toBe(0)
  const { id } = await desk.payment(number)
  const made = await db.kysely
    .selectFrom('refunds')
    .select(['amountFen', 'feeFen', 'state'])
    .where('paymentId', '=', id)
    .execute()
  expect(made).toEqual([{ amountFen: 1000, feeFen: 42, state: 'done' }])
})
