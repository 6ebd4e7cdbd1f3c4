import { expect, it } from 'vitest'

import { say } from '../../../ui/test/say.ts'
import { aboutText, historyPath } from './history-row.ts'

const may =
  (...permissions: string[]) =>
  (wanted: string) =>
    permissions.includes(wanted)
const about = { orderId: 'o-1', bulkId: 'b-1' }

it('leads to the event itself, or to what it belongs to', () => {
  const row = { id: '7', detail: about }
  expect(historyPath(row, 'orders', may())).toBe('/orders/7')
  expect(historyPath(row, 'payments', may())).toBe('/payments/7')
  expect(historyPath(row, 'ledger', may('orders.read', 'bulk.run'))).toBe('/orders/o-1')
  expect(historyPath({ id: '7', detail: { accountId: 12 } }, 'invited', may())).toBe('/users/12')
})

it('leads nowhere that the member may not go', () => {
  expect(historyPath({ id: '7', detail: about }, 'gifts', may('bulk.run'))).toBe('/bulk/b-1')
  expect(historyPath({ id: '7', detail: about }, 'gifts', may())).toBeNull()
  expect(historyPath({ id: '7', detail: { accountId: null } }, 'invited', may('users.read'))).toBeNull()
})

it('says what counts beside the amount, and no sum of money twice', () => {
  const detail = { days: 30, trafficBytes: 1024, refundedFen: 1250, wholesaleFen: 999, paidBy: 'balance', ...about }
  expect(aboutText({ detail, who: 'mei' }, 'orders', say)).toBe('daysCount 30 · 1.00 KB · w_refunded ¥12.50 · mei')
  expect(aboutText({ detail: { days: 0, note: null, isOn: false }, who: 'mei' }, 'invited', say)).toBe('')
})
