import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../../contract/console/api.ts'
import { clock } from '../../../../platform/clock.ts'
import { buildStaff } from '../../../../test/build/build-staff.ts'
import { buildPackage } from '../../../../test/build/money-factories.ts'
import { makePayDesk } from '../../../../test/build/pay-desk.ts'
import { openShop } from '../../../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../../../test/look/books.ts'
import { dumpEveryRow } from '../../../../test/look/every-row.ts'
import { makeCashierApp } from '../../../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../../../ledger/load-balance.ts'

const made = await makeCashierApp()
const { db } = made
const desk = makePayDesk(made)
const shop = openShop(made)
checkBooksAfterEach(db)
const { refunds, orders, adjustments } = consoleApi
const PRICE = { retailFen: 3000, wholesaleFen: 1000 }
let nextReseller = 6950

beforeEach(() => clock.reset())

/** An order paid from the balance, and an operator who may refund it. */
async function buildBought() {
  const resellerId = (nextReseller += 1)
  const plan = await buildPackage(db, { resellerId, prices: { month: PRICE } })
  const buyer = await shop.buildBuyer({ resellerId })
  const { orderId } = await shop.purchase(buyer, plan)
  const { userName } = await db.kysely
    .selectFrom('accounts')
    .select('userName')
    .where('id', '=', buyer.account.id)
    .executeTakeFirstOrThrow()
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const userFen = () => loadBalanceFen({ db }, { kind: 'user', resellerId, accountId: buyer.account.id })
  return { resellerId, userName, orderId, ask, userFen }
}

test('a preview shows the effects of a refund to the fen and changes nothing', async () => {
  const { resellerId, orderId, userName, ask, userFen } = await buildBought()
  const found = (await ask(refunds.find, { number: orderId })).data
  expect(found).toMatchObject({ resellerId, orderId, leftFen: 3000, way: 'balance', userName })
  const subject = { resellerId, orderId }
  const before = await dumpEveryRow(db)
  const { data } = await ask(refunds.preview, { ...subject, amountFen: 1500 })
  expect(await dumpEveryRow(db)).toBe(before)
  expect(data.moves.reduce((sum, { amountFen }) => sum + amountFen, 0)).toBe(0)
  expect(data.moves).toContainEqual({ account: 'user', whose: 'user', amountFen: 1500 })
  expect(data.moves).toContainEqual({ account: 'platform', whose: 'platform', amountFen: -500 })
  expect(Date.parse(data.service!.expiresAfter!)).toBeLessThan(Date.parse(data.service!.expiresBefore!))
  const had = await userFen()
  const wish = { ...subject, amountFen: 1500, reason: '线路不稳', key: randomUUID() }
  expect((await ask(refunds.make, wish)).data).toEqual({ state: 'done', amountFen: 1500 })
  expect((await ask(refunds.make, wish)).data).toEqual({ state: 'done', amountFen: 1500 })
  expect((await userFen()) - had).toBe(1500)
  expect((await ask(refunds.make, { ...wish, amountFen: 1400 })).code).toBe('request.key_reused')
  expect((await ask(refunds.make, { ...wish, amountFen: 1501, key: randomUUID() })).code).toBe('refund.too_much')
  expect((await ask(refunds.preview, { ...subject, amountFen: 1501 })).code).toBe('refund.too_much')
})

test('a gateway payment goes back to the gateway once, however often the button is pressed', async () => {
  const payer = await desk.buildPayer()
  const orderId = await desk.buildOrder(payer)
  const { data } = await desk.payOrder(payer, orderId)
  await desk.payQuietly(data.out_trade_no)
  await desk.check(payer, data.out_trade_no)
  const { call: ask } = await buildStaff(made, { resellerId: null })
  const found = (await ask(refunds.find, { number: data.out_trade_no })).data
  expect(found).toMatchObject({ orderId, outTradeNo: data.out_trade_no, way: 'gateway', leftFen: 3000 })
  const wish = { resellerId: payer.resellerId, orderId, amountFen: 1000, reason: 'x', key: randomUUID() }
  const all = await Promise.all(Array.from({ length: 4 }, () => ask(refunds.make, wish)))
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const rows = (await ask(refunds.list, {})).data.rows.filter(({ outTradeNo }) => outTradeNo === data.out_trade_no)
  expect(rows).toMatchObject([{ state: 'done', amountFen: 1000 }])
  expect((await ask(refunds.find, { number: orderId })).data.leftFen).toBe(2000)
})

test('a wish is granted or declined once, and another reseller’s order is unknown', async () => {
  const { resellerId, orderId, ask } = await buildBought()
  const { call: staff } = await buildStaff(made, { resellerId })
  await staff(orders.wishRefund, { orderId, amountFen: 600, reason: 'never worked' })
  const wish = (await ask(refunds.wishes, {})).data.rows.find((row) => row.orderId === orderId)!
  expect(wish).toMatchObject({ resellerId, amountFen: 600, reason: 'never worked' })
  expect((await ask(refunds.grant, { wishId: wish.wishId })).data).toEqual({ state: 'done', amountFen: 600 })
  expect((await ask(refunds.grant, { wishId: wish.wishId })).code).toBe('object.unknown')
  expect((await ask(refunds.decline, { wishId: wish.wishId, answer: 'no' })).code).toBe('object.unknown')
  const foreign = { resellerId: resellerId + 1, orderId, amountFen: 1 }
  expect((await ask(refunds.preview, foreign)).code).toBe('object.unknown')
  expect((await ask(refunds.make, { ...foreign, reason: 'x', key: randomUUID() })).code).toBe('object.unknown')
  expect((await ask(refunds.find, { number: randomUUID() })).code).toBe('object.unknown')
  expect((await staff(refunds.find, { number: orderId })).code).toBe('staff.forbidden')
})

test('an adjustment needs a reason, is booked once per key, and never makes a debt', async () => {
  const { resellerId, userName, ask, userFen } = await buildBought()
  const look = (await ask(adjustments.look, { resellerId, userName })).data
  expect(look).toMatchObject({ userName, balanceFen: await userFen(), owedFen: 0 })
  const wish = { resellerId, userName, how: 'given', amountFen: 250, reason: '补偿', key: randomUUID() } as const
  const first = (await ask(adjustments.make, wish)).data
  expect(first.balanceFen).toBe(look.balanceFen + 250)
  expect((await ask(adjustments.make, wish)).data).toEqual(first)
  const taken = { ...wish, how: 'taken', amountFen: 99_999_999, key: randomUUID() } as const
  const { rows } = (await ask(adjustments.list, {})).data
  expect(rows[0]).toMatchObject({ resellerId, userName, how: wish.how, amountFen: wish.amountFen, reason: wish.reason })
  expect(rows.filter(({ reason }) => reason === wish.reason)).toHaveLength(1)
  expect((await ask(adjustments.make, taken)).code).toBe('balance.short')
  expect((await ask(adjustments.make, { ...wish, reason: '  ', key: randomUUID() })).status).toBe(400)
  expect((await ask(adjustments.make, { ...wish, userName: 'nobody-here', key: randomUUID() })).code).toBe(
    'object.unknown',
  )
  expect((await ask(adjustments.look, { resellerId: 999_999 })).code).toBe('reseller.unknown')
  expect(await userFen()).toBe(first.balanceFen)
  const { call: manager } = await buildStaff(made, { resellerId: null, role: 'manager' })
  expect((await manager(adjustments.make, wish)).code).toBe('staff.forbidden')
})
