import { expect, it } from 'vitest'

import { canWishRefund, saleWord } from './sale-rules.ts'

it('a refund can be wished for once at a time, while something is left', () => {
  expect(canWishRefund({ refundableFen: 1, wish: null })).toBe(true)
  expect(canWishRefund({ refundableFen: 1, wish: { state: 'declined' } })).toBe(true)
  expect(canWishRefund({ refundableFen: 1, wish: { state: 'open' } })).toBe(false)
  expect(canWishRefund({ refundableFen: 0, wish: null })).toBe(false)
})

it('a sale is refunded in part until the last fen is back', () => {
  expect(saleWord({ state: 'refunded', amountFen: 100, refundedFen: 99 })).toBe('partlyRefunded')
  expect(saleWord({ state: 'refunded', amountFen: 100, refundedFen: 100 })).toBe('refunded')
  expect(saleWord({ state: 'paid', amountFen: 100, refundedFen: 0 })).toBe('paid')
})
