import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { HOUR_MS } from '../../../../contract/durations.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { deliver, makePayDesk, PRICE, type Payer } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { reconcilePayment } from '../reconcile-payment.ts'
import { ALONE_MAX_FEN } from './confirm-payment.ts'

const app = await makeCashierApp()
const { db, control } = app
const desk = makePayDesk(app)
checkBooksAfterEach(db)
const { platformStuckPayments, stuckPayments } = consoleApi

beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
})

const officer = (role: 'owner' | 'finance' | 'manager' = 'owner') => buildStaff(app, { resellerId: null, role })
const [first, second] = [await officer(), await officer('finance')]
const HASH = (letter: string) => letter.repeat(64)
const merchant = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'alipay')
  .executeTakeFirstOrThrow()

async function buy(): Promise<{ payer: Payer; orderId: string; number: string; paymentId: string }> {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const number = (await desk.payOrder(payer, orderId)).data.out_trade_no
  return { payer, orderId, number, paymentId: (await desk.payment(number)).id }
}

type Bought = Awaited<ReturnType<typeof buy>>
const wish = ({ payer, paymentId }: Bought, number: string, chain?: string) => ({
  resellerId: payer.resellerId,
  paymentId,
  proof: { number, ...(chain ? { chain } : {}) },
  reason: '账户里看到了',
})
const confirm = (bought: Bought, number: string, chain?: string, by = first) =>
  by.call(platformStuckPayments.confirm, wish(bought, number, chain))
const orderOf = async ({ payer, orderId }: Bought) =>
  (await app.call(api.orders.detail, { orderId }, { token: payer.token })).data.state

describe('confirmed by hand', () => {
  test('runs the whole sale, is audited, and what the gateway says later repeats nothing', async () => {
    const bought = await buy()
    await desk.payQuietly(bought.number)
    const { tradeNo } = await control.trade(bought.number)
    expect((await confirm(bought, tradeNo!)).data).toMatchObject({ state: 'done' })
    expect(await orderOf(bought)).toBe('paid')
    expect(await deliver(await control.writeNotify(bought.number))).toBe('success')
    expect(await desk.payment(bought.number)).toMatchObject({ state: 'paid', creditedTo: 'order', tradeNo })
    expect(await desk.balanceFen(bought.payer)).toBe(0)
    const log = db.kysely.selectFrom('auditLog').select('action').where('subject', '=', `payment:${bought.paymentId}`)
    expect(await log.execute()).toContainEqual({ action: 'payment.confirmed' })
    expect((await confirm(bought, 'another-number')).code).toBe('confirm.paid')
  })

  test('a number counts once for ever, however it is spelled, and for what the gateway credited too', async () => {
    const [one, two, three] = [await buy(), await buy(), await buy()]
    expect((await confirm(one, HASH('a'), 'trc20')).data).toMatchObject({ state: 'done' })
    for (const spelled of [HASH('a'), `0x${HASH('A')}`, ` ${HASH('A')} `])
      expect((await confirm(two, spelled, 'erc20')).code).toBe('confirm.used')
    await desk.payQuietly(three.number)
    await deliver(await control.writeNotify(three.number))
    const { tradeNo } = await desk.payment(three.number)
    expect((await confirm(two, tradeNo!)).code).toBe('confirm.used')
    expect(await orderOf(two)).toBe('pending')
  })

  test('two people at once with one transaction: once', async () => {
    const [one, two] = [await buy(), await buy()]
    const answers = await Promise.all([
      confirm(one, HASH('b'), 'trc20', first),
      confirm(two, HASH('b'), 'trc20', second),
      confirm(one, HASH('b'), 'trc20', second),
    ])
    expect(answers.filter(({ data }) => data?.state === 'done')).toHaveLength(1)
    const states = [await orderOf(one), await orderOf(two)]
    expect(states.filter((state) => state === 'paid')).toHaveLength(1)
  })

  test('a flow number that the gateway later reports for another payment credits that one never', async () => {
    const [one, two] = [await buy(), await buy()]
    await desk.payQuietly(two.number)
    const { tradeNo } = await control.trade(two.number)
    expect((await confirm(one, tradeNo!)).data).toMatchObject({ state: 'done' })
    clock.shift(HOUR_MS)
    await reconcilePayment(desk.jobCtx(), { paymentId: two.paymentId })
    expect(await desk.payment(two.number)).toMatchObject({ paidAt: null, gatewaySaid: 'mismatch' })
  })

  test('of coins: the same transaction told later is taken, another one is money that came twice', async () => {
    const coins = await db.kysely
      .selectFrom('merchants')
      .select('id')
      .where('provider', '=', 'usdt')
      .executeTakeFirstOrThrow()
    const buyCoins = async () => {
      const payer = await desk.buildPayer()
      const orderId = await desk.buildOrder(payer)
      const { data } = await desk.payOrder(payer, orderId, { payType: `${coins.id}-usdt-trc20` })
      const bought = {
        payer,
        orderId,
        number: data.out_trade_no,
        paymentId: (await desk.payment(data.out_trade_no)).id,
      }
      await desk.payQuietly(bought.number)
      const { url, form } = await control.writeNotify(bought.number)
      const send = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: form! })
      return { bought, send, hash: (JSON.parse(form!) as Record<string, string>)['block_transaction_id']! }
    }
    const [same, other] = [await buyCoins(), await buyCoins()]
    await confirm(same.bought, same.hash, 'trc20')
    expect((await same.send()).status).toBe(200)
    await confirm(other.bought, HASH('f'), 'trc20')
    expect((await other.send()).status).toBe(400)
    const alerts = db.kysely.selectFrom('alerts').select('kind').where('resellerId', '=', other.bought.payer.resellerId)
    expect(await alerts.execute()).toContainEqual({ kind: 'payment.mismatch' })
    expect(await orderOf(other.bought)).toBe('paid')
  })

  test('above the sum a second person has to say so; the first one cannot, and may drop it', async () => {
    const payer = await desk.buildPayer()
    const big = async (amountFen: number) => {
      const number = (await desk.topUp(payer, amountFen)).data.out_trade_no
      return { payer, orderId: '', number, paymentId: (await desk.payment(number)).id }
    }
    const amountFen = ALONE_MAX_FEN + 1
    const one = await big(amountFen)
    const { data } = await confirm(one, HASH('c'), 'trc20')
    expect(data).toMatchObject({ state: 'asked' })
    expect(await desk.balanceFen(payer)).toBe(0)
    const answer = (by: typeof first, isRight: boolean, confirmationId = data.confirmationId) =>
      by.call(platformStuckPayments.answer, { confirmationId, isRight })
    expect((await answer(first, true)).code).toBe('approval.same')
    const { rows } = (await second.call(platformStuckPayments.list, {})).data
    expect(rows).toContainEqual(
      expect.objectContaining({
        paymentId: one.paymentId,
        confirmationId: data.confirmationId,
        number: HASH('c'),
        reason: wish(one, '').reason,
      }),
    )
    const both = await Promise.all([answer(second, true), answer(second, true)])
    expect(both.filter(({ code }) => code === 'object.unknown')).toHaveLength(1)
    expect(await desk.balanceFen(payer)).toBe(amountFen)
    const two = await big(amountFen)
    const asked = (await confirm(two, HASH('d'), 'trc20')).data
    await answer(first, false, asked.confirmationId)
    expect((await confirm(two, HASH('d'), 'trc20')).data).toMatchObject({ state: 'asked' })
  })

  test('money without an order goes to the balance of its user, once', async () => {
    const { resellerId, id, token } = await desk.buildPayer()
    const loose = { resellerId, accountId: id, merchantId: merchant.id, amountFen: 1234, reason: '没有订单' }
    const credit = (number: string) => first.call(platformStuckPayments.credit, { ...loose, proof: { number } })
    expect((await credit('2026111922001')).data).toMatchObject({ state: 'done' })
    expect((await credit('2026111922001')).code).toBe('confirm.used')
    const stranger = await desk.buildPayer()
    const elsewhere = { ...loose, accountId: stranger.id, proof: { number: '2026111922002' } }
    expect((await first.call(platformStuckPayments.credit, elsewhere)).code).toBe('object.unknown')
    expect(await desk.balanceFen({ resellerId, id, token })).toBe(1234)
  })

  test("staff of a reseller confirm nothing at the platform's merchant; a manager nothing at all", async () => {
    const bought = await buy()
    const { resellerId } = bought.payer
    const owner = await buildStaff(app, { resellerId })
    const { paymentId, proof, reason } = wish(bought, HASH('e'), 'trc20')
    const asked = { paymentId, proof, reason }
    expect((await owner.call(stuckPayments.confirm, asked)).code).toBe('confirm.not_yours')
    const manager = await buildStaff(app, { resellerId, role: 'manager' })
    expect((await manager.call(stuckPayments.confirm, asked)).code).toBe('staff.forbidden')
    const stranger = await buildStaff(app, { resellerId: (await desk.buildPayer()).resellerId })
    expect((await stranger.call(stuckPayments.confirm, asked)).code).toBe('object.unknown')
    expect(await orderOf(bought)).toBe('pending')
  })
})

test('what has no goods yet is listed, oldest first, with what the gateway last said', async () => {
  const [quiet, wrong] = [await buy(), await buy()]
  await control.orderFault({ kind: 'status_500', method: 'alipay.trade.query', outTradeNo: quiet.number })
  clock.shift(5000)
  await desk.check(quiet.payer, quiet.number)
  await desk.payQuietly(wrong.number)
  await control.orderFault({ kind: 'wrong_amount', method: 'alipay.trade.query', outTradeNo: wrong.number })
  await desk.check(wrong.payer, wrong.number)
  const owner = await buildStaff(app, { resellerId: quiet.payer.resellerId })
  const { rows } = (await owner.call(stuckPayments.list, {})).data
  expect(rows.map(({ paymentId, said, amountFen }) => ({ paymentId, said, amountFen }))).toEqual([
    { paymentId: quiet.paymentId, said: 'silent', amountFen: PRICE.retailFen },
  ])
  const all = (await first.call(platformStuckPayments.list, {})).data.rows
  const seen = all.filter(({ paymentId }) => [quiet.paymentId, wrong.paymentId].includes(paymentId!))
  expect(seen.map(({ said }) => said)).toEqual(['silent', 'mismatch'])
})
