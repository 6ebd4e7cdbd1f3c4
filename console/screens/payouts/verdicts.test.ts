import { expect, it } from 'vitest'

import { firstVerdict, payoutsInput, verdictsOf } from './verdicts.ts'

it.each([
  [false, false, ['reject'], 'reject'],
  [false, true, ['approve', 'reject'], 'approve'],
  [true, false, ['pay', 'reject'], 'pay'],
  [true, true, ['approve', 'pay', 'reject'], 'pay'],
] as const)('who may pay: %s, may release: %s, is offered %j', (mayPay, mayApprove, verdicts, first) => {
  expect(verdictsOf({ mayPay, mayApprove })).toEqual(verdicts)
  expect(firstVerdict({ mayPay, mayApprove })).toBe(first)
})

it('lists what is open unless something else is asked for, and what is decided newest first', () => {
  expect(payoutsInput({}, 'all')).toEqual({ state: 'open' })
  expect(payoutsInput({ kind: 'payout' }, 'all')).toEqual({ kind: 'payout', state: 'open' })
  expect(payoutsInput({ state: 'paid' }, 'all')).toEqual({ sort: '-createdAt', state: 'paid' })
  expect(payoutsInput({ state: 'all' }, 'all')).toEqual({ sort: '-createdAt' })
})
