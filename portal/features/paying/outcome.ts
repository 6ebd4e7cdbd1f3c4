import type { PaymentState } from '../../../contract/payments.ts'
import type { Bill } from './bill.ts'

/** `late`: paid after its order was closed, so the money is in the balance instead. */
export type Outcome = 'paid' | 'late' | 'closed' | 'refunded'

export function outcomeOf({ type }: Pick<Bill, 'type'>, { status, creditedTo }: PaymentState): Outcome {
  if (status === 'refunded') return 'refunded'
  if (status !== 'paid') return 'closed'
  const isForOrder = type === 'package' || type === 'agency'
  return isForOrder && creditedTo === 'balance' ? 'late' : 'paid'
}
