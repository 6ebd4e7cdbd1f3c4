import { randomUUID } from 'node:crypto'
import { expect, test, vi } from 'vitest'

import { isFair, raceCancel, raceNotifies, raceTabs, TOP_UP_FEN } from '../../test/attack/payment-races.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'

// The same races without their guards: no lock on a payment, no condition on its state, no natural key in the ledger,
// no condition on an order, no unique keys. If nothing broke here, the guarded races would prove nothing.
vi.mock('./queries.ts', async (load) => {
  const real = await load<typeof import('./queries.ts')>()
  return { ...real, lockPayment: real.loadPayment }
})
vi.mock('../../platform/db/states-before.ts', () => ({ statesBefore: (moves: object) => Object.keys(moves) }))
vi.mock('../ledger/post.ts', async (load) => {
  const real = await load<typeof import('../ledger/post.ts')>()
  const post: typeof real.post = (ctx, entry) => real.post(ctx, { ...entry, key: `${entry.key}:${randomUUID()}` })
  return { ...real, post }
})

const app = await makeCashierApp()

test('without the guards one notify is credited many times', async () => {
  const { balanceFen } = await raceNotifies(app)
  expect(balanceFen).toBeGreaterThan(TOP_UP_FEN)
})

test('without the guards an order is sold more than once, or cancelled and sold', async () => {
  await app.db.pool.query('alter table subscription_pieces drop constraint subscription_pieces_order_id_key')
  const outcomes = []
  for (let round = 0; round < 4; round += 1) outcomes.push(await raceCancel(app))
  expect(outcomes.every(isFair)).toBe(false)
})

test('without the unique index one order has several open payments', async () => {
  await app.db.pool.query('drop index payments_one_open')
  const { open } = await raceTabs(app)
  expect(open).toBeGreaterThan(1)
})
