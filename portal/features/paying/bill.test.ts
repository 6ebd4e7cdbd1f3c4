import { expect, it } from 'vitest'

import type { PaymentState } from '../../../contract/payments.ts'
import { type Bill, type Outcome, outcomeOf } from './bill.ts'

it.each<[Bill['type'], PaymentState['status'], PaymentState['creditedTo'], Outcome]>([
  ['user', 'paid', 'balance', 'paid'],
  ['daili', 'paid', 'balance', 'paid'],
  ['package', 'paid', 'order', 'paid'],
  ['package', 'paid', 'balance', 'late'],
  ['agency', 'paid', 'balance', 'late'],
  ['package', 'closed', 'none', 'closed'],
  ['user', 'refunded', 'balance', 'refunded'],
])('%s %s to %s: %s', (type, status, creditedTo, outcome) => {
  expect(outcomeOf({ type }, { status, creditedTo, amountFen: 100, paidAt: null })).toBe(outcome)
})
