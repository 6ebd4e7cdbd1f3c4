import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { fund, fundReseller } from '../../../test/build/money-factories.ts'
import { makePayDesk, PRICE, type Payer } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { askGateway } from '../../payments/check-payment.ts'
import { refundPayment } from '../../payments/refunds/refund-payment.ts'
import { declineWish } from '../../payments/wishes/answer-wish.ts'
import { grantWish } from '../../payments/wishes/grant-wish.ts'

const app = await makeCashierApp()
const { db, call } = app
checkBooksAfterEach(db)
const desk = makePayDesk(app)
const { orders } = consoleApi

beforeEach(() => clock.reset())

/** An order paid online without a notify, found by asking the gateway. */
async function buySomething(payer: Payer) {
  await fundReseller(db, payer.resellerId, 10_000)
  const orderId = await desk.buildOrder(payer)
  const { out_trade_no: outTradeNo } = (await desk.payOrder(payer, orderId)).data
  await desk.payQuietly(outTradeNo)
  clock.shift(5000)
  await askGateway(desk.jobCtx(), await desk.payment(outTradeNo))
  return { orderId, outTradeNo }
}

describe('the list', () => {
  test('can be searched, filtered, sorted and paged, and shows only this reseller', async () => {
    const payer = await desk.buildPayer()
    const other = await desk.buildPayer()
    const bought = await buySomething(payer)
    clock.shift(1000)
    const waiting = await desk.buildOrder({ ...(await desk.buildPayer(payer.resellerId)) })
    await buySomething(other)
    const { call: ask } = await buildStaff(app, { resellerId: payer.resellerId })
    const ids = async (input: object) => (await ask(orders.list, input)).data.rows.map(({ orderId }) => orderId)
    expect(await ids({})).toEqual([waiting, bought.orderId])
    expect(await ids({ sort: 'createdAt' })).toEqual([bought.orderId, waiting])
    expect(await ids({ state: 'paid' })).toEqual([bought.orderId])
    expect(await ids({ search: bought.orderId.slice(0, 8) })).toEqual([bought.orderId])
    expect(await ids({ search: bought.outTradeNo })).toEqual([bought.orderId])
    const { userName } = (await ask(orders.list, { state: 'paid' })).data.rows[0]!.buyer
    expect(await ids({ search: userName.slice(0, -2).toUpperCase() })).toContain(bought.orderId)
    expect(await ids({ search: 'nobody' })).toEqual([])
    expect(await ids({ minFen: PRICE.retailFen + 1 })).toEqual([])
    expect(await ids({ to: '2020-01-01' })).toEqual([])
    const first = (await ask(orders.list, { limit: 1 })).data
    expect([first.count, first.countIsFloor, first.rows[0]!.orderId]).toEqual([2, false, waiting])
    expect(await ids({ limit: 1, cursor: first.nextCursor! })).toEqual([bought.orderId])
  })

  test('wholesale and margin need the permission to read prices; every look and file is audited', async () => {
    const payer = await desk.buildPayer()
    await buySomething(payer)
    const { resellerId } = payer
    const owner = await buildStaff(app, { resellerId })
    const support = await buildStaff(app, { resellerId, role: 'support' })
    const seen = (await owner.call(orders.list, {})).data.rows[0]!
    expect([seen.wholesaleFen, seen.marginFen]).toEqual([1800, 1200])
    const hidden = (await support.call(orders.list, {})).data.rows[0]!
    expect([hidden.wholesaleFen, hidden.marginFen, hidden.totalFen]).toEqual([null, null, 3000])
    const file = (await owner.call(orders.export, {})).data
    expect(file.text).toContain('18.00,12.00')
    expect((await support.call(orders.export, {})).data.text).not.toContain('18.00')
    const looks = await db.kysely
      .selectFrom('auditLog')
      .select(['actor', 'action'])
      .where('resellerId', '=', resellerId)
      .where('actor', 'like', 'staff:%')
      .orderBy('id')
      .execute()
    expect(looks).toEqual([
      { actor: `staff:${owner.staffId}`, action: 'orders.listed' },
      { actor: `staff:${support.staffId}`, action: 'orders.listed' },
      { actor: `staff:${owner.staffId}`, action: 'orders.exported' },
      { actor: `staff:${support.staffId}`, action: 'orders.exported' },
    ])
  })
})

describe('one order', () => {
  test('shows every step, but the legs only with the permission to read money', async () => {
    const payer = await desk.buildPayer()
    const { orderId, outTradeNo } = await buySomething(payer)
    clock.shift(60_000)
    await refundPayment(desk.jobCtx(), { outTradeNo, amountFen: 1000, reason: 'slow' }, 'operator:test')
    const owner = await buildStaff(app, { resellerId: payer.resellerId })
    const { data: shown } = await owner.call(orders.show, { orderId })
    expect(shown.steps.map(({ kind }) => kind)).toEqual([
      'made',
      'payment_begun',
      'payment_paid',
      'settled',
      'refund_asked',
      'refunded',
    ])
    const legs = shown.steps.find(({ kind }) => kind === 'settled')!.legs!
    expect(legs.find(({ account }) => account === 'platform')!.amountFen).toBe(1800)
    expect(shown).toMatchObject({ refundedFen: 1000, refundableFen: 2000, marginFen: 800 })
    const support = await buildStaff(app, { resellerId: payer.resellerId, role: 'support' })
    const { data: plain, text } = await support.call(orders.show, { orderId })
    expect(plain.steps.map(({ legs: hidden }) => hidden)).toEqual(plain.steps.map(() => null))
    expect(text).not.toContain('1800')
  })

  test("another reseller's order and an unknown one get the same answer", async () => {
    const payer = await desk.buildPayer()
    const orderId = await desk.buildOrder(payer)
    const stranger = await buildStaff(app, { resellerId: (await desk.buildPayer()).resellerId })
    for (const id of [orderId, randomUUID()]) {
      const { status, code } = await stranger.call(orders.show, { orderId: id })
      expect([status, code]).toEqual([422, 'object.unknown'])
      const wish = await stranger.call(orders.wishRefund, { orderId: id, amountFen: 1, reason: 'mine' })
      expect([wish.status, wish.code]).toEqual([422, 'object.unknown'])
    }
  })
})

describe('asking the operator for a refund', () => {
  const alertOf = (wish: number) =>
    db.kysely
      .selectFrom('alerts')
      .select(['kind', 'resolvedAt'])
      .where('subject', '=', `wish:${wish}`)
      .executeTakeFirstOrThrow()

  test('raises an alert and appears in the list; when granted, the money goes back the way it came', async () => {
    const payer = await desk.buildPayer()
    const { orderId } = await buySomething(payer)
    const { call: ask } = await buildStaff(app, { resellerId: payer.resellerId, role: 'support' })
    expect((await ask(orders.wishRefund, { orderId, amountFen: 3001, reason: 'x' })).code).toBe('refund.too_much')
    const { data: wish } = await ask(orders.wishRefund, { orderId, amountFen: 3000, reason: 'never worked' })
    expect(wish.state).toBe('open')
    expect((await ask(orders.wishRefund, { orderId, amountFen: 3000, reason: 'again' })).code).toBe('refund.wished')
    const { id } = await db.kysely
      .selectFrom('refundWishes')
      .select('id')
      .where('orderId', '=', orderId)
      .executeTakeFirstOrThrow()
    expect(await alertOf(id)).toEqual({ kind: 'refund.wished', resolvedAt: null })
    expect(await grantWish(desk.jobCtx(), id, 'operator:test')).toEqual({ amountFen: 3000, state: 'done' })
    expect((await alertOf(id)).resolvedAt).not.toBeNull()
    const { data: after } = await ask(orders.show, { orderId })
    expect([after.state, after.wish!.state]).toEqual(['refunded', 'done'])
  })

  test('money paid from the balance goes back to it; when declined, the answer is shown beside the order', async () => {
    const payer = await desk.buildPayer()
    await fund(db, payer, 3000)
    const plan = await desk.buildOrder(payer)
    await call(api.orders.cancel, { orderId: plan }, { token: payer.token })
    const { packageId } = await db.kysely
      .selectFrom('orders')
      .select('packageId')
      .where('id', '=', plan)
      .executeTakeFirstOrThrow()
    const wishFor = { action: 'new', packageId: String(packageId), period: 'month' } as const
    const { quoteId } = (await call(api.packages.quote, wishFor, { token: payer.token })).data
    const buy = { quoteId, payBy: 'balance', key: randomUUID() } as const
    const { orderId } = (await call(api.packages.buy, buy, { token: payer.token })).data
    const { call: ask } = await buildStaff(app, { resellerId: payer.resellerId })
    const open = async () => {
      await ask(orders.wishRefund, { orderId, amountFen: 1000, reason: 'slow' })
      const rows = await db.kysely
        .selectFrom('refundWishes')
        .select('id')
        .where('orderId', '=', orderId)
        .where('state', '=', 'open')
        .execute()
      return rows[0]!.id
    }
    const first = await open()
    clock.shift(1000)
    await declineWish({ db, now: clock.now() }, { id: first, answer: 'used it all' }, 'operator:test')
    expect((await alertOf(first)).resolvedAt).not.toBeNull()
    const { data: declined } = await ask(orders.show, { orderId })
    expect(declined.wish).toMatchObject({ state: 'declined', answer: 'used it all' })
    clock.shift(1000)
    const second = await open()
    clock.shift(1000)
    expect((await alertOf(second)).resolvedAt).toBeNull()
    await grantWish(desk.jobCtx(), second, 'operator:test')
    expect((await alertOf(second)).resolvedAt).not.toBeNull()
    expect(await desk.balanceFen(payer)).toBe(1000)
    const { data: granted } = await ask(orders.show, { orderId })
    expect(granted.steps.map(({ kind }) => kind)).toEqual([
      'made',
      'settled',
      'refund_wished',
      'wish_declined',
      'refund_wished',
      'refunded',
    ])
  })
})
