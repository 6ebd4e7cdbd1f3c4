import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../../contract/api.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../../../contract/durations.ts'
import { clock } from '../../../../platform/clock.ts'
import { makePayDesk, PRICE, type Payer } from '../../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../../test/look/books.ts'
import { makeCashierApp } from '../../../../test/run/make-cashier-app.ts'
import { confirmPayment } from '../../confirm/confirm-payment.ts'
import { reconcilePayment } from '../../reconcile-payment.ts'
import { signCoin, type Dialect } from './sign-coin.ts'

const made = await makeCashierApp()
const { call, db, control } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
const merchant = await db.kysely
  .selectFrom('merchants')
  .select('id')
  .where('provider', '=', 'usdt')
  .executeTakeFirstOrThrow()
const payType = `${merchant.id}-usdt-trc20`
const speak = (dialect: Dialect) =>
  db.kysely
    .updateTable('merchants')
    .set({ settings: JSON.stringify({ dialect }) })
    .where('id', '=', merchant.id)
    .execute()

beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
  await speak('bepusdt')
})

type Bought = { payer: Payer; orderId: string; number: string }

async function buy(): Promise<Bought> {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId, { payType })
  return { payer, orderId, number: data.out_trade_no }
}

type Letter = Awaited<ReturnType<typeof control.writeNotify>>
const send = async ({ url, form }: Letter): Promise<[number, string]> => {
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body: form! })
  return [answer.status, await answer.text()]
}
const notify = async (number: string, wish = {}) => send(await control.writeNotify(number, wish))
const pay = (number: string) => control.move(number, 'pay', { tells: false })
const sweep = async (number: string) => reconcilePayment(desk.jobCtx(), { paymentId: (await desk.payment(number)).id })
const orderOf = async ({ payer, orderId }: Bought) =>
  (await call(api.orders.detail, { orderId }, { token: payer.token })).data.state
const ask = async ({ payer, number }: Bought) => (await desk.check(payer, number)).data
const PAID = { status: 'paid', creditedTo: 'order' }
const TAKEN = [200, 'ok']
const REFUSED = [400, 'fail']

describe.each(['bepusdt', 'gmpay', 'epusdt'] as const)('%s', (dialect) => {
  beforeEach(() => speak(dialect))

  test('address, exact coins, rate; paid, told twice, sold once', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId, { payType })
    const { coin } = await control.trade(data.out_trade_no)
    expect(coin).toMatchObject({ dialect })
    expect(data.quote).toEqual({
      unit: 'usdt-trc20',
      amount: expect.stringMatching(/^4\.\d{1,2}$/),
      rate: expect.stringMatching(/^7\.\d{4}$/),
      address: coin!.address,
    })
    expect(Number(data.quote!.amount)).toBe(Number(coin!.amount))
    expect(data).toMatchObject({ qrCode: coin!.address, payUrl: expect.stringContaining('/pay/') })
    const bought = { payer, orderId, number: data.out_trade_no }
    await pay(bought.number)
    expect(await notify(bought.number)).toEqual(TAKEN)
    expect(await notify(bought.number)).toEqual(TAKEN)
    expect(await orderOf(bought)).toBe('paid')
    expect(await desk.payment(bought.number)).toMatchObject({ quoteUnit: 'usdt-trc20', amountFen: PRICE.retailFen })
  })

  test('no notify at all: the page and the job find it by themselves', async () => {
    const [first, second] = [await buy(), await buy()]
    await pay(first.number)
    expect(await ask(first)).toMatchObject(PAID)
    await pay(second.number)
    await sweep(second.number)
    expect(await orderOf(second)).toBe('paid')
  })

  test('a notify that the gateway does not confirm credits nothing, whoever signed it', async () => {
    const bought = await buy()
    for (const sign of ['other', 'bad', 'none']) expect(await notify(bought.number, { sign })).toEqual(REFUSED)
    expect(await notify(bought.number, { changes: { status: '2' } })).toEqual(REFUSED)
    expect(await notify(bought.number, { changes: { amount: '0.01', status: '2' } })).toEqual(REFUSED)
    expect(await notify(bought.number, { changes: { trade_id: 'other', status: '2' } })).toEqual(REFUSED)
    expect(await notify(bought.number, { changes: { order_id: 'unknown', status: '2' } })).toEqual(REFUSED)
    expect(await desk.payment(bought.number)).toMatchObject({ state: 'pending' })
    expect(await orderOf(bought)).toBe('pending')
  })

  test.each(['status_500', 'garbage', 'hang', 'lost_answer', 'unavailable'] as const)(
    'a query that ends with %s says nothing; the next one settles',
    async (kind) => {
      const bought = await buy()
      await pay(bought.number)
      await control.orderFault({ kind, method: 'coin.query', outTradeNo: bought.number })
      expect(await notify(bought.number)).toEqual(REFUSED)
      expect(await desk.payment(bought.number)).toMatchObject({ state: 'pending' })
      expect(await notify(bought.number)).toEqual(TAKEN)
      expect(await orderOf(bought)).toBe('paid')
    },
  )

  test('a lost answer of the first call ends with one sale', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    await control.orderFault({ kind: 'lost_answer', method: 'coin.create' })
    expect((await desk.payOrder(payer, orderId, { payType })).status).toBe(503)
    // BEpusdt gives the same order again. The others never do: that payment ends, and the next has a number of its own.
    let { data } = await desk.payOrder(payer, orderId, { payType })
    if (!data.quote) ({ data } = await desk.payOrder(payer, orderId, { payType }))
    expect(data.quote).not.toBe(null)
    await pay(data.out_trade_no)
    clock.shift(MINUTE_MS)
    expect(await ask({ payer, orderId, number: data.out_trade_no })).toMatchObject(PAID)
  })

  test('paid after we closed it: the money is on the balance, once', async () => {
    const bought = await buy()
    await call(api.orders.cancel, { orderId: bought.orderId }, { token: bought.payer.token })
    expect(await desk.payment(bought.number)).toMatchObject({ state: 'closed' })
    await control.move(bought.number, 'pay_anyway', { tells: false })
    expect(await notify(bought.number)).toEqual(TAKEN)
    expect(await notify(bought.number)).toEqual(TAKEN)
    expect(await desk.balanceFen(bought.payer)).toBe(PRICE.retailFen)
    expect(await orderOf(bought)).not.toBe('paid')
  })

  test('a notify replayed after a year changes nothing', async () => {
    const bought = await buy()
    await pay(bought.number)
    const letter = await control.writeNotify(bought.number)
    expect(await send(letter)).toEqual(TAKEN)
    clock.shift(365 * DAY_MS)
    expect(await send(letter)).toEqual(TAKEN)
    expect(await desk.balanceFen(bought.payer)).toBe(0)
  })

  test.each([1, 99_999_900])('%i fen are asked for, confirmed and credited to the fen', async (amountFen) => {
    const { resellerId, id, token } = await desk.buildPayer()
    const payment = await openFen({ resellerId, id, token }, amountFen)
    await pay(payment)
    expect(await notify(payment)).toEqual(TAKEN)
    expect(await desk.balanceFen({ resellerId, id, token })).toBe(amountFen)
  })
})

/** Beyond what the pay call takes: written as the call would. */
async function openFen(payer: Payer, amountFen: number): Promise<string> {
  await control.orderFault({ kind: 'status_500', method: 'coin.create' })
  await desk.topUp(payer, 1000, { payType, key: 'a'.repeat(22) })
  await db.kysely.updateTable('payments').set({ amountFen }).where('accountId', '=', payer.id).execute()
  const { data } = await desk.topUp(payer, 1000, { payType, key: 'a'.repeat(22) })
  return data.out_trade_no
}

test('BEpusdt tells of a waiting order every minute: taken and ignored', async () => {
  const bought = await buy()
  for (let minute = 0; minute < 3; minute += 1) expect(await notify(bought.number)).toEqual(TAKEN)
  const heard = await db.kysely
    .selectFrom('notifyInbox')
    .select(['verdict', 'times'])
    .where('paymentId', '=', (await desk.payment(bought.number)).id)
    .execute()
  expect(heard).toEqual([{ verdict: 'ignored', times: 3 }])
  expect(await orderOf(bought)).toBe('pending')
})

test('seen on the chain: the page says so, nobody can begin another way, then it counts', async () => {
  const bought = await buy()
  await control.move(bought.number, 'see')
  expect(await ask(bought)).toMatchObject({ status: 'pending', isSeen: true })
  const other = await desk.payOrder(bought.payer, bought.orderId, { payType: made.payTypes.alipay })
  expect(other.code).toBe('order.closed')
  clock.shift(HOUR_MS)
  await sweep(bought.number)
  expect(await desk.payment(bought.number)).toMatchObject({ state: 'pending', gatewaySaid: 'seen' })
  await control.move(bought.number, 'pay_anyway', { tells: false })
  await sweep(bought.number)
  expect(await desk.payment(bought.number)).toMatchObject({ state: 'paid' })
})

test('expired there and found later, within the look-back: status 3 is no end', async () => {
  const bought = await buy()
  await control.move(bought.number, 'expire')
  expect(await notify(bought.number)).toEqual(TAKEN)
  expect(await ask(bought)).toMatchObject({ status: 'pending' })
  clock.shift(HOUR_MS)
  await sweep(bought.number)
  const job = db.kysely.selectFrom('payments').select(['state', 'expiresAt']).where('outTradeNo', '=', bought.number)
  expect(await job.executeTakeFirst()).toMatchObject({ state: 'closed' })
  await control.move(bought.number, 'pay_anyway', { tells: false })
  clock.shift(2 * HOUR_MS)
  await sweep(bought.number)
  expect(await desk.payment(bought.number)).toMatchObject({ state: 'paid', creditedTo: 'order' })
  expect(await orderOf(bought)).toBe('paid')
})

test('paid after the look-back: nobody asks any more, and a person confirms it by its transaction, once', async () => {
  const bought = await buy()
  await control.move(bought.number, 'expire')
  for (const hours of [1, 4]) {
    clock.shift(hours * HOUR_MS)
    await sweep(bought.number)
  }
  const { id: paymentId } = await desk.payment(bought.number)
  const { rows } = await db.pool.query<{ run_at: Date }>(`select run_at from graphile_worker.jobs where key = $1`, [
    `payment:${paymentId}`,
  ])
  expect(rows.filter(({ run_at: runAt }) => runAt > clock.now())).toEqual([])
  // Other tests left some that nobody said the transaction of: any of them could be this one.
  await db.pool.query('update payments set quote_address = null where merchant_id = $1 and id <> $2', [
    merchant.id,
    paymentId,
  ])
  const proof = { number: 'c'.repeat(64), chain: 'trc20' }
  const wish = { resellerId: bought.payer.resellerId, paymentId, proof, reason: '链上看到了' }
  const by = { actor: 'operator:test', isPlatform: true } as const
  expect(await confirmPayment(desk.jobCtx(), wish, by)).toMatchObject({ state: 'done' })
  await control.move(bought.number, 'pay_anyway', { tells: false })
  await sweep(bought.number)
  expect(await orderOf(bought)).toBe('paid')
  expect(await desk.balanceFen(bought.payer)).toBe(0)
})

test('given up early it is cancelled there; at its end it is left to be found', async () => {
  const [early, late] = [await buy(), await buy()]
  await call(api.payments.cancel, { out_trade_no: early.number }, { token: early.payer.token })
  expect(await control.trade(early.number)).toMatchObject({ status: 'TRADE_CLOSED', closedAt: expect.any(String) })
  clock.shift(HOUR_MS)
  await sweep(late.number)
  expect(await control.trade(late.number)).toMatchObject({ closedAt: null })
})

test('an order that was built anew there with another price is paid by nobody: its amount is not ours', async () => {
  const bought = await buy()
  const fields = {
    order_id: bought.number,
    amount: 99,
    notify_url: (await control.writeNotify(bought.number)).url,
    redirect_url: 'https://portal.example/',
    trade_type: 'usdt.trc20',
    timeout: 600,
  }
  const signature = signCoin(fields, { dialect: 'bepusdt', key: made.shop.coinKey })
  const again = await fetch(`${made.cashier.url}/coin/api/v1/order/create-transaction`, {
    method: 'POST',
    body: JSON.stringify({ ...fields, signature }),
  })
  expect(await again.json()).toMatchObject({ status_code: 200, data: { amount: '99.00' } })
  await pay(bought.number)
  expect(await notify(bought.number)).toEqual(REFUSED)
  expect(await ask(bought)).toMatchObject({ status: 'pending' })
  expect(await desk.payment(bought.number)).toMatchObject({ state: 'pending', gatewaySaid: 'mismatch' })
  const alerts = db.kysely.selectFrom('alerts').select('kind').where('resellerId', '=', bought.payer.resellerId)
  expect(await alerts.execute()).toContainEqual({ kind: 'payment.mismatch' })
})

test('hidden from us by its public page, it stays payable and is found', async () => {
  const bought = await buy()
  await pay(bought.number)
  await control.orderFault({ kind: 'error_response', method: 'coin.query', outTradeNo: bought.number })
  expect(await ask(bought)).toMatchObject({ status: 'pending' })
  clock.shift(MINUTE_MS)
  expect(await ask(bought)).toMatchObject(PAID)
})

test('paid before the first call returns; a clock two days off', async () => {
  await control.change({ isOn: true })
  await control.orderFault({ kind: 'early_notify', method: 'coin.create' })
  const bought = await buy()
  clock.shift(2 * DAY_MS)
  await sweep(bought.number)
  expect(await desk.payment(bought.number)).toMatchObject({ state: 'paid' })
})
