import { beforeAll, expect, test } from 'vitest'

import { BEFORE, raceOrder } from '../../test/attack/order-races.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeApp } from '../../test/run/make-app.ts'

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
