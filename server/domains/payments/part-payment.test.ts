import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildCoupon, buildPackage, fund, fundReseller } from '../../test/build/money-factories.ts'
import { buildOwnMerchant } from '../../test/build/own-merchant.ts'
import { deliver, makePayDesk, PRICE, type Payer } from '../../test/build/pay-desk.ts'
import { checkBooks, checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { expireDueOrders } from '../orders/end-orders.ts'
import { reconcilePayment } from './reconcile-payment.ts'
import { previewRefund } from './refunds/preview-refund.ts'
import { refundPayment } from './refunds/refund-payment.ts'

const made = await makeCashierApp()
const { call, db, control, payTypes } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: true })
})

const OWN_FEN = 2000
const PART_FEN = 1200
const REST_FEN = PRICE.retailFen - PART_FEN

type Kind = 'user' | 'order_hold' | 'unclaimed'
const ofUser = (kind: Kind, { resellerId, id }: Payer) => loadBalanceFen({ db }, { kind, resellerId, accountId: id })
const ofReseller = (kind: 'reseller' | 'liability' | 'receivable', { resellerId }: Payer) =>
  loadBalanceFen({ db }, { kind, resellerId })
/** What the user can spend, and what is held. */
const fenOf = async (payer: Payer) => [await ofUser('user', payer), await ofUser('order_hold', payer)]
const payPart = (payer: Payer, orderId: string, balanceFen = PART_FEN, more = {}) =>
  desk.pay(payer, { type: 'package', orderId, balanceFen }, more)
const stateOf = async (payer: Payer, orderId: string) =>
  (await call(api.orders.detail, { orderId }, { token: payer.token })).data.state
const cancel = (payer: Payer, orderId: string) => call(api.orders.cancel, { orderId }, { token: payer.token })
const give = (payer: Payer, out_trade_no: string) => call(api.payments.cancel, { out_trade_no }, { token: payer.token })

async function begin(payer?: Payer, more = {}) {
  const buyer = payer ?? (await desk.buildPayer())
  if (!payer) await fund(db, buyer, OWN_FEN)
  const orderId = await desk.buildOrder(buyer)
  const { data } = await payPart(buyer, orderId, PART_FEN, more)
  return { payer: buyer, orderId, number: data.out_trade_no, data }
}
async function paid(payer?: Payer, more = {}) {
  const begun = await begin(payer, more)
  await desk.payQuietly(begun.number)
  await desk.check(begun.payer, begun.number)
  return begun
}

describe('a part from the balance, the rest online', () => {
  test('is held while the payment is open, and taken when the rest is paid', async () => {
    const { payer, orderId, number, data } = await begin()
    expect(data).toMatchObject({ amountFen: REST_FEN, balanceFen: PART_FEN })
    expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN, PART_FEN])
    const info = async () =>
      (await call(api.accounts.info, { dailiKey: payer.resellerId }, { token: payer.token })).data
    expect(await info()).toMatchObject({ balanceFen: OWN_FEN - PART_FEN, heldFen: PART_FEN })
    expect((await control.trade(number)).totalFen).toBe(REST_FEN)
    await desk.payQuietly(number)
    expect((await desk.check(payer, number)).data).toMatchObject({
      status: 'paid',
      creditedTo: 'order',
      amountFen: REST_FEN,
      balanceFen: PART_FEN,
    })
    expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN, 0])
    expect((await info()).heldFen).toBe(0)
    expect(await stateOf(payer, orderId)).toBe('paid')
    expect(await ofReseller('reseller', payer)).toBe(PRICE.retailFen - PRICE.wholesaleFen)
    const { items } = (await call(api.balance.entries, {}, { token: payer.token })).data
    expect(items.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['order_hold', -PART_FEN],
      ['topup', OWN_FEN],
    ])
    expect(items[0]).toMatchObject({ orderId, about: expect.stringContaining('Package') })
  })

  test.each([
    ['the payment is given up', async ({ payer, number }: Awaited<ReturnType<typeof begin>>) => give(payer, number)],
    ['the order is cancelled', async ({ payer, orderId }: Awaited<ReturnType<typeof begin>>) => cancel(payer, orderId)],
    [
      'the order runs out',
      async () => {
        clock.shift(limits.orderTtlMs + 1000)
        await expireDueOrders(desk.jobCtx())
      },
    ],
    [
      'the payment runs out',
      async ({ number }: Awaited<ReturnType<typeof begin>>) => {
        clock.shift(limits.payTtlMs + 1000)
        await reconcilePayment(desk.jobCtx(), { paymentId: (await desk.payment(number)).id })
      },
    ],
    [
      'the user pays another way',
      async ({ payer, orderId }: Awaited<ReturnType<typeof begin>>) =>
        desk.payOrder(payer, orderId, { payType: payTypes.wxpay }),
    ],
  ])('comes back when %s; money that still comes goes to the balance', async (_name, end) => {
    const begun = await begin()
    const { payer, number } = begun
    await end(begun)
    expect(await fenOf(payer)).toEqual([OWN_FEN, 0])
    await control.move(number, 'pay_anyway', { tells: false })
    await deliver(await control.writeNotify(number))
    expect(await desk.payment(number)).toMatchObject({ state: 'paid', creditedTo: 'balance' })
    expect(await fenOf(payer)).toEqual([OWN_FEN + REST_FEN, 0])
  })

  test('comes back with the payment when the sale can no longer be made', async () => {
    const payer = await desk.buildPayer()
    const payType = await buildOwnMerchant(made, payer.resellerId)
    await fund(db, payer, OWN_FEN, 'own')
    await fundReseller(db, payer.resellerId, PRICE.wholesaleFen)
    const { orderId, number } = await begin(payer, { payType })
    await db.kysely.updateTable('resellers').set({ creditLimitFen: 0 }).where('id', '=', payer.resellerId).execute()
    // Another sale takes what the reseller had.
    const neighbour = await desk.buildPayer(payer.resellerId)
    await fund(db, neighbour, PRICE.retailFen, 'own')
    const plan = await buildPackage(db, { resellerId: payer.resellerId, prices: { month: PRICE } })
    const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wish, { token: neighbour.token })).data
    const bought = await call(
      api.packages.buy,
      { quoteId, payBy: 'balance', key: randomUUID() },
      { token: neighbour.token },
    )
    expect(bought.status).toBe(200)
    await desk.payQuietly(number)
    expect((await desk.check(payer, number)).data).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    expect(await fenOf(payer)).toEqual([OWN_FEN + REST_FEN, 0])
    expect(await stateOf(payer, orderId)).toBe('cancelled')
  })

  test('counts for the whole price: with a coupon, commission and an own merchant', async () => {
    const inviter = await desk.buildPayer()
    const { resellerId } = inviter
    const payer = await desk.buildPayer(resellerId)
    await db.kysely.updateTable('accounts').set({ inviterId: inviter.id }).where('id', '=', payer.id).execute()
    await db.kysely.updateTable('resellers').set({ commissionPercent: 10 }).where('id', '=', resellerId).execute()
    const payType = await buildOwnMerchant(made, resellerId)
    await fundReseller(db, resellerId, 5000)
    await fund(db, payer, OWN_FEN, 'own')
    const plan = await buildPackage(db, { resellerId, prices: { month: PRICE } })
    const coupon = await buildCoupon(db, { resellerId, amountFen: 500 })
    const wish = { action: 'new', packageId: plan.wireId, period: 'month', coupon: coupon.code } as const
    const { quoteId, totalFen } = (await call(api.packages.quote, wish, { token: payer.token })).data
    expect(totalFen).toBe(2500)
    const buy = { quoteId, payBy: 'online', key: randomUUID() } as const
    const { orderId } = (await call(api.packages.buy, buy, { token: payer.token })).data
    const { data } = await payPart(payer, orderId, PART_FEN, { payType })
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data.creditedTo).toBe('order')
    // The part settles what the reseller owed for the top-up it came from; the rest the reseller has at its merchant.
    expect(await ofReseller('liability', payer)).toBe(-(OWN_FEN - PART_FEN))
    expect(await ofReseller('reseller', payer)).toBe(5000 - PRICE.wholesaleFen - 250)
  })

  test('is bought whole from the balance after all: what is held counts', async () => {
    const payer = await desk.buildPayer()
    await fund(db, payer, PRICE.retailFen)
    const plan = await buildPackage(db, { resellerId: payer.resellerId, prices: { month: PRICE } })
    const wish = { action: 'new', packageId: plan.wireId, period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wish, { token: payer.token })).data
    const buy = (payBy: 'online' | 'balance') =>
      call(api.packages.buy, { quoteId, payBy, key: randomUUID() }, { token: payer.token })
    const { orderId } = (await buy('online')).data
    const { data } = await payPart(payer, orderId)
    expect((await buy('balance')).data).toMatchObject({ orderId, needsPayment: false })
    expect(await fenOf(payer)).toEqual([0, 0])
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data.creditedTo).toBe('balance')
    expect(await fenOf(payer)).toEqual([REST_FEN, 0])
  })
})

describe('refuses and changes nothing', () => {
  test.each([
    ['more than there is', OWN_FEN + 1, 422, 'balance.short'],
    ['the whole price', PRICE.retailFen, 400, 'request.invalid'],
    ['nothing', 0, 400, 'request.invalid'],
    ['a negative part', -1, 400, 'request.invalid'],
  ])('%s', async (_name, balanceFen, status, code) => {
    const payer = await desk.buildPayer()
    await fund(db, payer, OWN_FEN)
    const orderId = await desk.buildOrder(payer)
    const answer = await payPart(payer, orderId, balanceFen)
    expect([answer.status, answer.code]).toEqual([status, code])
    expect(await fenOf(payer)).toEqual([OWN_FEN, 0])
    const rows = await db.kysely.selectFrom('payments').select('id').where('orderId', '=', orderId).execute()
    expect(rows).toEqual([])
  })

  test("a part for a top-up, and a part of a neighbour's order", async () => {
    const { payer, orderId } = await begin()
    expect((await desk.pay(payer, { type: 'user', amountFen: 1000, balanceFen: 1 })).status).toBe(400)
    const neighbour = await desk.buildPayer(payer.resellerId)
    await fund(db, neighbour, OWN_FEN)
    expect((await payPart(neighbour, orderId)).code).toBe('object.unknown')
    expect(await fenOf(neighbour)).toEqual([OWN_FEN, 0])
  })

  test('the same key with another part', async () => {
    const payer = await desk.buildPayer()
    await fund(db, payer, OWN_FEN)
    const orderId = await desk.buildOrder(payer)
    const key = randomUUID()
    const first = await payPart(payer, orderId, PART_FEN, { key })
    expect((await payPart(payer, orderId, PART_FEN, { key })).data).toEqual(first.data)
    expect((await payPart(payer, orderId, PART_FEN - 1, { key })).code).toBe('request.key_reused')
    expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN, PART_FEN])
  })
})

describe('at once', () => {
  test('many tabs hold the part once, and what is held cannot be spent', async () => {
    const payer = await desk.buildPayer()
    await fund(db, payer, OWN_FEN)
    const orderId = await desk.buildOrder(payer)
    const answers = await Promise.all(Array.from({ length: 20 }, () => payPart(payer, orderId)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(new Set(answers.map(({ data }) => data.out_trade_no)).size).toBe(1)
    expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN, PART_FEN])
  })

  test('fifty notifies, cancellations of order and payment, and the expiry: one wins, no fen is lost or made', async () => {
    for (let round = 0; round < 4; round += 1) {
      clock.reset()
      const { payer, orderId, number } = await begin()
      await desk.payQuietly(number)
      const letter = await control.writeNotify(number)
      if (round % 2 === 1) clock.shift(limits.orderTtlMs + 1000)
      await Promise.all([
        ...Array.from({ length: 20 }, () => deliver(letter)),
        ...Array.from({ length: 15 }, () => cancel(payer, orderId)),
        ...Array.from({ length: 10 }, () => give(payer, number)),
        ...Array.from({ length: 5 }, () => expireDueOrders(desk.jobCtx())),
      ])
      const state = await stateOf(payer, orderId)
      const { creditedTo } = await desk.payment(number)
      expect(creditedTo).toBe(state === 'paid' ? 'order' : 'balance')
      expect(await fenOf(payer)).toEqual([state === 'paid' ? OWN_FEN - PART_FEN : OWN_FEN + REST_FEN, 0])
    }
  })
})

describe('a refund', () => {
  const actor = 'operator:test'
  const refund = (outTradeNo: string, amountFen: number | null = null) =>
    refundPayment(desk.jobCtx(), { outTradeNo, amountFen, reason: '退款' }, actor)

  test('gives each part back to its source, to the fen, and ends the sale', async () => {
    const { payer, orderId, number } = await paid()
    const { resellerId } = payer
    const preview = await previewRefund(desk.jobCtx() as never, { resellerId, orderId, accountId: payer.id }, 1001)
    expect(await refund(number, 1001)).toMatchObject({ state: 'done', amountFen: 600, balanceFen: 401 })
    const moved = preview.moves.map(({ kind, amountFen }) => [kind, amountFen])
    expect(moved).toContainEqual(['user', 401])
    expect(moved).toContainEqual(['outside', 600])
    expect(await refund(number, 1)).toMatchObject({ state: 'done' })
    expect(await refund(number)).toMatchObject({ state: 'done' })
    expect(await fenOf(payer)).toEqual([OWN_FEN, 0])
    const back = (await control.trade(number)).refunds.reduce((sum, { fen }) => sum + fen, 0)
    expect(back).toBe(REST_FEN)
    expect(await ofReseller('reseller', payer)).toBe(0)
    await expect(refund(number, 1)).rejects.toMatchObject({ code: 'refund.too_much' })
    const info = (await call(api.accounts.info, { dailiKey: resellerId }, { token: payer.token })).data
    expect(info.state).not.toBe('active')
  })

  test('that the gateway refuses gives nothing back', async () => {
    const { payer, number } = await paid()
    await control.move(number, 'finish', { tells: false })
    expect(await refund(number, 500)).toMatchObject({ state: 'refused' })
    expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN, 0])
    expect(await ofReseller('reseller', payer)).toBe(PRICE.retailFen - PRICE.wholesaleFen)
  })

  test('of less than a fen for the gateway goes to the balance alone', async () => {
    const payer = await desk.buildPayer()
    await fund(db, payer, PRICE.retailFen)
    const orderId = await desk.buildOrder(payer)
    const { data } = await payPart(payer, orderId, PRICE.retailFen - 1)
    await desk.payQuietly(data.out_trade_no)
    await desk.check(payer, data.out_trade_no)
    expect(await refund(data.out_trade_no, 100)).toMatchObject({ state: 'done', amountFen: 0, balanceFen: 100 })
    expect((await desk.payment(data.out_trade_no)).state).toBe('paid')
    expect(await refund(data.out_trade_no)).toMatchObject({ amountFen: 1, balanceFen: PRICE.retailFen - 101 })
    expect(await fenOf(payer)).toEqual([PRICE.retailFen, 0])
  })

  test('through an own merchant gives the part to the balance and wholesale to the reseller', async () => {
    const payer = await desk.buildPayer()
    const payType = await buildOwnMerchant(made, payer.resellerId)
    await fund(db, payer, OWN_FEN, 'own')
    await fundReseller(db, payer.resellerId, PRICE.wholesaleFen)
    const { number } = await paid(payer, { payType })
    expect(await ofReseller('reseller', payer)).toBe(0)
    expect(await refund(number)).toMatchObject({ state: 'done', amountFen: REST_FEN, balanceFen: PART_FEN })
    expect(await fenOf(payer)).toEqual([OWN_FEN, 0])
    expect(await ofReseller('liability', payer)).toBe(-OWN_FEN)
    expect(await ofReseller('reseller', payer)).toBe(PRICE.wholesaleFen)
  })
})

test('the books name a hold without its open payment', async () => {
  const { payer, orderId, number } = await begin()
  await db.kysely
    .updateTable('payments')
    .set({ state: 'closed', closedAt: clock.now() })
    .where('outTradeNo', '=', number)
    .execute()
  expect((await checkBooks(db)).problems).toEqual([expect.stringContaining(`order ${orderId}`)])
  await db.kysely
    .updateTable('payments')
    .set({ state: 'pending', closedAt: null })
    .where('outTradeNo', '=', number)
    .execute()
  await cancel(payer, orderId)
})

test('an order that a release without parts has ended gives its part back when its payment closes', async () => {
  const { payer, orderId, number } = await begin()
  await db.kysely
    .updateTable('orders')
    .set({ state: 'expired', closedAt: clock.now() })
    .where('id', '=', orderId)
    .execute()
  await give(payer, number)
  expect(await fenOf(payer)).toEqual([OWN_FEN, 0])
  // Such a release would credit the whole price, so it cannot settle the payment.
  await control.move(number, 'pay_anyway', { tells: false })
  const settled = db.kysely
    .updateTable('payments')
    .set({ state: 'paid', tradeNo: 'T1', creditedTo: 'balance', paidAt: clock.now() })
    .where('outTradeNo', '=', number)
    .execute()
  await expect(settled).rejects.toMatchObject({ constraint: 'payments_parts_counted' })
})
