import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { inTransaction } from '../../platform/db/db.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { fundReseller } from '../../test/build/money-factories.ts'
import { buildOwnMerchant } from '../../test/build/own-merchant.ts'
import { makePayDesk, PRICE } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { openAgencyOrder } from '../orders/agency/open-agency.ts'
import { closePayment } from './check-payment.ts'
import { openGateway } from './gateways/open-gateway.ts'
import { loadMerchant } from './merchants/merchant.ts'
import { settlePayment } from './settle-payment.ts'

const made = await makeCashierApp()
const { call, db, config, control, payTypes } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
})

const fenOf = (kind: 'reseller' | 'liability' | 'outside' | 'platform' | 'receivable', resellerId: number | null) =>
  loadBalanceFen({ db }, { kind, resellerId })

describe('who gets the money', () => {
  test('a top-up through the platform raises the balance, and the money comes from outside', async () => {
    const payer = await desk.buildPayer()
    const before = await fenOf('outside', null)
    const { data } = await desk.topUp(payer, 1234)
    await control.move(data.out_trade_no, 'pay', { tells: false })
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({
      status: 'paid',
      creditedTo: 'balance',
      amountFen: 1234,
      paidAt: expect.any(String),
    })
    expect(await desk.balanceFen(payer)).toBe(1234)
    expect(await fenOf('outside', null)).toBe(before - 1234)
    const entries = (await call(api.balance.entries, {}, { token: payer.token })).data
    expect(entries.items).toMatchObject([{ kind: 'topup', amountFen: 1234, balanceAfterFen: 1234 }])
  })

  test('a package through the platform: order done, margin to the reseller, wholesale to the platform', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const before = await fenOf('platform', null)
    const { data } = await desk.payOrder(payer, orderId)
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'order' })
    expect((await call(api.orders.detail, { orderId }, { token: payer.token })).data.state).toBe('paid')
    expect(await fenOf('reseller', payer.resellerId)).toBe(PRICE.retailFen - PRICE.wholesaleFen)
    expect(await fenOf('platform', null)).toBe(before + PRICE.wholesaleFen)
    expect(await desk.balanceFen(payer)).toBe(0)
    const info = (await call(api.accounts.info, { dailiKey: payer.resellerId }, { token: payer.token })).data
    expect(info.state).toBe('active')
  })

  test("through a reseller's own merchant: top-ups are its liability, wholesale is taken from its balance", async () => {
    const payer = await desk.buildPayer()
    const payType = await buildOwnMerchant(made, payer.resellerId)
    const outside = await fenOf('outside', null)
    const { data } = await desk.topUp(payer, 5000, { payType })
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data.status).toBe('paid')
    expect(await fenOf('liability', payer.resellerId)).toBe(-5000)
    expect(await fenOf('outside', null)).toBe(outside)
    const orderId = await desk.buildOrder(payer)
    // The balance is empty and there is no credit: the sale is refused before anybody pays.
    expect((await desk.payOrder(payer, orderId, { payType })).code).toBe('reseller.short')
    await fundReseller(db, payer.resellerId, PRICE.wholesaleFen)
    const paid = (await desk.payOrder(payer, orderId, { payType })).data
    await desk.payQuietly(paid.out_trade_no)
    expect((await desk.check(payer, paid.out_trade_no)).data.creditedTo).toBe('order')
    // The sale released 3000 of the 5000 owed for top-ups, and its payment brought another 3000.
    expect(await fenOf('liability', payer.resellerId)).toBe(-5000)
    expect(await fenOf('reseller', payer.resellerId)).toBe(0)
  })

  test("an agent payment goes to the reseller's balance; only the key opens its state", async () => {
    await buildReseller(db, { id: 91, isWhitelisted: false })
    const key = randomUUID()
    const input = { type: 'daili', daili_id: 91, amountFen: 20_000, captcha: makeCaptcha(config) }
    const { data } = await desk.pay(null, input, { key })
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(null, data.out_trade_no)).code).toBe('object.unknown')
    expect((await desk.check(null, data.out_trade_no, randomUUID())).code).toBe('object.unknown')
    expect((await desk.check(null, data.out_trade_no, key)).data).toMatchObject({
      status: 'paid',
      creditedTo: 'balance',
    })
    expect(await fenOf('reseller', 91)).toBe(20_000)
  })

  test('an agency order is paid to the platform', async () => {
    const payer = await desk.buildPayer()
    const { orderId } = await inTransaction(db, (tx) =>
      openAgencyOrder(
        { ...desk.jobCtx(), db: tx },
        { resellerId: payer.resellerId, accountId: payer.id },
        {
          feeFen: 9900,
          detail: { name: '新代理', contact: 'mail@example.com' },
        },
      ),
    )
    await buildOwnMerchant(made, payer.resellerId)
    const before = await fenOf('platform', null)
    const { data, status } = await desk.pay(payer, { type: 'agency', orderId })
    expect(status).toBe(200)
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'order' })
    expect(await fenOf('platform', null)).toBe(before + 9900)
  })
})

describe('late money is never lost', () => {
  test.each(['cancelled', 'expired'] as const)('for a %s order it goes to the balance', async (how) => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId)
    // Cancelling asks the gateway, so this is paid only afterwards: nobody can close a code that is not scanned yet.
    if (how === 'cancelled') await call(api.orders.cancel, { orderId }, { token: payer.token })
    else await db.kysely.updateTable('orders').set({ state: 'expired' }).where('id', '=', orderId).execute()
    await desk.payQuietly(data.out_trade_no)
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
    const entries = (await call(api.balance.entries, {}, { token: payer.token })).data.items
    expect(entries).toMatchObject([{ kind: 'late_payment', amountFen: PRICE.retailFen }])
  })

  test('for a closed payment a notify or a later look credits it once', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 700)
    const payment = await desk.payment(data.out_trade_no)
    const gateway = openGateway({ config, now: clock.now() }, (await loadMerchant(db, payment.merchantId))!)
    expect(await closePayment(desk.jobCtx(), payment, gateway)).toBe('closed')
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'closed', creditedTo: 'none' })
    await control.move(data.out_trade_no, 'pay_anyway', { tells: false })
    expect(await control.notify(data.out_trade_no, { copies: 3 })).toEqual(['success', 'success', 'success'])
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    expect(await desk.balanceFen(payer)).toBe(700)
  })

  test('if one order has two payments, the first pays it and the second goes to the balance', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const first = (await desk.payOrder(payer, orderId)).data
    const second = (await desk.payOrder(payer, orderId, { payType: payTypes.wxpay })).data
    await control.move(first.out_trade_no, 'pay_anyway', { tells: false })
    await control.move(second.out_trade_no, 'pay', { tells: false })
    expect((await desk.check(payer, first.out_trade_no)).data.creditedTo).toBe('order')
    expect((await desk.check(payer, second.out_trade_no)).data.creditedTo).toBe('balance')
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
  })
})

describe('check', () => {
  test('works only for the owner: not for a neighbour, not for the same account id of another reseller', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000)
    const neighbour = await desk.buildPayer(payer.resellerId)
    const stranger = await desk.buildPayer()
    for (const who of [neighbour, stranger, null]) {
      const answer = await desk.check(who, data.out_trade_no)
      expect([answer.status, answer.code]).toEqual([422, 'object.unknown'])
    }
    expect((await desk.check(payer, 'NoSuchNumber')).text).toBe((await desk.check(stranger, data.out_trade_no)).text)
    expect((await desk.check(payer, data.out_trade_no)).data.status).toBe('pending')
  })

  test('asks the gateway once in three seconds, across all processes', async () => {
    const second = await makeApp({
      DATABASE_URL: config.databaseUrl!,
      SECRET_KEY: config.secretKey.toString(),
      PUBLIC_URL: config.publicUrl,
    })
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000)
    await desk.payQuietly(data.out_trade_no)
    const startedAt = clock.now()
    const frozen = vi.spyOn(clock, 'now').mockReturnValue(startedAt)
    // The only process that asks gets no answer; no other asks, so the payment stays unknown.
    await control.orderFault({ kind: 'status_500', method: 'alipay.trade.query', outTradeNo: data.out_trade_no })
    const ask = (one: typeof second) =>
      one.call(api.payments.check, { out_trade_no: data.out_trade_no }, { token: payer.token })
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index % 2 === 0 ? made : second)))
    expect(new Set(answers.map((answer) => answer.data.status))).toEqual(new Set(['pending']))
    frozen.mockReturnValue(new Date(startedAt.getTime() + limits.payAskEveryMs - 1))
    expect((await ask(second)).data.status).toBe('pending')
    frozen.mockReturnValue(new Date(startedAt.getTime() + limits.payAskEveryMs))
    expect((await ask(second)).data.status).toBe('paid')
    frozen.mockRestore()
  })

  test.each(['lost_answer', 'status_500', 'garbage', 'bad_sign', 'error_response', 'unavailable', 'hang'] as const)(
    'if the gateway answers with %s: still pending, then paid',
    async (kind) => {
      const payer = await desk.buildPayer()
      const { data } = await desk.topUp(payer, 1000)
      await desk.payQuietly(data.out_trade_no)
      const fault = { kind, method: 'alipay.trade.query', outTradeNo: data.out_trade_no, ms: 10_000 }
      await control.orderFault({ ...fault, times: kind === 'lost_answer' ? 2 : 1 })
      expect((await desk.check(payer, data.out_trade_no)).data.status).toBe('pending')
      clock.shift(limits.payAskEveryMs)
      expect((await desk.check(payer, data.out_trade_no)).data.status).toBe('paid')
      expect(await desk.balanceFen(payer)).toBe(1000)
    },
  )

  test('credits nothing and raises an alert if the gateway names another amount', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000)
    await desk.payQuietly(data.out_trade_no)
    await control.orderFault({ kind: 'wrong_amount', outTradeNo: data.out_trade_no })
    expect((await desk.check(payer, data.out_trade_no)).data.status).toBe('pending')
    expect(await desk.balanceFen(payer)).toBe(0)
    const { id } = await desk.payment(data.out_trade_no)
    const alert = await db.kysely.selectFrom('alerts').selectAll().where('subject', '=', `payment:${id}`).execute()
    expect(alert).toMatchObject([{ kind: 'payment.mismatch', detail: { what: 'amount', saidFen: 1 } }])
  })

  test.each([999, 1001])('credits nothing for %i fen instead of 1000, and 1000 when they come', async (saidFen) => {
    const payer = await desk.buildPayer()
    const { id } = await desk.payment((await desk.topUp(payer, 1000)).data.out_trade_no)
    const settle = (amountFen: number) => settlePayment(desk.jobCtx(), id, { tradeNo: `T-${id}`, amountFen })
    expect(await settle(saidFen)).toBe('mismatch')
    expect(await desk.balanceFen(payer)).toBe(0)
    expect([await settle(1000), await settle(1000)]).toEqual(['settled', 'repeated'])
    expect(await desk.balanceFen(payer)).toBe(1000)
  })
})

test("the list shows the user's own payments, newest first, with all that is needed to continue paying", async () => {
  const payer = await desk.buildPayer()
  const numbers: string[] = []
  for (let index = 0; index < limits.listPageSize + 1; index += 1) {
    const device = index === limits.listPageSize ? 'qr' : 'pc'
    numbers.unshift((await desk.topUp(payer, 1000 + index, { device })).data.out_trade_no)
    clock.shift(10)
  }
  await desk.payQuietly(numbers[0]!)
  await desk.check(payer, numbers[0]!)
  const first = (await call(api.payments.list, {}, { token: payer.token })).data
  expect(first.items.map((item) => item.out_trade_no)).toEqual(numbers.slice(0, limits.listPageSize))
  expect(first.items[0]).toMatchObject({ status: 'paid', creditedTo: 'balance', payUrl: null, type: 'user' })
  expect(first.items[1]).toMatchObject({ status: 'pending', payUrl: expect.stringContaining('page.pay') })
  const second = (await call(api.payments.list, { cursor: first.next! }, { token: payer.token })).data
  expect(second).toMatchObject({ items: [{ out_trade_no: numbers.at(-1) }], next: null })
  const neighbour = await desk.buildPayer(payer.resellerId)
  expect((await call(api.payments.list, {}, { token: neighbour.token })).data.items).toEqual([])
  const closed = (await call(api.payments.list, { status: 'refunded' }, { token: payer.token })).data.items
  expect(closed).toEqual([])
  const paid = (await call(api.payments.list, { status: 'paid' }, { token: payer.token })).data.items
  expect(paid.length).toBeGreaterThan(0)
  expect(new Set(paid.map(({ status }) => status))).toEqual(new Set(['paid']))
  expect((await call(api.payments.list, { cursor: 'x' }, { token: payer.token })).status).toBe(400)
})
