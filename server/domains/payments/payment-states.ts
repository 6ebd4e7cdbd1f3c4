import type { Selectable } from 'kysely'

import type { Payments } from '../../platform/db-types.ts'

export type PaymentState = Selectable<Payments>['state']

/** Where a payment may go. Money may still come for a closed one; a refund may be partial, so one may follow another. */
const moves: Record<PaymentState, readonly PaymentState[]> = {
  pending: ['paid', 'closed'],
  closed: ['paid'],
  paid: ['refunded'],
  refunded: ['refunded'],
}

/** States a payment must be in to go there: the condition of the update that moves it. */
export function statesBefore(to: PaymentState): PaymentState[] {
  return (Object.keys(moves) as PaymentState[]).filter((from) => moves[from].includes(to))
}
