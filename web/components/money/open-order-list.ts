import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { call } from '../../http/client.ts'

export const OPEN_ORDERS_KEY = ['open-orders'] as const

/** Orders that can still be paid. They live for half an hour, so the first page of the list has them all. */
export function useOpenOrders(actions: readonly Order['action'][]): Order[] {
  const { data } = useQuery({
    queryKey: OPEN_ORDERS_KEY,
    queryFn: () => call(api.orders.list, {}),
  })
  return (data?.items ?? []).filter(
    ({ state, action, payBefore }) =>
      state === 'pending' && actions.includes(action) && Date.parse(payBefore) > Date.now(),
  )
}

export function useCancelOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => call(api.orders.cancel, { orderId }),
    // Also after a refusal: it may have been paid or have expired meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY }),
  })
}
