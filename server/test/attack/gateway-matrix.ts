import { describe, expect, test } from 'vitest'

import type { Letter } from '../../../cashier/notifier.ts'
import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { PayDevice } from '../../../contract/payments.ts'
import type { Provider } from '../../../contract/providers.ts'
import { FORGED_NOTIFIES } from '../../../test/grid.ts'
import { providers } from '../../domains/payments/gateways/providers.ts'
import { reconcilePayment } from '../../domains/payments/reconcile-payment.ts'
import { finishRefundJob } from '../../domains/payments/refunds/finish-refund.ts'
import { refundPayment } from '../../domains/payments/refunds/refund-payment.ts'
import { clock } from '../../platform/clock.ts'
import { buildMerchant } from '../build/own-merchant.ts'
import { makePayDesk, PRICE } from '../build/pay-desk.ts'
import type { CashierApp } from '../run/make-cashier-app.ts'
import { forgeNotifies, paidClaims } from './forge-notifies.ts'

/** `asks`: what the cashier calls the calls of this provider. `wrongAmount`: a change that a notify can be signed with. */
type GatewayPart = {
  provider: Provider
  payType: string
  device: PayDevice
  /** No `refund` where none can be asked for. */
  asks: { open: string; load: string; refund?: string }
  wrongAmount: Record<string, string>
  /** `bad_sign` where answers are not signed. */
  knowsNot?: readonly ('bad_sign' | 'no_change')[]
  /** False: the provider has no call that ends a trade, and no time after which it ends. */
  ends?: boolean
  /** False: it says nothing of a refund that somebody makes there. */
  tellsRefunds?: boolean
}

const SILENT = ['lost_answer', 'hang', 'status_500', 'garbage', 'half_answer', 'unavailable', 'bad_sign'] as const
const MINUTE_MS = 60_000
const TAKEN = ['success', 'ok']

async function expectTaken(answers: Promise<string[]>): Promise<void> {
  for (const answer of await answers) expect(TAKEN).toContain(answer)
}

/** What every gateway must come through: each order ends right. The file of the provider looks at the books after each. */
export function testGatewayMatrix(app: CashierApp, part: GatewayPart): void {
  const tools = makeTools(app, part)
  describe('the notify', () => testNotifies(app, tools, part))
  describe('a notify that is wrong', () => testWrongNotifies(app, tools, part))
  describe('the gateway', () => testGateway(app, tools, part))
  const { refund } = part.asks
  if (refund) describe('a refund', () => testRefunds(app, tools, { ...part, refund }))
  testSecrets(app, tools)
}

type Tools = ReturnType<typeof makeTools>

function makeTools(app: CashierApp, { payType, device, provider }: GatewayPart) {
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
  const isTaken = async (letter: Letter) => {
    const answer = await post(letter)
    expect(answer.status).toBeLessThan(500)
    return answer.ok && (await answer.text()) === providers[provider].notify.taken
  }
  return { desk, more, openTopUp, paidTopUp, run, alertsOf, isTaken }
}

function testNotifies(app: CashierApp, { desk, more, paidTopUp, run }: Tools, { asks }: GatewayPart): void {
  const { control, db } = app
  test('pays an order once, however often it comes', async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const { data } = await desk.payOrder(payer, orderId, more)
    await desk.payQuietly(data.out_trade_no)
    const copies = await control.notify(data.out_trade_no, { copies: 4 })
    expect(copies.some((answer) => TAKEN.includes(answer))).toBe(true)
    expect(await desk.payment(data.out_trade_no)).toMatchObject({ state: 'paid', creditedTo: 'order' })
    await expectTaken(control.notify(data.out_trade_no))
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
    await expectTaken(control.notify(number))
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

function testWrongNotifies(app: CashierApp, tools: Tools, { provider, payType, wrongAmount }: GatewayPart): void {
  const { desk, openTopUp, paidTopUp, alertsOf, isTaken } = tools
  const { control } = app
  test.each(['bad', 'none', 'other'] as const)('with a %s signature is refused', async (sign) => {
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number, { sign })
    expect(await isTaken(letter)).toBe(false)
    expect(await desk.balanceFen(payer)).toBe(0)
    await expectTaken(control.notify(number))
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('signed for another account of the provider, or sent to one, proves nothing', async () => {
    const { payer, number } = await paidTopUp()
    const { id } = await buildMerchant(app, payer.resellerId, provider)
    const letter = await control.writeNotify(number)
    const there = { ...letter, url: letter.url.replace(payType.split('-')[0]!, id) }
    expect(there.url).not.toBe(letter.url)
    expect(await isTaken(there)).toBe(false)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('with another amount raises an alert and credits nothing; the right one still does', async () => {
    const { payer, number } = await paidTopUp()
    expect(await isTaken(await control.writeNotify(number, { changes: wrongAmount }))).toBe(false)
    expect(await desk.balanceFen(payer)).toBe(0)
    expect(await alertsOf(number)).toEqual(['payment.mismatch'])
    await expectTaken(control.notify(number))
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test('of a trade that nobody paid credits nothing, whatever it claims', async () => {
    const { payer, number } = await openTopUp()
    const letter = await control.writeNotify(number, { changes: paidClaims[provider] })
    expect(await isTaken(letter)).toBe(false)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  test('accepts none of many forged ones', async () => {
    const { payer, number } = await paidTopUp()
    const letter = await control.writeNotify(number)
    for (const forged of forgeNotifies(letter, { count: FORGED_NOTIFIES, seed: 7 }))
      expect(await isTaken(forged), JSON.stringify(forged)).toBe(false)
    expect(await desk.balanceFen(payer)).toBe(0)
    await expectTaken(control.notify(number))
  })
}

function testGateway(app: CashierApp, tools: Tools, { asks, knowsNot = [], ends = true }: GatewayPart): void {
  const { desk, more, paidTopUp, run, alertsOf } = tools
  const { control } = app
  const silent = SILENT.filter((kind) => !knowsNot.some((one) => one === kind))
  test.each(silent)('answers a question with %s: still pending, then paid', async (kind) => {
    const { payer, number } = await paidTopUp()
    // A library may ask twice by itself.
    await control.orderFault({ kind, method: asks.load, outTradeNo: number, ms: 10_000, times: 9 })
    expect((await desk.check(payer, number)).data.status).toBe('pending')
    await control.clearFaults()
    clock.shift(limits.payAskEveryMs)
    expect((await desk.check(payer, number)).data.status).toBe('paid')
    expect(await desk.balanceFen(payer)).toBe(1000)
  })

  test.each(silent)('answers a new trade with %s: 503, and the same call goes on', async (kind) => {
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
    if (!ends) return
    expect((await control.trade(number)).status).toBe('TRADE_CLOSED')
    await expect(control.move(number, 'pay')).rejects.toThrow('cannot pay')
  })
}

type Refunding = Pick<GatewayPart, 'provider' | 'knowsNot' | 'tellsRefunds'> & { refund: string }

function testRefunds(
  { control }: CashierApp,
  { desk, paidTopUp, run, alertsOf }: Tools,
  { refund, provider, knowsNot = [], tellsRefunds = true }: Refunding,
): void {
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

  const unsure = (['lost_answer', 'status_500', 'no_change'] as const).filter(
    (kind) => !knowsNot.some((one) => one === kind),
  )
  // Asked twice, such a provider may pay twice: a person looks (refunds.test.ts).
  const repeated = providers[provider].canRepeatRefund ? unsure : []
  test.each(repeated)('%s: asked for again, paid once', async (kind) => {
    const { payer, number } = await credited()
    await control.orderFault({ kind, method: refund, outTradeNo: number, times: 2 })
    const asked = await back(number, null)
    expect(asked.state).toBe('asked')
    await control.clearFaults()
    await finishRefundJob({ ...ctx(), isLastAttempt: false } as never, { refundId: asked.id })
    expect(await refundedFen(number)).toBe(1000)
    expect(await desk.balanceFen(payer)).toBe(0)
  })

  if (!tellsRefunds) return
  test('that somebody made at the provider raises an alert; before the credit nothing is credited', async () => {
    const late = await credited()
    await control.move(late.number, 'refund', { refundFen: 1000, tells: false })
    await expectTaken(control.notify(late.number))
    expect(await alertsOf(late.number)).toEqual(['payment.refunded_outside'])
    expect(await desk.balanceFen(late.payer)).toBe(1000)
    const early = await paidTopUp()
    await control.move(early.number, 'refund', { refundFen: 400, tells: false })
    await expectTaken(control.notify(early.number))
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

export async function post({ url, form, isJson, headers = isJson ? JSON_BODY : FORM }: Letter): Promise<Response> {
  return fetch(url, form === null ? {} : { method: 'POST', headers, body: form })
}

const FORM = { 'content-type': 'application/x-www-form-urlencoded' }
const JSON_BODY = { 'content-type': 'application/json' }
