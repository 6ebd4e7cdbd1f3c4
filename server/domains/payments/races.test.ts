import { expect, test } from 'vitest'

import { makeCashierApp } from '../../test/make-cashier-app.ts'
import { checkBooksAfterEach } from '../../test/money-factories.ts'
import { raceCancel, raceNotifies, raceTabs, TOP_UP_FEN } from '../../test/payment-races.ts'

const app = await makeCashierApp()
checkBooksAfterEach(app.db)

test('fifty connections with one notify and the checks of its payer: credited once, everybody told so', async () => {
  for (let round = 0; round < 3; round += 1) {
    const { answers, balanceFen } = await raceNotifies(app)
    expect(balanceFen).toBe(TOP_UP_FEN)
    expect(new Set(answers)).toEqual(new Set(['success', 200]))
  }
})

test('a payment against its cancellation: one of them wins, and the money is never lost', async () => {
  const outcomes = []
  for (let round = 0; round < 6; round += 1) outcomes.push(await raceCancel(app))
  for (const { state, creditedTo, balanceFen, priceFen } of outcomes) {
    if (state === 'paid') expect([creditedTo, balanceFen]).toEqual(['order', 0])
    else expect([state, creditedTo, balanceFen]).toEqual(['cancelled', 'balance', priceFen])
  }
})

test('many tabs press "pay" for one order: one payment, one code', async () => {
  const { statuses, codes, open } = await raceTabs(app)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect([codes.size, open]).toEqual([1, 1])
})
