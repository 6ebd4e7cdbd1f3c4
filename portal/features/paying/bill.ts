import type { PaymentItem, PaymentState } from '../../../contract/payments.ts'

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

/** `late`: paid after its order was closed, so the money is in the balance instead. */
export type Outcome = 'paid' | 'late' | 'closed' | 'refunded'

export function outcomeOf({ type }: Pick<Bill, 'type'>, { status, creditedTo }: PaymentState): Outcome {
  if (status === 'refunded') return 'refunded'
  if (status !== 'paid') return 'closed'
  const isForOrder = type === 'package' || type === 'agency'
  return isForOrder && creditedTo === 'balance' ? 'late' : 'paid'
}
