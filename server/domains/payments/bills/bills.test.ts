import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS, HOUR_MS } from '../../../../contract/durations.ts'
import type { Provider } from '../../../../contract/providers.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildMerchant } from '../../../test/build/own-merchant.ts'
import { makePayDesk, type Payer } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { wechatBillOf } from '../../../test/outside/bill-files.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { refundPayment } from '../refunds/refund-payment.ts'
import { askForBills, loadBill } from './load-bills.ts'

const app = await makeCashierApp()
const { db, control, shop } = app
const desk = makePayDesk(app)
checkBooksAfterEach(db)
const { bills, platformBills, platformStuckPayments } = consoleApi

/** Noon in Beijing, so that what a test does within some hours stays on its day. */
const NOON = Date.parse('2026-12-01T04:00:00Z')
let days = 0
let officer: Awaited<ReturnType<typeof buildStaff>>
/** Sessions of staff end after hours: whoever looks the next day signs in again. */
async function pass(ms: number): Promise<void> {
  clock.shift(ms)
  officer = await buildStaff(app, { resellerId: null, role: 'finance' })
}
beforeEach(async () => {
  await control.clearFaults()
  await control.change({ isOn: false })
  clock.reset()
  days += 10
  // What another test left open is none of this one's.
  await db.kysely.updateTable('billRows').set({ settledAt: clock.now() }).where('settledAt', 'is', null).execute()
  await db.kysely.updateTable('alerts').set({ resolvedAt: clock.now() }).where('resolvedAt', 'is', null).execute()
  await pass(NOON + days * DAY_MS - clock.now().getTime())
})

const idOf = async (provider: Provider) =>
  (await db.kysely.selectFrom('merchants').select('id').where('provider', '=', provider).executeTakeFirstOrThrow()).id
const merchants = { alipay: await idOf('alipay'), wechat: await idOf('wechat'), stripe: await idOf('stripe') }
const ways = { alipay: 'alipay', wechat: 'wxpay', stripe: 'card' } as const
type Name = keyof typeof merchants
const today = () => new Date(clock.now().getTime() + 8 * HOUR_MS).toISOString().slice(0, 10)

async function topUp(name: Name, amountFen = 3000): Promise<{ payer: Payer; number: string }> {
  const payer = await desk.buildPayer()
  const device = name === 'stripe' ? 'pc' : 'qr'
  const { data } = await desk.topUp(payer, amountFen, { payType: `${merchants[name]}-${ways[name]}`, device })
  return { payer, number: data.out_trade_no }
}

async function payThere(name: Name, amountFen?: number) {
  const made = await topUp(name, amountFen)
  await desk.payQuietly(made.number)
  return made
}

async function payBoth(name: Name, amountFen?: number) {
  const made = await payThere(name, amountFen)
  clock.shift(5000)
  await desk.check(made.payer, made.number)
  expect(await desk.payment(made.number)).toMatchObject({ state: 'paid' })
  return made
}

const load = (name: Name, day: string) => loadBill(desk.jobCtx(), { merchantId: merchants[name], day })
const upload = (text: string, day = today(), merchantId = merchants.wechat) =>
  officer.call(platformBills.read, { merchantId, day, bytes: Buffer.from(text).toString('base64') })
/** What WeChat has of this day, whoever paid. */
async function bill(day = today()): Promise<string> {
  const rows = await db.kysely.selectFrom('payments').select('outTradeNo').execute()
  return wechatBillOf(
    app,
    rows.map(({ outTradeNo }) => outTradeNo),
    day,
  )
}
const listed = async () => (await officer.call(platformBills.list, {})).data.rows
const rowOf = async (number: string) => (await listed()).find(({ outTradeNo }) => outTradeNo === number)
const rows = () => db.kysely.selectFrom('billRows').selectAll().execute()

describe.each(['alipay', 'wechat', 'stripe'] as const)('by itself, the bill of %s', (name) => {
  test('agrees with what is here, lists what is not, and credits nothing', async () => {
    const [both, there, other] = [await payBoth(name), await payThere(name), await topUp(name)]
    const day = name === 'stripe' ? clock.now().toISOString().slice(0, 10) : today()
    await pass(DAY_MS)
    await askForBills(desk.jobCtx())
    await load(name, day)
    expect(await rowOf(both.number)).toBeUndefined()
    expect(await rowOf(other.number)).toBeUndefined()
    const row = (await rowOf(there.number))!
    expect(row).toMatchObject({ kind: 'there', deed: 'ask', day, amount: '30.00', unit: 'CNY', amountFen: 3000 })
    expect(await desk.balanceFen(there.payer)).toBe(0)
    expect((await officer.call(platformBills.ask, { rowId: row.rowId })).data).toEqual({ found: 'settled' })
    expect(await desk.balanceFen(there.payer)).toBe(3000)
    expect(await rowOf(there.number)).toBeUndefined()
  })

  test('knows our refunds, and lists what was paid back there only', async () => {
    const [ours, theirs] = [await payBoth(name), await payBoth(name)]
    await refundPayment(desk.jobCtx(), { outTradeNo: ours.number, amountFen: 1000, reason: '退款' }, 'operator:test')
    await control.move(theirs.number, 'refund', { refundFen: 1000, tells: false })
    const day = name === 'stripe' ? clock.now().toISOString().slice(0, 10) : today()
    await pass(DAY_MS)
    await load(name, day)
    expect(await rowOf(ours.number)).toBeUndefined()
    expect(await rowOf(theirs.number)).toMatchObject({ kind: 'refund', deed: 'note', amount: '10.00' })
  })
})

test('a gateway that is down, or has no bill, leaves nothing behind', async () => {
  await payThere('wechat')
  const day = today()
  const before = (await rows()).length
  await control.orderFault({ kind: 'status_500', method: 'bill' })
  await load('wechat', day)
  await load('wechat', '2020-01-01')
  await load('alipay', '2020-01-01')
  expect(
    await db.kysely
      .selectFrom('bills')
      .select('day')
      .where('day', '=', day as never)
      .execute(),
  ).toEqual([])
  expect((await rows()).length).toBe(before)
})

test('only days that have no bill are asked for, and no account that is off', async () => {
  const jobs = () =>
    db.query<{ payload: object }>({
      name: 'test.bill_jobs',
      text: `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id where t.identifier = 'payments.load_bill'`,
    })
  await askForBills(desk.jobCtx())
  const asked = (await jobs()).map(({ payload }) => payload as { merchantId: string; day: string })
  const yesterday = new Date(clock.now().getTime() + 8 * HOUR_MS - DAY_MS).toISOString().slice(0, 10)
  expect(asked).toContainEqual({ merchantId: merchants.alipay, day: yesterday })
  const ids = new Set(asked.map(({ merchantId }) => merchantId))
  expect([...ids].sort()).toEqual(Object.values(merchants).sort())
})

describe('a bill that staff upload', () => {
  test('is compared once and again, and lists each side and what differs', async () => {
    const [both, there, here, cheap] = [
      await payBoth('wechat'),
      await payThere('wechat'),
      await payBoth('wechat'),
      await payBoth('wechat'),
    ]
    const whole = await bill()
    const without = whole.split('\r\n').filter((line) => !line.includes(here.number))
    const wrong = without.map((line) => (line.includes(cheap.number) ? line.replaceAll('30.00', '29.00') : line))
    const unknown = whole.split('\r\n').find((line) => line.includes(both.number))!
    const lineOf = (tradeNo: string, outTradeNo: string) =>
      unknown.split(',').with(5, tradeNo).with(6, outTradeNo).join(',')
    const lost = lineOf('`4299999999', `\`${both.number.slice(0, -4)}zzzz`)
    const stranger = lineOf('`4299999998', '`shop-17')
    const text = [wrong[0], ...wrong.slice(1, -3), lost, stranger, ...wrong.slice(-3)].join('\r\n')
    // All days in which a payment can have been counted need a bill before it is missing.
    expect((await upload(text)).data).toEqual({ paid: 4, refunds: 0, others: 1, differences: 4 })
    expect((await upload(text)).data).toMatchObject({ paid: 4, differences: 4 })
    expect(await rowOf(there.number)).toMatchObject({ kind: 'there', deed: 'ask' })
    expect(await rowOf(here.number)).toMatchObject({ kind: 'here', deed: 'note', amount: null, amountFen: 3000 })
    expect(await rowOf(cheap.number)).toMatchObject({
      kind: 'differs',
      deed: 'refund',
      amount: '29.00',
      amountFen: 3000,
    })
    expect(await rowOf(both.number)).toBeUndefined()
    const loose = (await listed()).find(({ tradeNo }) => tradeNo === '4299999999')!
    expect(loose).toMatchObject({ kind: 'there', deed: 'credit', paymentId: null })
    expect(await desk.balanceFen(there.payer)).toBe(0)
    const alerts = () =>
      db.kysely
        .selectFrom('alerts')
        .select('kind')
        .where('kind', '=', 'payment.bill_differs')
        .where('resolvedAt', 'is', null)
    expect(await alerts().execute()).toHaveLength(1)
    // The deeds: money without a payment is a person's word, and then both agree.
    const { resellerId, id: accountId } = both.payer
    const credit = { resellerId, accountId, merchantId: merchants.wechat, amountFen: 3000, reason: '账单里有' }
    expect(
      (await officer.call(platformStuckPayments.credit, { ...credit, proof: { number: '4299999999' } })).data,
    ).toMatchObject({ state: 'done' })
    expect((await listed()).some(({ tradeNo }) => tradeNo === '4299999999')).toBe(false)
    await officer.call(platformBills.ask, { rowId: (await rowOf(there.number))!.rowId })
    for (const { number } of [here, cheap])
      expect(
        (await officer.call(platformBills.note, { rowId: (await rowOf(number))!.rowId, text: '查过了' })).status,
      ).toBe(200)
    expect((await upload(text)).data).toMatchObject({ differences: 0 })
    expect(await alerts().execute()).toEqual([])
  })

  test('a payment over midnight is missing only when both days have a bill, and not if either has it', async () => {
    await pass(12 * HOUR_MS - 60_000)
    const [first, second] = [await payThere('wechat'), await payThere('wechat')]
    const evening = today()
    await pass(120_000)
    for (const { payer, number } of [first, second]) await desk.check(payer, number)
    const both = (await bill(evening)).split('\r\n')
    const text = both.filter((line) => !line.includes(second.number)).join('\r\n')
    expect((await upload(text, today())).code).toBe('bill.other_day')
    await upload(text, evening)
    expect(await rowOf(second.number)).toBeUndefined()
    await upload(both.slice(0, 1).concat(both.slice(-3)).join('\r\n'), today())
    expect(await rowOf(first.number)).toBeUndefined()
    expect(await rowOf(second.number)).toMatchObject({ kind: 'here' })
    await upload(both.join('\r\n'), evening)
    expect(await rowOf(second.number)).toBeUndefined()
  })

  test('two people at once read it once', async () => {
    await payThere('wechat')
    const text = await bill()
    const answers = await Promise.all([upload(text), upload(text), upload(text)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const ofDay = db.kysely.selectFrom('billRows').select('number').where('merchantId', '=', merchants.wechat)
    expect(await ofDay.where('day', '=', today() as never).execute()).toHaveLength(1)
  })

  test('what is not whole, of another day or of another account changes nothing', async () => {
    await payThere('wechat')
    const text = await bill()
    const before = await rows()
    const half = text.slice(0, text.lastIndexOf('`NATIVE'))
    expect((await upload(half)).code).toBe('bill.line')
    expect((await upload(text, '2020-01-01')).code).toBe('bill.other_day')
    expect((await upload(text, '2026-02-31')).status).toBe(400)
    expect((await upload(text, '2099-01-01')).status).toBe(400)
    expect((await upload(text.replaceAll(shop.mchId, '1234567890'))).code).toBe('bill.other_merchant')
    expect((await upload(text, today(), merchants.alipay)).code).toBe('bill.columns')
    expect((await upload('hello')).code).toBe('bill.columns')
    expect((await upload(text, today(), await idOf('usdt'))).code).toBe('bill.none')
    expect(await rows()).toEqual(before)
  })
})

test('a reseller reads the bills of its own merchants only', async () => {
  const { resellerId } = await desk.buildPayer()
  const { id: merchantId, shop: own } = await buildMerchant(app, resellerId)
  const buyer = await desk.buildPayer(resellerId)
  const { data } = await desk.topUp(buyer, 1000, { payType: `${merchantId}-alipay` })
  await desk.payQuietly(data.out_trade_no)
  const day = today()
  await pass(DAY_MS)
  await loadBill(desk.jobCtx(), { merchantId, day })
  const owner = await buildStaff(app, { resellerId })
  const { rows: mine, merchants: accounts } = (await owner.call(bills.list, {})).data
  expect(mine).toMatchObject([{ outTradeNo: data.out_trade_no, deed: 'ask', merchantId }])
  expect(accounts).toMatchObject([{ merchantId, isDaily: true, lastDay: day }])
  expect((await listed()).some((row) => row.merchantId === merchantId)).toBe(false)
  expect(own.sellerId).not.toBe(shop.sellerId)
  const rowId = mine[0]!.rowId
  const stranger = await buildStaff(app, { resellerId: (await desk.buildPayer()).resellerId })
  const bytes = Buffer.from('x,y').toString('base64')
  for (const by of [stranger]) {
    expect((await by.call(bills.ask, { rowId })).code).toBe('object.unknown')
    expect((await by.call(bills.note, { rowId, text: '看过' })).code).toBe('object.unknown')
    expect((await by.call(bills.read, { merchantId, day, bytes })).code).toBe('object.unknown')
  }
  expect((await officer.call(platformBills.ask, { rowId })).code).toBe('object.unknown')
  expect((await owner.call(bills.read, { merchantId: merchants.alipay, day, bytes })).code).toBe('object.unknown')
  const manager = await buildStaff(app, { resellerId, role: 'manager' })
  expect((await manager.call(bills.list, {})).code).toBe('staff.forbidden')
  expect((await owner.call(bills.ask, { rowId })).data).toEqual({ found: 'settled' })
  expect(await desk.balanceFen(buyer)).toBe(1000)
  expect(
    (await app.call(api.payments.check, { out_trade_no: data.out_trade_no }, { token: buyer.token })).data.status,
  ).toBe('paid')
})
