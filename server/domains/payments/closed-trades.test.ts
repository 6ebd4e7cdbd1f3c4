import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { isShort } from '../../../test/grid.ts'
import { clock } from '../../platform/clock.ts'
import { fund } from '../../test/build/money-factories.ts'
import { makePayDesk, PRICE, type Payer } from '../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../ledger/load-balance.ts'
import { reconcilePayment } from './reconcile-payment.ts'

const made = await makeCashierApp()
const { call, db, control, payTypes } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: false })
})

const OWN_FEN = 2000
const PART_FEN = 1200
const REST_FEN = PRICE.retailFen - PART_FEN
const FREE = [OWN_FEN, 0]
const HELD = [OWN_FEN - PART_FEN, PART_FEN]
const SPENT = [OWN_FEN - PART_FEN, 0]

type Provider = 'alipay' | 'epay'
type Device = 'pc' | 'wap' | 'qr'
type Bought = { payer: Payer; orderId: string; number: string; pay: () => ReturnType<typeof desk.pay> }

/** A pack of which the balance pays a part; the rest waits at the gateway, where the payer has opened what we gave. */
async function buy(provider: Provider, device: Device): Promise<Bought> {
  const payer = await desk.buildPayer()
  await fund(db, payer, OWN_FEN)
  const orderId = await desk.buildOrder(payer)
  const payType = provider === 'alipay' ? payTypes.alipay : payTypes.wxpay
  const pay = async () => {
    const answer = await desk.pay(payer, { type: 'package', orderId, balanceFen: PART_FEN }, { payType, device })
    if (answer.data?.payUrl) await fetch(answer.data.payUrl)
    return answer
  }
  const { data } = await pay()
  return { payer, orderId, number: data.out_trade_no, pay }
}

const fenOf = ({ resellerId, id }: Payer) =>
  Promise.all(
    (['user', 'order_hold'] as const).map((kind) => loadBalanceFen({ db }, { kind, resellerId, accountId: id })),
  )
const orderOf = async ({ payer, orderId }: Bought) =>
  (await call(api.orders.detail, { orderId }, { token: payer.token })).data.state
const cancelOrder = ({ payer, orderId }: Bought) => call(api.orders.cancel, { orderId }, { token: payer.token })
const ask = async ({ payer, number }: Bought) => (await desk.check(payer, number)).data
const sweep = async (number: string) => reconcilePayment(desk.jobCtx(), { paymentId: (await desk.payment(number)).id })
async function salesOf({ payer }: Bought): Promise<number> {
  const rows = db.kysely.selectFrom('ledgerTransactions').select('id').where('kind', '=', 'sale')
  return (await rows.where('resellerId', '=', payer.resellerId).execute()).length
}

/** What happened at the gateway; `alive`: it can still be paid there. Nobody told us. */
const moments = {
  'not scanned': { isAlive: true, happen: async () => {} },
  scanned: { isAlive: true, happen: (number: string) => control.move(number, 'scan') },
  'closed there': {
    isAlive: false,
    happen: (number: string) => control.move(number, 'close', { tells: false }),
  },
  'timed out there': {
    isAlive: false,
    async happen(number: string, provider: Provider) {
      await control.move(number, 'scan')
      // EPay has no time of its own: such sites throw the order away, and we had seen it before.
      if (provider === 'epay') await sweep(number)
      await control.move(number, provider === 'epay' ? 'forget' : 'expire')
    },
  },
} as const
type Moment = keyof typeof moments

const devices: readonly Device[] = isShort ? ['wap'] : ['pc', 'wap', 'qr']
const cells = (['alipay', 'epay'] as const).flatMap((provider) =>
  devices.flatMap((device) => (Object.keys(moments) as Moment[]).map((moment) => [provider, device, moment] as const)),
)

async function reach(provider: Provider, device: Device, moment: Moment): Promise<Bought & { isAlive: boolean }> {
  const bought = await buy(provider, device)
  expect(await fenOf(bought.payer)).toEqual(HELD)
  await moments[moment].happen(bought.number, provider)
  clock.shift(limits.payAskEveryMs)
  return { ...bought, isAlive: moments[moment].isAlive }
}

describe.each(cells)('%s, %s, %s', (provider, device, moment) => {
  test('cancelling the order ends both at once, and money that still comes goes to the balance', async () => {
    const bought = await reach(provider, device, moment)
    const { payer, number } = bought
    expect((await cancelOrder(bought)).data).toEqual({ state: 'cancelled' })
    expect(await fenOf(payer)).toEqual(FREE)
    expect((await desk.payment(number)).state).toBe('closed')
    if (moment === 'scanned' && provider === 'alipay') {
      expect((await control.trade(number)).status).toBe('TRADE_CLOSED')
    }
    if (moment === 'timed out there' && provider === 'epay') return
    await control.move(number, 'pay_anyway', { tells: false })
    await sweep(number)
    expect(await desk.payment(number)).toMatchObject({ state: 'paid', creditedTo: 'balance' })
    expect(await fenOf(payer)).toEqual([OWN_FEN + REST_FEN, 0])
    expect([await orderOf(bought), await salesOf(bought)]).toEqual(['cancelled', 0])
  })

  test('paying again goes on with a living trade and begins a new one for a dead one', async () => {
    const bought = await reach(provider, device, moment)
    const { payer, number, isAlive, pay } = bought
    const { status, data } = await pay()
    expect([status, data.out_trade_no === number]).toEqual([200, isAlive])
    expect(await fenOf(payer)).toEqual(HELD)
    await desk.payQuietly(data.out_trade_no)
    clock.shift(limits.payAskEveryMs)
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ status: 'paid', creditedTo: 'order' })
    expect(await fenOf(payer)).toEqual(SPENT)
    expect((await desk.payment(number)).state).toBe(isAlive ? 'paid' : 'closed')
    expect([await orderOf(bought), await salesOf(bought)]).toEqual(['paid', 1])
  })

  test('asking again ends a dead trade at once, and leaves a slow payer in peace', async () => {
    const bought = await reach(provider, device, moment)
    const { payer, number, isAlive, pay } = bought
    expect((await ask(bought)).status).toBe(isAlive ? 'pending' : 'closed')
    expect(await fenOf(payer)).toEqual(isAlive ? HELD : FREE)
    expect(await orderOf(bought)).toBe('pending')
    if (isAlive) {
      await desk.payQuietly(number)
      clock.shift(limits.payAskEveryMs)
      expect(await ask(bought)).toMatchObject({ status: 'paid', creditedTo: 'order' })
      return
    }
    // The old code or page leads nowhere any more, however it is asked for.
    const { items } = (await call(api.payments.list, {}, { token: payer.token })).data
    expect(items).toMatchObject([{ status: 'closed', payUrl: null, qrCode: null }])
    expect((await pay()).data.out_trade_no).not.toBe(number)
    expect(await fenOf(payer)).toEqual(HELD)
    expect((await cancelOrder(bought)).status).toBe(200)
    expect(await fenOf(payer)).toEqual(FREE)
  })

  test('the job of the payment ends a dead trade at its next look, and a living one when its time is over', async () => {
    const bought = await reach(provider, device, moment)
    const { payer, number, isAlive } = bought
    await sweep(number)
    expect((await desk.payment(number)).state).toBe(isAlive ? 'pending' : 'closed')
    expect(await fenOf(payer)).toEqual(isAlive ? HELD : FREE)
    expect(await orderOf(bought)).toBe('pending')
    clock.shift(limits.payTtlMs)
    await sweep(number)
    expect((await desk.payment(number)).state).toBe('closed')
    expect(await fenOf(payer)).toEqual(FREE)
    expect(await salesOf(bought)).toBe(0)
  })
})

test.each(['alipay', 'epay'] as const)(
  '%s: two trades for one order make one sale, in either order',
  async (provider) => {
    for (const isOldFirst of [true, false]) {
      const bought = await reach(provider, 'qr', 'closed there')
      const { payer, number, pay } = bought
      const fresh = (await pay()).data.out_trade_no
      for (const each of isOldFirst ? [number, fresh] : [fresh, number]) {
        await control.move(each, 'pay_anyway', { tells: false })
        await sweep(each)
      }
      expect(await fenOf(payer)).toEqual([OWN_FEN - PART_FEN + REST_FEN, 0])
      expect([await orderOf(bought), await salesOf(bought)]).toEqual(['paid', 1])
      const credited = await Promise.all([number, fresh].map(async (each) => (await desk.payment(each)).creditedTo))
      expect(credited).toEqual(isOldFirst ? ['order', 'balance'] : ['balance', 'order'])
    }
  },
)

describe('a gateway that says nothing', () => {
  test('stops nobody from cancelling; the job closes there, and late money goes to the balance', async () => {
    const bought = await reach('alipay', 'qr', 'scanned')
    const { payer, number } = bought
    await control.orderFault({ kind: 'status_500', outTradeNo: number, times: 100 })
    expect((await cancelOrder(bought)).data).toEqual({ state: 'cancelled' })
    expect(await fenOf(payer)).toEqual(FREE)
    expect((await desk.payment(number)).state).toBe('closed')
    await control.clearFaults()
    await sweep(number)
    expect((await control.trade(number)).status).toBe('TRADE_CLOSED')
    await control.move(number, 'pay_anyway', { tells: false })
    expect(await ask(bought)).toMatchObject({ status: 'paid', creditedTo: 'balance' })
    expect(await fenOf(payer)).toEqual([OWN_FEN + REST_FEN, 0])
  })

  test('lets a payer go on with the same trade', async () => {
    const { number, pay } = await reach('alipay', 'qr', 'scanned')
    await control.orderFault({ kind: 'status_500', method: 'alipay.trade.query', outTradeNo: number })
    expect((await pay()).data).toMatchObject({ out_trade_no: number, qrCode: expect.any(String) })
  })

  test('about the state, but refuses a code for a closed trade: that ends the payment too', async () => {
    const bought = await reach('alipay', 'wap', 'closed there')
    const { payer, number, orderId } = bought
    await control.orderFault({ kind: 'status_500', method: 'alipay.trade.query', outTradeNo: number })
    const { data } = await desk.pay(payer, { type: 'package', orderId, balanceFen: PART_FEN })
    expect(data).toMatchObject({ out_trade_no: number, payUrl: null, qrCode: null })
    expect((await desk.payment(number)).state).toBe('closed')
    expect(await fenOf(payer)).toEqual(FREE)
  })
})

test('an order that is found paid is not cancelled', async () => {
  const bought = await buy('alipay', 'qr')
  await desk.payQuietly(bought.number)
  expect((await cancelOrder(bought)).code).toBe('order.closed')
  expect([await orderOf(bought), await salesOf(bought), await fenOf(bought.payer)]).toEqual(['paid', 1, SPENT])
})

test('repeating the call that began a payment leads nowhere once its trade is closed', async () => {
  const payer = await desk.buildPayer()
  const wish = { device: 'wap', key: randomUUID() } as const
  const { data } = await desk.topUp(payer, 1000, wish)
  await fetch(data.payUrl!)
  expect((await desk.topUp(payer, 1000, wish)).data).toEqual(data)
  await control.move(data.out_trade_no, 'close', { tells: false })
  await desk.check(payer, data.out_trade_no)
  expect((await desk.topUp(payer, 1000, wish)).data).toEqual({ ...data, payUrl: null })
})

test('a payment whose own time is over is not handed out again while its order lives', async () => {
  const { payer, orderId, number, pay } = await buy('alipay', 'qr')
  clock.shift(limits.payTtlMs)
  const expiresAt = new Date(clock.now().getTime() + limits.orderTtlMs)
  await db.kysely.updateTable('orders').set({ expiresAt }).where('id', '=', orderId).execute()
  expect((await pay()).data.out_trade_no).not.toBe(number)
  expect((await desk.payment(number)).state).toBe('closed')
  expect(await fenOf(payer)).toEqual(HELD)
})

test('a phone that leaves the page without paying is led back to its payment', async () => {
  const { payer, number } = await buy('alipay', 'wap')
  await control.move(number, 'close', { tells: false })
  const { wapUrl } = await desk.payment(number)
  const biz = JSON.parse(new URL(wapUrl!).searchParams.get('biz_content')!) as { quit_url: string }
  expect(new URL(biz.quit_url).searchParams.get('out_trade_no')).toBe(number)
  expect(new URL(biz.quit_url).pathname).toBe('/user/tcBuy')
  expect((await desk.check(payer, number)).data.status).toBe('closed')
})
