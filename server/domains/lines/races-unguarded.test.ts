import { beforeAll, expect, test, vi } from 'vitest'

import { CAPACITY, LIMIT, raceCapacity, raceLimit } from '../../test/attack/line-races.ts'
import { makeApp } from '../../test/run/make-app.ts'

// The races of races.test.ts without their two locks: the subscription is only read and the node not locked. If these
// did not break, those races would prove nothing.
vi.mock('../subscriptions/subscription-store.ts', async (original) => {
  const real = await original<typeof import('../subscriptions/subscription-store.ts')>()
  return { ...real, lockSubscription: real.getSubscription }
})
vi.mock('./queries.ts', async (original) => ({
  ...(await original<typeof import('./queries.ts')>()),
  lockNodes: async () => {},
}))

const testApp = await makeApp()

beforeAll(async () => {
  await testApp.app.listen({ port: 0, host: '127.0.0.1' })
})

/** Chance may hide a missing guard once, but hardly five times. */
async function worstOf(race: () => Promise<{ placed: number }>, enough: number): Promise<number> {
  let worst = 0
  for (let round = 0; round < 5 && worst <= enough; round += 1) worst = Math.max(worst, (await race()).placed)
  return worst
}

test('without the lock of the subscription a user gets more lines than the package has', async () => {
  expect(await worstOf(() => raceLimit(testApp), LIMIT)).toBeGreaterThan(LIMIT)
})

test('without the lock of the node it gets more lines than its capacity', async () => {
  expect(await worstOf(() => raceCapacity(testApp), CAPACITY)).toBeGreaterThan(CAPACITY)
})
