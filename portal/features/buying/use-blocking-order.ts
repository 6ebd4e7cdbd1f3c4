import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { useCancelOrder } from './use-open-orders.ts'

export type Blocking = {
  /** Null until it is known. */
  order: Order | null
  isCancelling: boolean
  failure: unknown
  cancel: () => void
}

/** The order that stands in the way of a new one: only one of a kind can be open. Null where nothing does. */
export function useBlockingOrder(error: unknown, onCancelled: () => void): Blocking | null {
  const orderId = blockingOrderId(error)
  const { data } = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => call(api.orders.detail, { orderId: orderId ?? '' }),
    enabled: orderId !== null,
  })
  const { mutate, isPending, error: failure } = useCancelOrder()
  if (orderId === null) return null
  return {
    order: data ?? null,
    isCancelling: isPending,
    failure,
    cancel: () => mutate(orderId, { onSuccess: onCancelled }),
  }
}

function blockingOrderId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'order.open') return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'orderId' in data ? String(data.orderId) : null
}
