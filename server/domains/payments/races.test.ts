import { expect, test } from 'vitest'

import { isFair, raceCancel, raceNotifies, raceTabs, TOP_UP_FEN } from '../../test/attack/payment-races.ts'
import { checkBooksAfterEach } from '../../test/look/books.ts'
import { makeCashierApp } from '../../test/run/make-cashier-app.ts'

const app = await makeCashierApp()
checkBooksAfterEach(app.db)

test('fifty connections send one notify while its payer checks: credited once, and all are told so', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { answers, balanceFen } = await raceNotifies(app)
    expect(balanceFen).toBe(TOP_UP_FEN)
    expect(new Set(answers)).toEqual(new Set(['success', 200]))
  }
})

test('a payment races its cancellation: one wins, and the money is never lost', async () => {
  const outcomes = []
  for (let round = 0; round < 4; round += 1) outcomes.push(await raceCancel(app))
  expect(outcomes.filter((outcome) => !isFair(outcome))).toEqual([])
})

test('many tabs press "pay" for one order: one payment, one code', async () => {
  const { statuses, codes, open } = await raceTabs(app)
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect([codes.size, open]).toEqual([1, 1])
})
