import { AlipaySdk } from 'alipay-sdk'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { FORGED_NOTIFIES } from '../../../../test/grid.ts'
import { clock } from '../../../platform/clock.ts'
import { forgeNotifies } from '../../../test/attack/forge-notifies.ts'
import { buildMerchant } from '../../../test/build/own-merchant.ts'
import { deliver, makePayDesk, PRICE } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { toBeijing } from '../gateways/gateway.ts'

const made = await makeCashierApp()
const { call, db, control, payTypes, shop, url, inject } = made
const desk = makePayDesk(made)
checkBooksAfterEach(db)
beforeEach(async () => {
  clock.reset()
  await control.clearFaults()
  await control.change({ isOn: true, copies: 1, jitterMs: 0, speed: 60 })
})

const FORM = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
const verdictsOf = async (outTradeNo: string) => {
  const { id } = await desk.payment(outTradeNo)
  return db.kysely.selectFrom('notifyInbox').select(['verdict', 'times']).where('paymentId', '=', id).execute()
}
async function paidTopUp(amountFen = 1000, payType = payTypes.alipay) {
  const payer = await desk.buildPayer()
  const { data } = await desk.topUp(payer, amountFen, { payType })
  await desk.payQuietly(data.out_trade_no)
  return { payer, number: data.out_trade_no }
}

describe('a valid notify', () => {
  test.each(['alipay', 'wxpay'] as const)(
    '%s: credited once, answered "success" each time, recorded once',
    async (channel) => {
      const { payer, number } = await paidTopUp(1000, payTypes[channel])
      const letter = await control.writeNotify(number)
      await Promise.all(Array.from({ length: 10 }, () => deliver(letter)))
      expect(await desk.balanceFen(payer)).toBe(1000)
      const [written, ...more] = await verdictsOf(number)
      expect([written?.verdict, more]).toEqual(['settled', []])
      expect(written?.times).toBeGreaterThanOrEqual(10)
      expect((await desk.check(payer, number)).data.status).toBe('paid')
    },
  )

  test('arrives before the call that made the trade returns', async () => {
    const payer = await desk.buildPayer()
    await control.orderFault({ kind: 'early_notify', method: 'alipay.trade.precreate' })
    const { data } = await desk.topUp(payer, 1000)
    expect(await desk.balanceFen(payer)).toBe(1000)
    expect((await desk.payment(data.out_trade_no)).state).toBe('paid')
  })

  test('accepts TRADE_FINISHED first and TRADE_SUCCESS after it', async () => {
    const { payer, number } = await paidTopUp()
    const success = await control.writeNotify(number)
    await control.move(number, 'finish', { tells: false })
    expect(await control.notify(number)).toEqual(['success'])
    const late = await fetch(success.url, { method: 'POST', headers: FORM, body: success.form! })
    expect(await late.text()).toBe('success')
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('the gateway sends it again until the server can confirm it', async () => {
    const { payer, number } = await paidTopUp()
    await control.change({ speed: 100_000 })
    await control.orderFault({ kind: 'status_500', method: 'alipay.trade.query', outTradeNo: number, times: 2 })
    expect(await control.notify(number)).toEqual(['fail'])
    const answers = async () => (await control.deliveries(number))[0]!.answers
    while ((await answers()).at(-1) !== 'success') await new Promise((resolve) => setTimeout(resolve, 5))
    expect(await answers()).toEqual(['fail', 'fail', 'success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('for a trade closed and then paid, and for a cancelled order', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId)
    await control.move(data.out_trade_no, 'scan')
    await control.move(data.out_trade_no, 'close', { tells: false })
    await call(api.orders.cancel, { orderId }, { token: payer.token })
    await control.move(data.out_trade_no, 'pay_anyway', { tells: false })
    expect(await control.notify(data.out_trade_no, { copies: 4 })).toEqual(['success', 'success', 'success', 'success'])
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
    expect((await desk.check(payer, data.out_trade_no)).data).toMatchObject({ creditedTo: 'balance' })
  })
})

describe('a notify that must not credit', () => {
  test.each([
    ['another amount', { total_amount: '9.99' }],
    ['an amount equal in whole units', { total_amount: '10.01' }],
    ['another app', { app_id: '2021000000000000' }],
    ['another seller', { seller_id: '2088000000000000' }],
  ])('%s, although the signature is valid', async (_what, changes) => {
    const { payer, number } = await paidTopUp(1000)
    expect(await control.notify(number, { changes })).toEqual(['fail'])
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await verdictsOf(number)).toMatchObject([{ verdict: 'mismatch' }])
    expect(await control.notify(number)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test.each([
    ['without a signature', { sign: 'none' }],
    ['with a turned signature', { sign: 'bad' }],
    ["with another shop's signature", { sign: 'other' }],
  ] as const)('%s: not even recorded', async (_what, wish) => {
    for (const payType of [payTypes.alipay, payTypes.wxpay]) {
      const { payer, number } = await paidTopUp(1000, payType)
      expect(await control.notify(number, wish)).toEqual(['fail'])
      expect(await desk.balanceFen(payer)).toBe(0)
      expect(await verdictsOf(number)).toEqual([])
    }
  })

  test('a trade that nobody paid, whatever a signed notify claims', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000)
    await control.move(data.out_trade_no, 'scan')
    const changes = { trade_status: 'TRADE_SUCCESS' }
    expect(await control.notify(data.out_trade_no, { changes })).toEqual(['fail'])
    expect(await verdictsOf(data.out_trade_no)).toMatchObject([{ verdict: 'unconfirmed' }])
    expect(await control.notify(data.out_trade_no)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test("our order at another merchant's address, or signed by another merchant", async () => {
    const other = await buildMerchant(made, null)
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number)
    const elsewhere = letter.url.replace(/[^/]+$/, other.id)
    const post = async (to: string) => (await fetch(to, { method: 'POST', headers: FORM, body: letter.form! })).text()
    expect(await post(elsewhere)).toBe('fail')
    expect(await post(letter.url.replace('/alipay/', '/epay/'))).not.toBe('success')
    expect(await post(letter.url.replace(/[^/]+$/, 'aaaaaaaaaaaa'))).toBe('fail')
    // Validly signed by the other merchant, for its own app, but with our number.
    const theirs = await desk.topUp(payer, 1000, { payType: `${other.id}-alipay` })
    await desk.payQuietly(theirs.data.out_trade_no)
    const changes = { out_trade_no: number }
    expect(await control.notify(theirs.data.out_trade_no, { changes })).toEqual(['fail'])
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test("another shop's paid trade under our number pays nothing here, although its gateway confirms it", async () => {
    const reseller = await desk.buildPayer()
    const other = await buildMerchant(made, reseller.resellerId)
    const victim = await desk.buildPayer()
    const { data } = await desk.topUp(victim, 1000)
    const sdk = new AlipaySdk({
      appId: other.shop.appId,
      privateKey: other.shop.appPrivateKey,
      keyType: 'PKCS8',
      alipayPublicKey: other.shop.alipayPublicKey,
      gateway: `${made.cashier.url}/gateway.do`,
    })
    await sdk.exec('alipay.trade.precreate', {
      timestamp: toBeijing(clock.now()),
      notify_url: `${url}/api/pay/notify/alipay/${other.id}`,
      bizContent: { out_trade_no: data.out_trade_no, total_amount: '10.00', subject: '充值' },
    })
    const theirs = { appId: other.shop.appId }
    await control.move(data.out_trade_no, 'pay', { ...theirs, tells: false })
    expect(await control.notify(data.out_trade_no, {}, theirs)).toEqual(['fail'])
    expect(await desk.balanceFen(victim)).toBe(0)
    expect((await desk.check(victim, data.out_trade_no)).data.status).toBe('pending')
  })

  test('an unknown order is never answered with "success"', async () => {
    const { number } = await paidTopUp()
    expect(await control.notify(number, { changes: { out_trade_no: 'NotOurs1' } })).toEqual(['fail'])
    const rows = await db.kysely.selectFrom('notifyInbox').select('verdict').where('paymentId', 'is', null).execute()
    expect(rows.at(-1)).toEqual({ verdict: 'unknown' })
  })

  test('a partial refund credits nothing again, and nothing at all if it arrives first', async () => {
    const { payer, number } = await paidTopUp(1000)
    expect(await control.notify(number)).toEqual(['success'])
    await control.move(number, 'refund', { refundFen: 300, tells: false })
    expect(await control.notify(number, { copies: 2 })).toEqual(['success', 'success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
    const alerts = async (of: string) => {
      const { id } = await desk.payment(of)
      return db.kysely.selectFrom('alerts').select('kind').where('subject', '=', `payment:${id}`).execute()
    }
    expect(await alerts(number)).toEqual([{ kind: 'payment.refunded_outside' }])
    const early = await paidTopUp(1000)
    const paidLetter = await control.writeNotify(early.number)
    await control.move(early.number, 'refund', { refundFen: 300, tells: false })
    expect(await control.notify(early.number)).toEqual(['success'])
    const late = await fetch(paidLetter.url, { method: 'POST', headers: FORM, body: paidLetter.form! })
    expect(await late.text()).toBe('fail')
    expect(await desk.balanceFen(early.payer)).toBe(0)
    expect((await alerts(early.number)).map(({ kind }) => kind).sort()).toEqual([
      'payment.mismatch',
      'payment.refunded_outside',
    ])
  })
})

describe('the wire', () => {
  test('refuses a field that occurs twice, wherever it stands', async () => {
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number)
    for (const body of [
      `${letter.form}&total_amount=10.00`,
      `out_trade_no=x&${letter.form}`,
      `${letter.form}&sign=x`,
    ]) {
      const answer = await fetch(letter.url, { method: 'POST', headers: FORM, body })
      expect(await answer.text()).toBe('fail')
    }
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('other methods, content types and sizes leave no trace', async () => {
    const { number } = await paidTopUp()
    const letter = await control.writeNotify(number)
    const path = new URL(letter.url).pathname
    expect((await fetch(letter.url)).status).toBe(404)
    expect((await inject({ method: 'POST', url: path, payload: { a: 1 } })).body).toBe('fail')
    const huge = await inject({ method: 'POST', url: path, headers: FORM, payload: `a=${'x'.repeat(70_000)}` })
    expect(huge.statusCode).toBe(413)
    expect((await inject({ method: 'POST', url: path, headers: FORM, payload: '' })).body).toBe('fail')
    expect(
      (await inject({ method: 'POST', url: path, headers: FORM, payload: '%%%=%E0%A4%A&sign_type=RSA2&sign=%' })).body,
    ).toBe('fail')
    expect(await verdictsOf(number)).toEqual([])
    for (const id of ['aaaaaaaaaaaa', '%00', '..', 'a'.repeat(80), "'"]) {
      const answer = await fetch(`${url}/api/pay/notify/epay/${id}?sign=1`)
      expect([id, answer.status < 500, (await answer.text()) === 'success']).toEqual([id, true, false])
    }
  })

  test('accepts none of many forged and altered notifies and credits nothing', async () => {
    const targets = await Promise.all([paidTopUp(1000), paidTopUp(2000, payTypes.wxpay)])
    for (const { payer, number } of targets) {
      const letter = await control.writeNotify(number)
      const forged = forgeNotifies(letter, { count: FORGED_NOTIFIES, seed: 7 })
      const answers = new Set<string>()
      for (const { url: to, form } of forged) {
        const answer = await fetch(to, form === null ? {} : { method: 'POST', headers: FORM, body: form })
        answers.add(await answer.text())
      }
      expect(answers).toEqual(new Set(['fail']))
      expect(await desk.balanceFen(payer)).toBe(0)
      // The valid notify still passes.
      expect(await control.notify(number)).toEqual(['success'])
    }
  })
})

describe('EPay', () => {
  const sign = (fields: Record<string, string>, key: string) => {
    const text = Object.keys(fields)
      .sort()
      .map((name) => `${name}=${fields[name]}`)
      .join('&')
    return createHash('md5')
      .update(text + key)
      .digest('hex')
  }
  const send = async (number: string, changes: Record<string, string>) => {
    const letter = await control.writeNotify(number)
    const { sign: _sign, sign_type: _type, ...fields } = Object.fromEntries(new URL(letter.url).searchParams)
    const changed = { ...fields, ...changes }
    const query = new URLSearchParams({ ...changed, sign: sign(changed, shop.epayKey), sign_type: 'MD5' })
    const answer = await fetch(`${letter.url.split('?')[0]}?${query}`)
    expect(answer.status).toBe(200)
    return answer.text()
  }

  test('validly signed, but another pid, amount or status: no credit', async () => {
    const { payer, number } = await paidTopUp(1000, payTypes.wxpay)
    expect(await send(number, { pid: '1' })).toBe('fail')
    expect(await send(number, { money: '10.01' })).toBe('fail')
    expect(await send(number, { trade_status: 'TRADE_CLOSED' })).toBe('success')
    // The database cannot hold a zero byte. Answer "fail", because a 503 would make the gateway retry for ever.
    expect(await send(number, { param: 'a\0b' })).toBe('fail')
    expect(await send(number, { trade_no: 'a\0b' })).toBe('fail')
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await send(number, { param: randomUUID() })).toBe('success')
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('a stolen key is not enough: the gateway is asked about the order before anything is credited', async () => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, 1000, { payType: payTypes.wxpay })
    expect(await send(data.out_trade_no, { trade_status: 'TRADE_SUCCESS' })).toBe('fail')
    await desk.payQuietly(data.out_trade_no)
    for (const kind of ['status_500', 'garbage', 'lost_answer', 'wrong_amount'] as const) {
      await control.orderFault({ kind, method: 'api.order', outTradeNo: data.out_trade_no })
      expect(await send(data.out_trade_no, { param: String(randomInt(1e9)) }), kind).toBe('fail')
    }
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await send(data.out_trade_no, {})).toBe('success')
    expect(await desk.balanceFen(payer)).toBe(1000)
  })
})
