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
import { ALONE_DAY_FEN, ALONE_MAX_FEN } from './confirm-payment.ts'

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

const coins = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'usdt')
  .executeTakeFirstOrThrow()
const speak = (dialect: string) =>
  db.kysely
    .updateTable('merchants')
    .set({ settings: JSON.stringify({ dialect }) })
    .where('id', '=', coins.id)
    .execute()

/** An order in coins that is paid; nobody was told of it. */
async function buyCoins() {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const number = (await desk.payOrder(payer, orderId, { payType: `${coins.id}-usdt-trc20` })).data.out_trade_no
  await desk.payQuietly(number)
  const { url, form } = await control.writeNotify(number)
  const send = () => fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: form! })
  const hash = (JSON.parse(form!) as Record<string, string>)['block_transaction_id']!
  const paymentId = (await desk.payment(number)).id
  const ask = () => reconcilePayment(desk.jobCtx(), { paymentId })
  return { payer, orderId, number, paymentId, send, hash, ask }
}

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
    const [same, other] = [await buyCoins(), await buyCoins()]
    await confirm(same, same.hash, 'trc20')
    expect((await same.send()).status).toBe(200)
    await confirm(other, HASH('f'), 'trc20')
    expect((await other.send()).status).toBe(400)
    const alerts = db.kysely.selectFrom('alerts').select('kind').where('resellerId', '=', other.payer.resellerId)
    expect(await alerts.execute()).toContainEqual({ kind: 'payment.mismatch' })
    expect(await orderOf(other)).toBe('paid')
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

  test('what one person says alone in a day is little, however many parts it has; at once, too', async () => {
    const { resellerId, id, token } = await desk.buildPayer()
    const alone = await officer()
    const loose = { resellerId, accountId: id, merchantId: merchant.id, amountFen: ALONE_MAX_FEN, reason: '没有订单' }
    const parts = Array.from({ length: ALONE_DAY_FEN / ALONE_MAX_FEN + 2 }, (_, at) => ({ number: `20261119330${at}` }))
    const credit = (proof: { number: string }) => alone.call(platformStuckPayments.credit, { ...loose, proof })
    const answers = await Promise.all(parts.map(credit))
    expect(answers.filter(({ data }) => data.state === 'asked')).toHaveLength(2)
    expect(await desk.balanceFen({ resellerId, id, token })).toBe(ALONE_DAY_FEN)
    await db.pool.query(`update payment_confirmations set asked_at = asked_at - interval '25 hours'`)
    expect((await credit({ number: '2026111933100' })).data).toMatchObject({ state: 'done' })
  })

  test('our own number, and one that the provider tells nobody by, are no proof that money came', async () => {
    const [paid, open] = [await buy(), await buy()]
    await desk.payQuietly(paid.number)
    await deliver(await control.writeNotify(paid.number))
    const { resellerId, id } = paid.payer
    const loose = { resellerId, accountId: id, merchantId: merchant.id, amountFen: PRICE.retailFen, reason: '付了' }
    for (const number of [paid.number, open.number]) {
      const answer = await first.call(platformStuckPayments.credit, { ...loose, proof: { number } })
      expect(answer.code).toBe('request.invalid')
    }
    expect((await confirm(open, open.number)).code).toBe('request.invalid')
    const { id: merchantId } = await db.kysely
      .selectFrom('merchants')
      .select('id')
      .where('provider', '=', 'stripe')
      .executeTakeFirstOrThrow()
    for (const number of ['ch_3OcardPayment', `cs_test_${HASH('s')}`]) {
      const answer = await first.call(platformStuckPayments.credit, { ...loose, merchantId, proof: { number } })
      expect(answer.code).toBe('request.invalid')
    }
    expect(await desk.balanceFen(paid.payer)).toBe(0)
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

describe('a transaction that the gateway matched to another payment', () => {
  // What the tests before confirmed was on its chain before these payments begin.
  beforeEach(() => db.pool.query(`update payment_confirmations set asked_at = asked_at - interval '1 day'`))
  const stuckIds = async () => {
    const { rows } = (await first.call(platformStuckPayments.list, {})).data
    return rows.filter(({ said }) => said === 'mismatch').map(({ paymentId }) => paymentId)
  }
  const countPaid = async (...all: Bought[]) =>
    (await Promise.all(all.map(orderOf))).filter((state) => state === 'paid').length

  test.each(['bepusdt', 'gmpay', 'epusdt'])(
    '%s: confirmed first, it credits the other never and is listed',
    async (by) => {
      await speak(by)
      const [one, two] = [await buy(), await buyCoins()]
      const mine = await buyCoins()
      expect((await confirm(mine, two.hash, 'trc20')).data).toMatchObject({ state: 'done' })
      expect((await confirm(one, two.hash)).code).toBe('confirm.used')
      await two.ask()
      await desk.check(two.payer, two.number)
      expect((await two.send()).status).toBe(400)
      await two.ask()
      expect(await desk.payment(two.number)).toMatchObject({ paidAt: null, gatewaySaid: 'mismatch' })
      expect(await stuckIds()).toContain(two.paymentId)
      expect((await confirm(two, two.hash, 'trc20', second)).code).toBe('confirm.used')
      expect(await countPaid(mine, two)).toBe(1)
    },
  )

  test('BEpusdt names it when it is asked: it cannot be confirmed afterwards', async () => {
    await speak('bepusdt')
    const [one, two] = [await buyCoins(), await buyCoins()]
    await two.ask()
    expect(await orderOf(two)).toBe('paid')
    expect((await confirm(one, two.hash, 'trc20')).code).toBe('confirm.used')
    expect((await confirm(one, `0x${two.hash.toUpperCase()}`)).code).toBe('confirm.used')
  })

  test.each(['gmpay', 'epusdt'])(
    '%s does not say: who confirms names the transaction of the other, too',
    async (by) => {
      await speak(by)
      const [one, two] = [await buyCoins(), await buyCoins()]
      await two.ask()
      expect(await orderOf(two)).toBe('paid')
      const unclear = await confirm(one, two.hash, 'trc20')
      expect(unclear).toMatchObject({ code: 'confirm.unclear', data: { outTradeNo: two.number } })
      const name = (number: string, otherNumber: string) =>
        first.call(platformStuckPayments.confirm, { ...wish(one, number, 'trc20'), otherNumber })
      expect((await name(two.hash, two.hash)).code).toBe('confirm.used')
      expect((await name(one.hash, two.hash)).data).toMatchObject({ state: 'done' })
      expect((await two.send()).status).toBe(200)
      expect((await confirm(await buy(), two.hash, 'trc20')).code).toBe('confirm.used')
    },
  )

  test('one that waits behind a confirmation is credited once its own transaction is named', async () => {
    await speak('gmpay')
    const [one, two] = [await buyCoins(), await buyCoins()]
    await confirm(one, HASH('7'), 'trc20')
    await two.ask()
    expect(await orderOf(two)).toBe('pending')
    expect((await two.send()).status).toBe(200)
    expect(await orderOf(two)).toBe('paid')
  })

  test('by a person and by the gateway at the same moment: once', async () => {
    for (const by of ['bepusdt', 'gmpay']) {
      await speak(by)
      for (let round = 0; round < 4; round += 1) {
        const [one, two] = [await buyCoins(), await buyCoins()]
        await Promise.all([
          confirm(one, two.hash, 'trc20', first),
          two.ask(),
          confirm(one, two.hash, 'trc20', second),
          two.send(),
        ])
        expect(await countPaid(one, two)).toBe(1)
      }
    }
  })

  test('a number of Stripe that was confirmed for another payment credits its own never', async () => {
    const stripe = await db.kysely
      .selectFrom('merchants')
      .select('id')
      .where('provider', '=', 'stripe')
      .executeTakeFirstOrThrow()
    const byCard = async () => {
      const payer = await desk.buildPayer()
      const orderId = await desk.buildOrder(payer)
      const more = { payType: `${stripe.id}-card`, device: 'pc' } as const
      const number = (await desk.payOrder(payer, orderId, more)).data.out_trade_no
      await desk.payQuietly(number)
      return { payer, orderId, number, paymentId: (await desk.payment(number)).id }
    }
    const [one, two, three] = [await byCard(), await byCard(), await byCard()]
    const intentOf = async ({ number }: Bought) => `pi_${(await control.trade(number)).tradeNo}`
    expect((await confirm(one, await intentOf(two))).data).toMatchObject({ state: 'done' })
    await reconcilePayment(desk.jobCtx(), { paymentId: two.paymentId })
    expect(await countPaid(one, two)).toBe(1)
    await confirm(three, await intentOf(three))
    expect(await control.notify(three.number)).toEqual(['success'])
    const alerts = db.kysely.selectFrom('alerts').select('kind').where('resellerId', '=', three.payer.resellerId)
    expect(await alerts.execute()).toEqual([])
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
