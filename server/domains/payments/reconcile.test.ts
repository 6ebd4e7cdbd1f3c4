import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { SECOND_MS } from '../../../contract/durations.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { makePayDesk, PRICE } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { reconcilePayment, sweepPayments } from './reconcile-payment.ts'

const made = await makeCashierApp()
const { call, db, control, payTypes } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
})

const MINUTE_MS = 60 * SECOND_MS

async function openTopUp(payType = payTypes.alipay) {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, 1000, { payType })
  const payment = await desk.payment(data.out_trade_no)
  return { payer, number: data.out_trade_no, id: payment.id, createdAt: payment.createdAt }
}
/** When the payment's own job runs next, in ms after the payment began; null without a job. */
async function nextRunMs({ id, createdAt }: { id: string; createdAt: Date }): Promise<number | null> {
  const { rows } = await db.pool.query<{ run_at: Date }>('select run_at from graphile_worker.jobs where key = $1', [
    `payment:${id}`,
  ])
  return rows[0] ? rows[0].run_at.getTime() - createdAt.getTime() : null
}
const run = (id: string) => reconcilePayment(desk.jobCtx(), { paymentId: id })
const dropJobs = () => db.pool.query('delete from graphile_worker._private_jobs')

describe('a payment that nobody pays', () => {
  test('is asked about at 15 s, 60 s, 5 min and 30 min, closed at the gateway, looked at once more, then left alone', async () => {
    const payment = await openTopUp()
    await control.move(payment.number, 'scan')
    const runs = [await nextRunMs(payment)]
    for (const atMs of [15 * SECOND_MS, 60 * SECOND_MS, 5 * MINUTE_MS]) {
      clock.reset()
      clock.shift(payment.createdAt.getTime() + atMs - clock.now().getTime())
      await dropJobs()
      await run(payment.id)
      expect((await desk.payment(payment.number)).state).toBe('pending')
      runs.push(await nextRunMs(payment))
    }
    expect(runs).toEqual([15 * SECOND_MS, 60 * SECOND_MS, 5 * MINUTE_MS, limits.payTtlMs])
    clock.reset()
    clock.shift(limits.payTtlMs + SECOND_MS)
    await dropJobs()
    await run(payment.id)
    expect((await desk.payment(payment.number)).state).toBe('closed')
    expect((await control.trade(payment.number)).status).toBe('TRADE_CLOSED')
    expect(await nextRunMs(payment)).toBeGreaterThan(limits.payTtlMs)
    await dropJobs()
    await run(payment.id)
    expect(await nextRunMs(payment)).toBeNull()
  })

  test('is closed at the next look if its order was cancelled', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId)
    await control.move(data.out_trade_no, 'scan')
    await call(api.orders.cancel, { orderId }, { token: payer.token })
    await run((await desk.payment(data.out_trade_no)).id)
    expect((await desk.payment(data.out_trade_no)).state).toBe('closed')
    expect((await control.trade(data.out_trade_no)).status).toBe('TRADE_CLOSED')
  })
})

describe('a payment that its payer gives up', () => {
  const cancel = (payment: Awaited<ReturnType<typeof openTopUp>>) =>
    call(api.payments.cancel, { out_trade_no: payment.number }, { token: payment.payer.token })
  const openNumbers = async ({ payer }: Awaited<ReturnType<typeof openTopUp>>) =>
    (await call(api.payments.list, {}, { token: payer.token })).data.items.filter(
      ({ payUrl, qrCode }) => payUrl ?? qrCode,
    )

  test('is no longer offered, is closed at the gateway, and is looked at again after it expires', async () => {
    const payment = await openTopUp()
    await control.move(payment.number, 'scan')
    expect(await openNumbers(payment)).toHaveLength(1)
    expect((await cancel(payment)).data.status).toBe('closed')
    expect(await openNumbers(payment)).toEqual([])
    expect((await cancel(payment)).data.status).toBe('closed')
    expect((await control.trade(payment.number)).status).toBe('TRADE_CLOSED')
    expect(await nextRunMs(payment)).toBe(limits.payTtlMs + 10 * MINUTE_MS)
    clock.shift(limits.payTtlMs + 11 * MINUTE_MS)
    await dropJobs()
    await run(payment.id)
    expect(await nextRunMs(payment)).toBeNull()
  })

  test('if already paid it is credited and says so; if paid afterwards the money goes to the balance', async () => {
    const paid = await openTopUp()
    await desk.payQuietly(paid.number)
    expect((await cancel(paid)).data).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    expect(await desk.balanceFen(paid.payer)).toBe(1000)
    const late = await openTopUp()
    await cancel(late)
    await control.move(late.number, 'pay_anyway', { tells: false })
    await run(late.id)
    expect(await desk.balanceFen(late.payer)).toBe(1000)
  })

  test('a silent gateway does not prevent giving up, and is told by the job', async () => {
    const payment = await openTopUp()
    await control.move(payment.number, 'scan')
    await control.orderFault({ kind: 'status_500', outTradeNo: payment.number, times: 100 })
    expect((await cancel(payment)).data.status).toBe('closed')
    expect(await nextRunMs(payment)).toBeLessThan(15 * SECOND_MS)
    await expect(run(payment.id)).rejects.toThrow('alipay.trade.close')
    await control.clearFaults()
    await dropJobs()
    await run(payment.id)
    expect((await control.trade(payment.number)).status).toBe('TRADE_CLOSED')
    expect(await nextRunMs(payment)).toBe(limits.payTtlMs + 10 * MINUTE_MS)
  })

  test("nobody can give up another user's payment", async () => {
    const payment = await openTopUp()
    const other = await desk.buildPayer()
    const answer = await call(api.payments.cancel, { out_trade_no: payment.number }, { token: other.token })
    expect(answer.code).toBe('object.unknown')
    expect((await desk.payment(payment.number)).state).toBe('pending')
  })
})

describe('a payment without a notify', () => {
  test.each(['alipay', 'wxpay'] as const)('%s: the job finds it', async (channel) => {
    const payment = await openTopUp(payTypes[channel])
    await desk.payQuietly(payment.number)
    await run(payment.id)
    expect(await desk.balanceFen(payment.payer)).toBe(1000)
    await run(payment.id)
    expect(await desk.balanceFen(payment.payer)).toBe(1000)
  })

  test('is still credited if paid during or after closing', async () => {
    const payment = await openTopUp()
    clock.shift(limits.payTtlMs + SECOND_MS)
    await control.move(payment.number, 'pay_anyway', { tells: false })
    await run(payment.id)
    expect(await desk.balanceFen(payment.payer)).toBe(1000)
    const later = await openTopUp()
    clock.shift(limits.payTtlMs + SECOND_MS)
    await run(later.id)
    expect((await desk.payment(later.number)).state).toBe('closed')
    await control.move(later.number, 'pay_anyway', { tells: false })
    await run(later.id)
    expect(await desk.balanceFen(later.payer)).toBe(1000)
  })

  test('if the order expired meanwhile, the money goes to the balance', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId)
    await desk.payQuietly(data.out_trade_no)
    await db.kysely.updateTable('orders').set({ state: 'expired' }).where('id', '=', orderId).execute()
    await run((await desk.payment(data.out_trade_no)).id)
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
  })
})

describe('a gateway that does not answer', () => {
  test('an EPay refusal (new key, blocked merchant) says nothing about the order', async () => {
    const payment = await openTopUp(payTypes.wxpay)
    await desk.payQuietly(payment.number)
    await control.orderFault({ kind: 'unavailable', method: 'api.order', outTradeNo: payment.number, times: 100 })
    clock.shift(limits.payTtlMs + SECOND_MS)
    await expect(run(payment.id)).rejects.toThrow('order: refused')
    expect((await desk.payment(payment.number)).state).toBe('pending')
    await control.clearFaults()
    await run(payment.id)
    expect(await desk.balanceFen(payment.payer)).toBe(1000)
  })

  test('before expiry the next look stays; at the end the job fails and retries, and nothing is marked closed', async () => {
    const payment = await openTopUp()
    await desk.payQuietly(payment.number)
    await control.orderFault({ kind: 'status_500', outTradeNo: payment.number, times: 100 })
    clock.shift(16 * SECOND_MS)
    await dropJobs()
    await run(payment.id)
    expect(await nextRunMs(payment)).toBe(60 * SECOND_MS)
    clock.shift(limits.payTtlMs)
    await expect(run(payment.id)).rejects.toThrow('alipay.trade.close')
    expect((await desk.payment(payment.number)).state).toBe('pending')
    await control.clearFaults()
    await run(payment.id)
    expect(await desk.balanceFen(payment.payer)).toBe(1000)
  })

  test('a payment whose job is gone gets a new one', async () => {
    const payment = await openTopUp()
    await dropJobs()
    clock.shift(limits.payTtlMs + 21 * MINUTE_MS)
    await sweepPayments(desk.jobCtx())
    expect(await nextRunMs(payment)).not.toBeNull()
  })
})
