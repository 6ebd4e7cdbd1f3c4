import type { PaymentItem } from '../../../contract/payments.ts'

/** What is to be paid online. */
export type Bill =
  | { type: 'user'; amountFen: number }
  | { type: 'package' | 'agency'; orderId: string; amountFen: number }
  | { type: 'daili'; daili_id: number; amountFen: number }

export function billOf({ type, orderId, amountFen }: PaymentItem): Bill {
  if ((type === 'package' || type === 'agency') && orderId !== null) return { type, orderId, amountFen }
  return { type: 'user', amountFen }
}

/** Whose ways to pay are asked for. */
export function resellerOf(bill: Bill, dailiKey: number): number {
  return bill.type === 'daili' ? bill.daili_id : dailiKey
}
