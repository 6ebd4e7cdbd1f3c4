import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { SHUFFLED_EVENTS } from '../../../../../test/grid.ts'
import { clock } from '../../../../platform/clock.ts'
import { post, testGatewayMatrix } from '../../../../test/attack/gateway-matrix.ts'
import { makePayDesk } from '../../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../../test/look/books.ts'
import { makeCashierApp } from '../../../../test/run/make-cashier-app.ts'
import { addOwnMerchant, replaceOwnKeys } from '../../merchants/own-merchants.ts'
import { reconcilePayment } from '../../reconcile-payment.ts'
import { refundPayment } from '../../refunds/refund-payment.ts'
import { isRate, toMinor, writeMinor } from './currency.ts'
import { readFen } from './stripe-names.ts'

const made = await makeCashierApp({ LOG_LEVEL: 'warn' })
const { control, db, shop } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
})
const { id: merchantId } = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'stripe')
  .executeTakeFirstOrThrow()
const payType = `${merchantId}-card`

testGatewayMatrix(made, {
  provider: 'stripe',
  payType,
  device: 'pc',
  asks: { open: 'sessions.create', load: 'sessions.retrieve', refund: 'refunds.create' },
  wrongAmount: { amount_total: '1' },
})

async function openTopUp(amountFen = 1000, more = { payType }) {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, amountFen, more)

  return { payer, number: data.out_trade_no, payUrl: data.payUrl }
}
async function credited() {
  const opened = await openTopUp()
  await desk.payQuietly(opened.number)
  await control.notify(opened.number)
  return opened
}
const kindsOf = async (number: string) => {
  const { id } = await desk.payment(number)
  const rows = await db.kysely.selectFrom('alerts').select('kind').where('subject', '=', `payment:${id}`).execute()
  return rows.map(({ kind }) => kind)
}

describe('an event', () => {
  test.each([
    [290, 200],
    [-290, 200],
    [310, 400],
    [-310, 400],
    [86_400, 400],
    [-86_400, 400],
  ])('signed %i seconds ago is answered with %i', async (age, status) => {
    const { number } = await openTopUp()
    await desk.payQuietly(number)
    const letter = await control.writeNotify(number, { changes: { age: String(age) } })
    expect((await post(letter)).status).toBe(status)
    expect((await desk.payment(number)).state).toBe(status === 200 ? 'paid' : 'pending')
  })

  test('may carry two signatures while the secret changes; one must be right', async () => {
    const { number } = await openTopUp()
    await desk.payQuietly(number)
    const letter = await control.writeNotify(number)
    const right = letter.headers!['stripe-signature']!
    const send = (signature: string) =>
      post({ ...letter, headers: { ...letter.headers, 'stripe-signature': signature } })
    expect((await send(right.replace(/v1=.*/, `v1=${'0'.repeat(64)},v1=${'1'.repeat(64)}`))).status).toBe(400)
    expect((await send(right.replace('v1=', 'v0='))).status).toBe(400)
    expect((await send(right.replace('v1=', `v1=${'0'.repeat(64)},v1=`))).status).toBe(200)
  })

  test('that we do not follow, and one of another shop in the account, are taken and change nothing', async () => {
    const { number } = await openTopUp()
    for (const changes of [{ type: 'customer.created' }, { type: 'charge.dispute.created', metadata: '' }]) {
      expect((await post(await control.writeNotify(number, { changes }))).status).toBe(200)
    }
    expect((await desk.payment(number)).state).toBe('pending')
    expect(await kindsOf(number)).toEqual([])
  })

  test('of the live mode says nothing about an account in test mode', async () => {
    const { number } = await openTopUp()
    await desk.payQuietly(number)
    expect((await post(await control.writeNotify(number, { changes: { livemode: 'true' } }))).status).toBe(400)
    expect(await kindsOf(number)).toEqual(['payment.mismatch'])
  })

  test('of every kind, shuffled and repeated, ends each payment right', async () => {
    const { payments, copies } = SHUFFLED_EVENTS
    const opened: Awaited<ReturnType<typeof openTopUp>>[] = []
    while (opened.length < payments) opened.push(...(await Promise.all(Array.from({ length: 6 }, () => openTopUp()))))
    const [paid, given] = [opened.filter((_, at) => at % 2 === 0), opened.filter((_, at) => at % 2 === 1)]
    for (const { number } of paid) await desk.payQuietly(number)
    for (const { number } of given) await control.move(number, 'close', { tells: false })
    const kinds = ['completed', 'expired', 'async_payment_succeeded', 'async_payment_failed']
    const wishes = opened.flatMap(({ number }) => kinds.map((kind) => [number, `checkout.session.${kind}`] as const))
    const shuffled = Array.from({ length: copies }, () => wishes)
      .flat()
      .map((wish) => [randomInt(2 ** 40), wish] as const)
      .sort(([a], [b]) => a - b)
    const send = async ([number, type]: readonly [string, string]) =>
      (await post(await control.writeNotify(number, { changes: { type } }))).status
    for (let at = 0; at < shuffled.length; at += 8) {
      const statuses = await Promise.all(shuffled.slice(at, at + 8).map(([, wish]) => send(wish)))
      expect(statuses.filter((status) => ![200, 400, 503].includes(status))).toEqual([])
    }
    for (const { payer, number } of paid) {
      expect((await desk.payment(number)).state).toBe('paid')
      expect(await desk.balanceFen(payer)).toBe(1000)
      expect(await kindsOf(number)).toEqual([])
    }
    for (const { payer, number } of given) {
      expect((await desk.payment(number)).state).toBe('closed')
      expect(await desk.balanceFen(payer)).toBe(0)
    }
  })
})

describe('a page', () => {
  test('is one for all devices of a payment, and leads back with its number', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const first = await desk.payOrder(payer, orderId, { payType, device: 'qr' })
    const second = await desk.payOrder(payer, orderId, { payType, device: 'wap' })
    expect(second.data).toMatchObject({ payUrl: first.data.payUrl, qrCode: null })
    const page = await (await fetch(first.data.payUrl!)).text()
    expect(page).toContain(`out_trade_no=${first.data.out_trade_no}`)
  })

  test('of a given up payment is ended there', async () => {
    const { number, payUrl } = await openTopUp()
    const { id } = await desk.payment(number)
    clock.shift(31 * 60_000)
    await reconcilePayment(desk.jobCtx(), { paymentId: id })
    expect(await (await fetch(payUrl!)).text()).toContain('交易已关闭')
  })
})

describe('another currency', () => {
  async function usd() {
    const payer = await desk.buildPayer()
    const other = await control.addMerchant()
    const wish = { provider: 'stripe' as const, name: 'USD', appId: other.accountId, gatewayUrl: made.cashier.url }
    const keys = { secret: other.stripeKey, hookSecret: other.hookSecret, currency: 'usd', rate: '7.2' }
    const asking = { actor: 'operator:test' as const, isPlatform: true }
    const id = await addOwnMerchant(desk.jobCtx(), { ...wish, ...keys, resellerId: payer.resellerId }, asking)
    await db.kysely.updateTable('merchants').set({ notifyBaseUrl: made.url }).where('id', '=', id).execute()
    return { payer, id, payType: `${id}-card`, of: { appId: other.appId } }
  }

  test('is shown with its rate; fen stay the truth, also when the rate changes meanwhile', async () => {
    const { payer, id, payType: way, of } = await usd()
    const { data } = await desk.topUp(payer, 1000, { payType: way })
    expect(data).toMatchObject({ amountFen: 1000, quote: { unit: 'USD', amount: '1.39', rate: '7.2' } })
    expect(await control.trade(data.out_trade_no)).toMatchObject({ totalFen: 139 })
    const keys = { rate: '9.9' }
    await replaceOwnKeys(desk.jobCtx(), { resellerId: payer.resellerId, merchantId: id }, keys, 'operator:test')
    await desk.payQuietly(data.out_trade_no)
    expect(await control.notify(data.out_trade_no, {}, of)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
    const back = (amountFen: number | null) =>
      refundPayment(desk.jobCtx(), { outTradeNo: data.out_trade_no, amountFen, reason: '退' }, 'operator:test')
    for (const fen of [333, 333, null]) expect(await back(fen)).toMatchObject({ state: 'done' })
    expect((await control.trade(data.out_trade_no)).refunds.map(({ fen }) => fen)).toEqual([47, 47, 45])
  })

  test('is rounded up, and what is not the price settles nothing', () => {
    const terms = { currency: 'usd', rate: '7.2' }
    expect([1, 720, 721, 100_000_000].map((fen) => toMinor(fen, terms))).toEqual([1, 100, 101, 13_888_889])
    expect(toMinor(1000, { currency: 'jpy', rate: '0.047' })).toBe(213)
    expect([writeMinor(139, 'usd'), writeMinor(5, 'usd'), writeMinor(213, 'jpy')]).toEqual(['1.39', '0.05', '213'])
    expect(readFen(139, 'usd', { amount_fen: '1000', rate: '7.2' })).toBe(1000)
    expect([138, 140].map((minor) => readFen(minor, 'usd', { amount_fen: '1000', rate: '7.2' }))).toEqual([0, 0])
    expect(readFen(139, 'eur', null)).toBe(0)
    expect(['7.2', '0', '-1', '1e3', '7,2', ''].map(isRate)).toEqual([true, false, false, false, false, false])
  })
})

describe('an account', () => {
  const add = (keys: object) => {
    const wish = {
      resellerId: null,
      provider: 'stripe' as const,
      name: 'S',
      appId: shop.accountId,
      secret: shop.stripeKey,
    }
    const asking = { actor: 'operator:test' as const, isPlatform: true }
    return addOwnMerchant(desk.jobCtx(), { ...wish, gatewayUrl: made.cashier.url, ...keys }, asking)
  }
  test.each([
    [{ secret: 'sk_test_00000000000000' }, 'merchant.test_failed'],
    [{ appId: 'acct_other' }, 'merchant.test_failed'],
    [{ secret: 'pk_live_0000000000000' }, 'request.invalid'],
    [{ hookSecret: 'secret' }, 'request.invalid'],
    [{ currency: 'usd' }, 'request.invalid'],
    [{ currency: 'xyz', rate: '7' }, 'request.invalid'],
  ])('%o is refused with %s before users see it', async (keys, code) => {
    await expect(add(keys)).rejects.toMatchObject({ code })
  })

  test('is tried for each of its ways, leaves no open page, and takes its signing secret later', async () => {
    const before = (await control.totals()).trades
    const merchant = await add({ channels: ['card', 'alipay', 'wxpay'] })
    expect((await control.totals()).trades).toBe(before + 3)
    const name = { resellerId: null, merchantId: merchant }
    await replaceOwnKeys(desk.jobCtx(), name, { hookSecret: 'whsec_12345678' }, 'operator:test')
    await expect(
      replaceOwnKeys(desk.jobCtx(), name, { secret: 'sk_test_00000000000000' }, 'operator:test'),
    ).rejects.toMatchObject({ code: 'merchant.test_failed' })
  })
})

describe('a dispute', () => {
  const bellOf = async (resellerId: number) => {
    const text = `select detail->>'state' as state from bell_rings where reseller_id = $1 order by id`
    return (await db.pool.query<{ state: string }>(text, [resellerId])).rows.map(({ state }) => state)
  }
  const refundsOf = async (number: string) => {
    const { id } = await desk.payment(number)
    return db.kysely.selectFrom('refunds').select(['state', 'amountFen']).where('paymentId', '=', id).execute()
  }

  test('holds the money; won, it returns, and the reseller is told both', async () => {
    const { payer, number } = await credited()
    await control.move(number, 'dispute', { tells: false })
    expect(await control.notify(number, { copies: 3 })).toEqual(['success', 'success', 'success'])
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await refundsOf(number)).toEqual([{ state: 'asked', amountFen: 1000 }])
    expect(await kindsOf(number)).toEqual(['payment.disputed'])
    await control.move(number, 'win', { tells: false })
    expect(await control.notify(number)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
    expect(await bellOf(payer.resellerId)).toEqual(['dispute_open', 'dispute_won'])
  })

  test('lost, it is a refund, also when its end is told first', async () => {
    const { payer, number } = await credited()
    await control.move(number, 'dispute', { tells: false, refundFen: 600 })
    const begin = await control.writeNotify(number)
    await control.move(number, 'lose', { tells: false })
    expect(await control.notify(number)).toEqual(['success'])
    expect((await post(begin)).status).toBe(200)
    expect(await desk.balanceFen(payer)).toBe(400)
    expect(await refundsOf(number)).toEqual([{ state: 'done', amountFen: 600 }])
    expect(await bellOf(payer.resellerId)).toEqual(['dispute_lost'])
  })

  test('of an order shortens the package only when it is lost', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const number = (await desk.payOrder(payer, orderId, { payType })).data.out_trade_no
    await desk.payQuietly(number)
    await control.notify(number)
    const state = async () =>
      (await db.kysely.selectFrom('orders').select('state').where('id', '=', orderId).executeTakeFirst())?.state
    await control.move(number, 'dispute', { tells: false })
    await control.notify(number)
    expect(await state()).toBe('paid')
    await control.move(number, 'lose', { tells: false })
    await control.notify(number)
    expect(await state()).toBe('refunded')
  })

  test('that only a notify claims holds nothing', async () => {
    const { payer, number } = await credited()
    const changes = { type: 'charge.dispute.created', id: 'du_nothing' }
    expect((await post(await control.writeNotify(number, { changes }))).status).toBe(400)
    expect(await desk.balanceFen(payer)).toBe(1000)
  })
})
