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

test('without the condition an order is cancelled and paid, or only the schema stops that', async () => {
  const { stock, cancels } = await raceOrder(testApp, (index) => (index < 25 ? 'cancel' : 'pay'))
  // Cancelled first, the order gives its stock back more than once. Paid first, a constraint fails each cancellation.
  expect((stock ?? 0) > BEFORE.stock || cancels.includes(500)).toBe(true)
})
