import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { buildOwnMerchant } from '../../../test/build/own-merchant.ts'
import { makePayDesk, PRICE } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'
import { finishRefundJob, resolveRefund } from './finish-refund.ts'
import { askRefund, refundPayment } from './refund-payment.ts'

const made = await makeCashierApp()
const { call, db, config, control, payTypes } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: true })
})

const ACTOR = 'operator:test'
const refund = (outTradeNo: string, amountFen: number | null = null) =>
  refundPayment(desk.jobCtx(), { outTradeNo, amountFen, reason: '退款' }, ACTOR)
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  )
const alertsOf = (refundId: string) =>
  db.kysely.selectFrom('alerts').select('kind').where('subject', '=', `refund:${refundId}`).execute()
async function paidTopUp(amountFen: number, payType = payTypes.alipay) {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, amountFen, { payType })
  await desk.payQuietly(data.out_trade_no)
  await desk.check(payer, data.out_trade_no)
  return { payer, number: data.out_trade_no }
}
async function paidOrder() {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId)
  await desk.payQuietly(data.out_trade_no)
  await desk.check(payer, data.out_trade_no)
  return { payer, orderId, number: data.out_trade_no }
}

test('M27: a top-up paid after the deletion is kept apart, raises an alert, and goes back to where it came from', async () => {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1000)
  const { accountId, id, resellerId } = await desk.payment(data.out_trade_no)
  const owner = { resellerId, accountId: accountId! }
  await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', accountId!).execute()
  await desk.payQuietly(data.out_trade_no)
  await control.notify(data.out_trade_no)
  expect((await desk.payment(data.out_trade_no)).id).toBe(id)
  const fen = async () => [
    await loadBalanceFen({ db }, { kind: 'user', ...owner }),
    await loadBalanceFen({ db }, { kind: 'unclaimed', ...owner }),
  ]
  expect(await fen()).toEqual([0, 1000])
  const subject = `account:${accountId}`
  const alerts = await db.kysely
    .selectFrom('alerts')
    .select(['kind', 'detail'])
    .where('subject', '=', subject)
    .execute()
  expect(alerts).toEqual([{ kind: 'money.unclaimed', detail: { came: 'topup' } }])
  expect(await refund(data.out_trade_no)).toMatchObject({ state: 'done', amountFen: 1000 })
  expect(await fen()).toEqual([0, 0])
})

describe('a top-up', () => {
  test('is refunded in parts, never more than was paid, never more than is left on the balance', async () => {
    const { payer, number } = await paidTopUp(1000)
    expect(await refund(number, 300)).toMatchObject({ state: 'done', amountFen: 300 })
    expect(await desk.balanceFen(payer)).toBe(700)
    expect((await desk.check(payer, number)).data).toMatchObject({ status: 'refunded', amountFen: 1000 })
    expect(await codeOf(refund(number, 701))).toBe('refund.too_much')
    expect(await codeOf(refund(number, 0))).toBe('refund.too_much')
    expect(await codeOf(refund(number, -5))).toBe('refund.too_much')
    expect(await refund(number)).toMatchObject({ state: 'done', amountFen: 700 })
    expect(await desk.balanceFen(payer)).toBe(0)
    expect((await control.trade(number)).refunds.map(({ fen }) => fen)).toEqual([300, 700])
    expect(await codeOf(refund(number))).toBe('refund.too_much')
    const entries = (await call(api.balance.entries, {}, { token: payer.token })).data.items
    expect(entries.map(({ kind, amountFen }) => [kind, amountFen])).toEqual([
      ['refund', -700],
      ['refund', -300],
      ['topup', 1000],
    ])
  })

  test('is refused without asking the gateway if the money was spent', async () => {
    const { payer, number } = await paidTopUp(PRICE.retailFen)
    const orderId = await desk.buildOrder(payer)
    await call(api.orders.cancel, { orderId }, { token: payer.token })
    const wish = { action: 'new', period: 'month' } as const
    const plan = (await call(api.packages.list, {}, { token: payer.token })).data.items[0]!
    const { quoteId } = (await call(api.packages.quote, { ...wish, packageId: plan.id }, { token: payer.token })).data
    const bought = await call(
      api.packages.buy,
      { quoteId, payBy: 'balance', key: randomUUID() },
      { token: payer.token },
    )
    expect(bought.status).toBe(200)
    expect(await codeOf(refund(number))).toBe('balance.short')
    expect((await control.trade(number)).refunds).toEqual([])
    expect((await desk.payment(number)).refundAskedFen).toBe(0)
  })

  test("lowers the reseller's debt if it came through the reseller's own merchant", async () => {
    const payer = await desk.buildPayer()
    const payType = await buildOwnMerchant(made, payer.resellerId)
    const { data } = await desk.topUp(payer, 900, { payType })
    await desk.payQuietly(data.out_trade_no)
    await desk.check(payer, data.out_trade_no)
    await refund(data.out_trade_no, 400)
    const owner = { kind: 'liability', resellerId: payer.resellerId } as const
    expect(await loadBalanceFen({ db }, owner)).toBe(-500)
    expect(await desk.balanceFen(payer)).toBe(500)
  })
})

test('an order: the money goes back, the package is shortened, margin and wholesale are reversed', async () => {
  const { payer, orderId, number } = await paidOrder()
  const order = async () => (await call(api.orders.detail, { orderId }, { token: payer.token })).data
  expect(await refund(number, 1000)).toMatchObject({ state: 'done' })
  expect(await order()).toMatchObject({ state: 'refunded', refundedFen: 1000 })
  expect(await refund(number)).toMatchObject({ state: 'done', amountFen: 2000 })
  expect(await order()).toMatchObject({ refundedFen: PRICE.retailFen })
  expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: payer.resellerId })).toBe(0)
  expect(await desk.balanceFen(payer)).toBe(0)
  expect((await control.trade(number)).status).toBe('TRADE_CLOSED')
})

test("an agent payment is taken from the reseller's balance", async () => {
  await buildReseller(db, { id: 95 })
  const key = randomUUID()
  const input = { type: 'daili', daili_id: 95, amountFen: 5000, captcha: makeCaptcha(config) }
  const { data } = await desk.pay(null, input, { key })
  await desk.payQuietly(data.out_trade_no)
  await desk.check(null, data.out_trade_no, key)
  await refund(data.out_trade_no, 2000)
  expect(await loadBalanceFen({ db }, { kind: 'reseller', resellerId: 95 })).toBe(3000)
})

describe('a gateway in trouble', () => {
  test.each(['lost_answer', 'status_500', 'bad_sign', 'no_change'] as const)(
    '%s: asked, then completed once by the job',
    async (kind) => {
      const { payer, number } = await paidTopUp(1000)
      await control.orderFault({ kind, method: 'alipay.trade.refund', times: kind === 'lost_answer' ? 2 : 1 })
      const asked = await refund(number, 400)
      expect(asked.state).toBe('asked')
      // The money is reserved: meanwhile it can neither be spent nor refunded twice.
      expect(await desk.balanceFen(payer)).toBe(600)
      expect(await codeOf(refund(number, 601))).toBe('refund.too_much')
      await finishRefundJob(desk.jobCtx(), { refundId: asked.id })
      await finishRefundJob(desk.jobCtx(), { refundId: asked.id })
      expect((await control.trade(number)).refunds).toMatchObject([{ fen: 400 }])
      expect(await desk.payment(number)).toMatchObject({ state: 'refunded', refundedFen: 400, refundAskedFen: 400 })
      expect(await desk.balanceFen(payer)).toBe(600)
    },
  )

  test('a refusal restores everything', async () => {
    const { payer, number } = await paidTopUp(1000)
    await control.move(number, 'finish', { tells: false })
    expect(await refund(number, 400)).toMatchObject({ state: 'refused' })
    expect(await desk.balanceFen(payer)).toBe(1000)
    expect(await desk.payment(number)).toMatchObject({ state: 'paid', refundedFen: 0, refundAskedFen: 0 })
    const order = await paidOrder()
    await control.move(order.number, 'finish', { tells: false })
    expect(await refund(order.number)).toMatchObject({ state: 'refused' })
    expect(
      (await call(api.orders.detail, { orderId: order.orderId }, { token: order.payer.token })).data,
    ).toMatchObject({
      state: 'paid',
      refundedFen: 0,
    })
  })

  test.each(['lost_answer', 'unavailable'] as const)(
    'EPay is never asked twice: an unknown outcome waits for a person (%s)',
    async (kind) => {
      const { payer, number } = await paidTopUp(1000, payTypes.wxpay)
      await control.orderFault({ kind, method: 'api.refund', outTradeNo: number })
      const asked = await refund(number, 400)
      expect(asked.state).toBe('asked')
      expect(await alertsOf(asked.id)).toEqual([{ kind: 'refund.unknown' }])
      await finishRefundJob(desk.jobCtx(), { refundId: asked.id })
      expect((await control.trade(number)).refunds).toHaveLength(kind === 'lost_answer' ? 1 : 0)
      expect(await desk.balanceFen(payer)).toBe(600)
      const seen = kind === 'lost_answer' ? 'done' : 'refused'
      await resolveRefund(desk.jobCtx(), { outRequestNo: asked.outRequestNo, outcome: seen }, ACTOR)
      expect(await desk.balanceFen(payer)).toBe(seen === 'done' ? 600 : 1000)
      expect(
        await codeOf(resolveRefund(desk.jobCtx(), { outRequestNo: asked.outRequestNo, outcome: 'refused' }, ACTOR)),
      ).toBe('object.unknown')
      expect(await refund(number, 600)).toMatchObject({ state: 'done' })
    },
  )

  test('raises an alert for a refund whose command ended before EPay was asked', async () => {
    const { payer, number } = await paidTopUp(1000, payTypes.wxpay)
    const asked = await askRefund(desk.jobCtx(), { outTradeNo: number, amountFen: 400, reason: '退款' }, ACTOR)
    const { rows } = await db.pool.query('select 1 from graphile_worker.jobs where key = $1', [`refund:${asked.id}`])
    expect(rows).toHaveLength(1)
    await finishRefundJob(desk.jobCtx(), { refundId: asked.id })
    expect(await alertsOf(asked.id)).toEqual([{ kind: 'refund.unknown' }])
    expect((await control.trade(number)).refunds).toEqual([])
    expect(await desk.balanceFen(payer)).toBe(600)
  })
})

test('twenty operators at once never refund more than was paid', async () => {
  const { payer, number } = await paidTopUp(1000)
  const outcomes = await Promise.all(Array.from({ length: 20 }, () => codeOf(refund(number, 300))))
  expect(outcomes.filter((code) => code === null)).toHaveLength(3)
  expect(outcomes.filter((code) => code === 'refund.too_much')).toHaveLength(17)
  expect(await desk.balanceFen(payer)).toBe(100)
  expect((await control.trade(number)).refunds).toHaveLength(3)
})

test('an unpaid payment cannot be refunded; a notify of our own refund credits nothing and raises no alert', async () => {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1000)
  expect(await codeOf(refund(data.out_trade_no))).toBe('refund.too_much')
  expect(await codeOf(refund('NoSuchNumber'))).toBe('object.unknown')
  const paid = await paidTopUp(1000)
  await refund(paid.number, 100)
  expect(await control.notify(paid.number)).toEqual(['success'])
  const { id } = await desk.payment(paid.number)
  expect(await db.kysely.selectFrom('alerts').select('kind').where('subject', '=', `payment:${id}`).execute()).toEqual(
    [],
  )
  expect(await desk.balanceFen(paid.payer)).toBe(900)
})
