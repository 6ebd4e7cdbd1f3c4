import type { Selectable } from 'kysely'

import type { Orders } from '../../platform/db-types.ts'

export type OrderState = Selectable<Orders>['state']

/** Where an order may go. A refund may be partial, so one may follow another. */
const moves: Record<OrderState, readonly OrderState[]> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: ['refunded'],
  refunded: ['refunded'],
  cancelled: [],
  expired: [],
}

/** States an order must be in to go there: the condition of the update that moves it. */
export function statesBefore(to: OrderState): OrderState[] {
  return (Object.keys(moves) as OrderState[]).filter((from) => moves[from].includes(to))
}
