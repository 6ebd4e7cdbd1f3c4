import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { BEFORE, raceOrder } from '../../test/attack/order-races.ts'
import { buildPackage } from '../../test/build/money-factories.ts'
import { openShop } from '../../test/build/shop.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { waitUntil } from '../../test/run/wait-until.ts'

const testApp = await makeApp()
checkBooksAfterEach(testApp.db)

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

const ROUNDS = 4

test('fifty connections cancel one order: it is cancelled once', async () => {
  const outcome = await raceOrder(testApp, () => 'cancel')
  expect(outcome).toMatchObject({ state: 'cancelled', stock: BEFORE.stock, balanceFen: BEFORE.balanceFen })
  // Cancelling a cancelled order is no error.
  expect(new Set(outcome.cancels)).toEqual(new Set([200]))
})

test('fifty connections pay one order: it is paid once', async () => {
  const outcome = await raceOrder(testApp, () => 'pay')
  const paid = { state: 'paid', stock: BEFORE.stock - 1, balanceFen: BEFORE.balanceFen - BEFORE.priceFen }
  expect(outcome).toMatchObject({ ...paid, serviceState: 'active' })
  expect(new Set(outcome.pays)).toEqual(new Set([200]))
})

test('of twenty-five cancellations and twenty-five payments one side wins completely', async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const outcome = await raceOrder(testApp, (index) => ((index + round) % 2 === 0 ? 'cancel' : 'pay'))
    const { state, stock, balanceFen, serviceState, cancels, pays } = outcome
    const [won, lost] = state === 'paid' ? [pays, cancels] : [cancels, pays]
    expect(new Set(won)).toEqual(new Set([200]))
    expect(new Set(lost)).toEqual(new Set([409]))
    const whole =
      state === 'paid'
        ? ['paid', BEFORE.stock - 1, BEFORE.balanceFen - BEFORE.priceFen, 'active']
        : ['cancelled', BEFORE.stock, BEFORE.balanceFen, 'none']
    expect([state, stock, balanceFen, serviceState]).toEqual(whole)
  }
})

test('two tabs at once, one to pay online, one from the balance: one is sold, and the open order can be given up', async () => {
  const { call, db } = testApp
  const { buildBuyer, quote, buy, balanceOf, infoOf } = openShop(testApp)
  const buyer = await buildBuyer({ fen: BEFORE.balanceFen })
  const plan = await buildPackage(db, { stock: BEFORE.stock, prices: { month: BEFORE.priceFen } })
  const quotes = [(await quote(buyer, plan)).data, (await quote(buyer, plan)).data] as const
  // Both have looked for open orders, and wait for the stock.
  const holder = await db.pool.connect()
  await holder.query('begin')
  await holder.query('select from packages where id = $1 for update', [plan.id])
  const waiting = async () => {
    const text = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    return (await db.pool.query(text)).rowCount ?? 0
  }
  const online = buy(buyer, quotes[0].quoteId, 'online')
  await waitUntil(async () => (await waiting()) === 1, 'the first tab to wait')
  const paid = buy(buyer, quotes[1].quoteId)
  await waitUntil(async () => (await waiting()) === 2, 'the second tab to wait')
  await holder.query('rollback')
  holder.release()
  const answers = [await online, await paid]
  expect(answers.map(({ status, text }) => (status === 200 ? 200 : text))).toEqual([200, 200])
  expect((await infoOf(buyer)).state).toBe('active')
  // It began a package, and one runs now.
  const again = await buy(buyer, quotes[0].quoteId)
  expect([again.status, again.code]).toEqual([409, 'order.wrong_action'])
  expect(await balanceOf(buyer)).toBe(BEFORE.balanceFen - BEFORE.priceFen)
  const { orderId } = answers[0]!.data
  expect((await call(api.orders.cancel, { orderId }, { token: buyer.token })).status).toBe(200)
  const { stock } = await db.kysely
    .selectFrom('packages')
    .select('stock')
    .where('id', '=', plan.id)
    .executeTakeFirstOrThrow()
  expect(stock).toBe(BEFORE.stock - 1)
})
