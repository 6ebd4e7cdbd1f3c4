import { describe, expect, test } from 'vitest'

import type { Letter } from '../../../cashier/notifier.ts'
import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { PayDevice } from '../../../contract/payments.ts'
import { reconcilePayment } from '../../domains/payments/reconcile-payment.ts'
import { finishRefundJob } from '../../domains/payments/refunds/finish-refund.ts'
import { refundPayment } from '../../domains/payments/refunds/refund-payment.ts'
import { clock } from '../../platform/clock.ts'
import { makePayDesk, PRICE } from '../build/pay-desk.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'

/** `asks`: what the cashier calls the calls of this provider. `wrongAmount`: a change that a notify can be signed with. */
type GatewayPart = {
  payType: string
  device: PayDevice
  asks: { open: string; load: string; refund: string }
  wrongAmount: Record<string, string>
  /** What makes the notify of an unpaid trade say that it is paid. */
  paidClaim: Record<string, string>
}

const SILENT = ['lost_answer', 'hang', 'status_500', 'garbage', 'half_answer', 'unavailable', 'bad_sign'] as const
const MINUTE_MS = 60_000

/** What every gateway must come through: each order ends right. The file of the provider looks at the books after each. */
export function testGatewayMatrix(app: CashierApp, part: GatewayPart): void {
  const tools = makeTools(app, part)
  describe('the notify', () => testNotifies(app, tools, part))
  describe('a notify that is wrong', () => testWrongNotifies(app, tools, part))
  describe('the gateway', () => testGateway(app, tools, part))
  describe('a refund', () => testRefunds(app, tools, part))
  testSecrets(app, tools)
}

type Tools = ReturnType<typeof makeTools>

function makeTools(app: CashierApp, { payType, device }: GatewayPart) {
  const { db } = app
  const desk = makePayDesk(app)
  const more = { payType, device }
  const openTopUp = async (amountFen = 1000) => {
    const payer = await desk.buildPayer()
    const { data } = await desk.topUp(payer, amountFen, more)
    return { payer, number: data.out_trade_no }
  }
  const paidTopUp = async (amountFen = 1000) => {
    const opened = await openTopUp(amountFen)
    await desk.payQuietly(opened.number)
    return opened
  }
  const run = async (number: string) => reconcilePayment(desk.jobCtx(), { paymentId: (await desk.payment(number)).id })
  const alertsOf = async (number: string) => {
    const subject = `payment:${(await desk.payment(number)).id}`
    const rows = await db.kysely.selectFrom('alerts').select('kind').where('subject', '=', subject).execute()
    return rows.map(({ kind }) => kind)
  }
  const statusOf = async (letter: Letter) => (await post(letter)).status
  return { desk, more, openTopUp, paidTopUp, run, alertsOf, statusOf }
}

function testNotifies(app: CashierApp, { desk, more, paidTopUp, run }: Tools, { asks }: GatewayPart): void {
  const { control, db } = app
  test('pays an order once, however often it comes', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId, more)
    await desk.payQuietly(data.out_trade_no)
    const copies = await control.notify(data.out_trade_no, { copies: 4 })
    expect(copies).toContain('success')
    expect(await desk.payment(data.out_trade_no)).toMatchObject({ state: 'paid', creditedTo: 'order' })
    expect(await control.notify(data.out_trade_no)).toEqual(['success'])
    const { rows } = await db.pool.query<{ sold: number }>(
      'select count(*)::int as sold from orders where id = $1 and state = $2',
      [orderId, 'paid'],
    )
    expect(rows).toEqual([{ sold: 1 }])
  })

  test('is lost: the job finds the money', async () => {
    const { payer, number } = await paidTopUp()
    await run(number)
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('comes late, for what was closed and then paid: the money goes to the balance', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const number = (await desk.payOrder(payer, orderId, more)).data.out_trade_no
    await app.call(api.orders.cancel, { orderId }, { token: payer.token })
    expect((await desk.payment(number)).state).toBe('closed')
    await control.move(number, 'pay_anyway', { tells: false })
    expect(await control.notify(number)).toEqual(['success'])
    expect(await desk.payment(number)).toMatchObject({ state: 'paid', creditedTo: 'balance' })
    expect(await desk.balanceFen(payer)).toBe(PRICE.retailFen)
  })

  test('arrives before the call that opens the trade returns', async () => {
    const payer = await desk.buildPayer()
    await control.orderFault({ kind: 'early_notify', method: asks.open })
    const { data } = await desk.topUp(payer, 1000, more)
    await run(data.out_trade_no)
    expect(await desk.balanceFen(payer)).toBe(1000)
  })
}

function testWrongNotifies(app: CashierApp, tools: Tools, { wrongAmount, paidClaim }: GatewayPart): void {
  const { desk, openTopUp, paidTopUp, alertsOf, statusOf } = tools
  const { control } = app
  test.each(['bad', 'none', 'other'] as const)('with a %s signature is refused', async (sign) => {
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number, { sign })
    expect(await statusOf(letter)).toBe(400)
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await control.notify(number)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('with another amount raises an alert and credits nothing; the right one still does', async () => {
    const { payer, number } = await paidTopUp()
    expect(await statusOf(await control.writeNotify(number, { changes: wrongAmount }))).toBe(400)
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await alertsOf(number)).toEqual(['payment.mismatch'])
    expect(await control.notify(number)).toEqual(['success'])
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('of a trade that nobody paid credits nothing, whatever it claims', async () => {
    const { payer, number } = await openTopUp()
    const letter = await control.writeNotify(number, { changes: paidClaim })
    expect(await statusOf(letter)).toBe(400)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('accepts none of many forged ones', async () => {
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number)
    const answers = new Set<number>()
    for (let index = 0; index < 60; index += 1) answers.add(await statusOf(forge(letter, index)))
    expect([...answers].filter((status) => status < 400 || status >= 500)).toEqual([])
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await control.notify(number)).toEqual(['success'])
  })
}

function testGateway(app: CashierApp, tools: Tools, { asks }: GatewayPart): void {
  const { desk, more, paidTopUp, run, alertsOf } = tools
  const { control } = app
  test.each(SILENT)('answers a question with %s: still pending, then paid', async (kind) => {
    const { payer, number } = await paidTopUp()
    // A library may ask twice by itself.
    await control.orderFault({ kind, method: asks.load, outTradeNo: number, ms: 10_000, times: 9 })
    expect((await desk.check(payer, number)).data.status).toBe('pending')
    await control.clearFaults()
    clock.shift(limits.payAskEveryMs)
    expect((await desk.check(payer, number)).data.status).toBe('paid')
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test.each(SILENT)('answers a new trade with %s: 503, and the same call goes on', async (kind) => {
    const payer = await desk.buildPayer()
    const key = crypto.randomUUID()
    await control.orderFault({ kind, method: asks.open, ms: 10_000, times: 9 })
    expect((await desk.topUp(payer, 1000, { ...more, key })).code).toBe('pay.unavailable')
    await control.clearFaults()
    const { data } = await desk.topUp(payer, 1000, { ...more, key })
    await desk.payQuietly(data.out_trade_no)
    await run(data.out_trade_no)
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('names another amount: an alert, and no credit', async () => {
    const { payer, number } = await paidTopUp()
    await control.orderFault({ kind: 'wrong_amount', method: asks.load, outTradeNo: number })
    expect((await desk.check(payer, number)).data.status).toBe('pending')
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await alertsOf(number)).toEqual(['payment.mismatch'])
  })

  test('is asked by a clock that is off', async () => {
    clock.shift(-2 * 60 * MINUTE_MS)
    const { payer, number } = await paidTopUp()
    await run(number)
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('closes what its payer gives up, and nobody can pay there any more', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const number = (await desk.payOrder(payer, orderId, more)).data.out_trade_no
    clock.shift(limits.payTtlMs + MINUTE_MS)
    await run(number)
    expect((await desk.payment(number)).state).toBe('closed')
    expect((await control.trade(number)).status).toBe('TRADE_CLOSED')
    await expect(control.move(number, 'pay')).rejects.toThrow('cannot pay')
  })
}

function testRefunds({ control }: CashierApp, { desk, paidTopUp, run, alertsOf }: Tools, { asks }: GatewayPart): void {
  const ctx = () => desk.jobCtx()
  const back = (outTradeNo: string, amountFen: number | null) =>
    refundPayment(ctx(), { outTradeNo, amountFen, reason: '退款' }, 'operator:test')
  const credited = async () => {
    const paid = await paidTopUp()
    await run(paid.number)
    return paid
  }
  const refundedFen = async (number: string) =>
    (await control.trade(number)).refunds.reduce((sum, { fen }) => sum + fen, 0)

  test('goes back in parts and whole, and its notify changes nothing', async () => {
    await control.change({ isOn: true })
    const { payer, number } = await credited()
    expect(await back(number, 300)).toMatchObject({ state: 'done' })
    expect(await back(number, null)).toMatchObject({ state: 'done', amountFen: 700 })
    expect(await refundedFen(number)).toBe(1000)
    expect(await desk.balanceFen(payer)).toBe(0)
    await control.notify(number)
    expect(await alertsOf(number)).toEqual([])
  })

  test.each(['lost_answer', 'status_500', 'no_change'] as const)('%s: asked for again, paid once', async (kind) => {
    const { payer, number } = await credited()
    await control.orderFault({ kind, method: asks.refund, outTradeNo: number, times: 2 })
    const asked = await back(number, null)
    expect(asked.state).toBe('asked')
    await control.clearFaults()
    await finishRefundJob({ ...ctx(), isLastAttempt: false } as never, { refundId: asked.id })
    expect(await refundedFen(number)).toBe(1000)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('that somebody made at the provider raises an alert; before the credit nothing is credited', async () => {
    const late = await credited()
    await control.move(late.number, 'refund', { refundFen: 1000, tells: false })
    expect(await control.notify(late.number)).toEqual(['success'])
    expect(await alertsOf(late.number)).toEqual(['payment.refunded_outside'])
    expect(await desk.balanceFen(late.payer)).toBe(1000)
    const early = await paidTopUp()
    await control.move(early.number, 'refund', { refundFen: 400, tells: false })
    expect(await control.notify(early.number)).toEqual(['success'])
    await run(early.number)
    expect(await desk.balanceFen(early.payer)).toBe(0)
    expect((await alertsOf(early.number)).sort()).toEqual(['payment.mismatch', 'payment.refunded_outside'])
  })
}

function testSecrets({ control, shop, db }: CashierApp, { paidTopUp }: Tools): void {
  test('the keys of the account stand in no row, answer or log', async () => {
    const { number } = await paidTopUp()
    await control.notify(number)
    const secrets = Object.entries(shop).flatMap(([name, value]) =>
      /[kK]ey$|Secret$/.test(name) && typeof value === 'string' && !/Public/.test(name) ? [value.slice(-60)] : [],
    )
    expect(secrets.length).toBeGreaterThan(3)
    const tables = ['merchants', 'payments', 'notify_inbox', 'audit_log', 'alerts']
    for (const table of tables) {
      const { rows } = await db.pool.query<{ text: string }>(
        `select coalesce(string_agg(t::text, ' '), '') as text from ${table} t`,
      )
      for (const secret of secrets) expect(rows[0]!.text.includes(secret), table).toBe(false)
    }
  })
}

export async function post({ url, form, headers = {} }: Letter): Promise<Response> {
  return fetch(url, { method: 'POST', headers, body: form })
}

/** Wrong in another way each time: a letter of the body, one of a header, a header less, another time. */
function forge(letter: Letter, index: number): Letter {
  const { form, headers = {} } = letter
  const names = Object.keys(headers).filter((name) => name !== 'content-type')
  const turn = (text: string, at: number) => {
    const place = at % text.length
    return `${text.slice(0, place)}${text[place] === '7' ? '8' : '7'}${text.slice(place + 1)}`
  }
  if (index % 3 === 0) return { ...letter, form: turn(form!, index * 37 + 11) }
  const name = names[index % names.length]!
  // Near the front: the last letters of base64 may mean the same.
  if (index % 3 === 1) return { ...letter, headers: { ...headers, [name]: turn(headers[name]!, index % 12) } }
  const { [name]: _gone, ...rest } = headers
  return { ...letter, headers: rest }
}
