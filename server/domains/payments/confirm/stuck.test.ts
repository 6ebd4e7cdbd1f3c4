import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { fund } from '../../../test/build/money-factories.ts'
import { makePayDesk } from '../../../test/build/pay-desk.ts'
import { checkBooksAfterEach } from '../../../test/look/books.ts'
import { makeCashierApp } from '../../../test/run/make-cashier-app.ts'
import { loadBalanceFen } from '../../ledger/load-balance.ts'

const app = await makeCashierApp()
const { db, control } = app
const desk = makePayDesk(app)
checkBooksAfterEach(db)
const { platformStuckPayments, stuckPayments } = consoleApi
const OWN_FEN = 2000
const PART_FEN = 1200

/** A part of the price is held, and nobody pays the rest. */
async function buildStuck() {
  const payer = await desk.buildPayer()
  await fund(db, payer, OWN_FEN)
  const orderId = await desk.buildOrder(payer)
  const number = (await desk.pay(payer, { type: 'package', orderId, balanceFen: PART_FEN })).data.out_trade_no
  const { resellerId } = payer
  const support = await buildStaff(app, { resellerId, role: 'support' })
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  const wish = { paymentId: (await desk.payment(number)).id }
  const ofUser = (kind: 'user' | 'order_hold') => loadBalanceFen({ db }, { kind, resellerId, accountId: payer.id })
  const money = async () => [await ofUser('user'), await ofUser('order_hold')]
  const orderState = async () => (await app.call(api.orders.detail, { orderId }, { token: payer.token })).data.state
  return { number, resellerId, support, operator, wish, money, orderState }
}

test('staff end a payment that nobody finishes: here and at the gateway, and what it held is free', async () => {
  const { number, support, wish, money, orderState } = await buildStuck()
  expect(await money()).toEqual([OWN_FEN - PART_FEN, PART_FEN])
  const stranger = await buildStaff(app, { resellerId: (await desk.buildPayer()).resellerId })
  expect((await stranger.call(stuckPayments.cancel, wish)).code).toBe('object.unknown')
  expect((await support.call(stuckPayments.cancel, wish)).data).toEqual({ state: 'closed', found: 'closed' })
  expect(await money()).toEqual([OWN_FEN, 0])
  expect(await orderState()).toBe('pending')
  // The sandbox opens a trade when its page is opened, so there may be none to close.
  expect((await control.trade(number)).status).not.toBe('TRADE_SUCCESS')
  expect((await support.call(stuckPayments.cancel, wish)).data.found).toBe('closed')
  const noted = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'actor'])
    .where('subject', '=', `payment:${wish.paymentId}`)
    .execute()
  expect(noted.map(({ action }) => action)).toEqual(['payment.cancelled', 'payment.cancelled'])
})

test('what is found paid at that moment is credited and not cancelled', async () => {
  const { number, support, wish, money, orderState } = await buildStuck()
  await desk.payQuietly(number)
  expect((await support.call(stuckPayments.cancel, wish)).data).toEqual({ state: 'paid', found: 'settled' })
  expect([await orderState(), await money()]).toEqual(['paid', [OWN_FEN - PART_FEN, 0]])
  expect((await support.call(stuckPayments.cancel, wish)).data.found).toBe('repeated')
})

test('the platform asks about and ends payments of any reseller, and of no other than the one it names', async () => {
  const { resellerId, operator, wish, money } = await buildStuck()
  const named = { ...wish, resellerId }
  expect((await operator.call(platformStuckPayments.ask, { ...wish, resellerId: 0 })).code).toBe('object.unknown')
  expect((await operator.call(platformStuckPayments.cancel, { ...wish, resellerId: 0 })).code).toBe('object.unknown')
  expect((await operator.call(platformStuckPayments.ask, named)).data).toEqual({ state: 'pending', found: 'open' })
  expect((await operator.call(platformStuckPayments.cancel, named)).data.found).toBe('closed')
  expect(await money()).toEqual([OWN_FEN, 0])
})
