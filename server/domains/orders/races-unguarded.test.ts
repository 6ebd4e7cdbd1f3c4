import { beforeAll, expect, test, vi } from 'vitest'

import { BEFORE, raceOrder } from '../../test/attack/order-races.ts'
import { makeApp } from '../../test/run/make-app.ts'

// The same races without the one condition that guards them: every update takes an order in any state. If nothing broke
// here, the guarded races would prove nothing.
vi.mock('../../platform/db/states-before.ts', () => ({ statesBefore: (moves: object) => Object.keys(moves) }))

const testApp = await makeApp()

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

test('without the condition fifty cancellations return the stock fifty times', async () => {
  const { stock } = await raceOrder(testApp, () => 'cancel')
  expect(stock).toBe(BEFORE.stock - 1 + 50)
})

test('without the condition an order can be cancelled and paid', async () => {
  const outcomes = []
  for (let round = 0; round < 4; round += 1) {
    outcomes.push(await raceOrder(testApp, (index) => (index < 25 ? 'cancel' : 'pay')))
  }
  const broken = outcomes.filter(({ stock, cancels, pays }) => {
    const hasTwoWinners = cancels.includes(200) && pays.includes(200)
    return hasTwoWinners || (stock ?? 0) > BEFORE.stock
  })
  expect(broken.length).toBeGreaterThan(0)
})
