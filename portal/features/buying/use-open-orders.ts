import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'

export const OPEN_ORDERS_KEY = ['open-orders'] as const

export type OpenOrderList = {
  orders: readonly Order[]
  /** The one that is being given up right now. */
  cancellingId: string | null
  cancel: (orderId: string) => void
}

/** Orders that were begun and can still be paid. */
export function useOpenOrders(actions: readonly Order['action'][]): OpenOrderList {
  const t = useWords('buying')
  const { data } = useQuery({ queryKey: OPEN_ORDERS_KEY, queryFn: loadOpenOrders })
  const { mutate, isPending, variables } = useCancelOrder()
  return {
    orders: (data ?? []).filter(({ action }) => actions.includes(action)),
    cancellingId: isPending ? variables : null,
    cancel: (orderId) =>
      mutate(orderId, {
        onSuccess: () => showMessage('success', t('orderCancelled')),
        onError: (error) => showMessage('error', failureText(error)),
      }),
  }
}

export function useCancelOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => call(api.orders.cancel, { orderId }),
    // Also after a refusal: it may have been paid or have expired meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY }),
  })
}

/** They live for half an hour, so the first page of the list has them all. */
async function loadOpenOrders(): Promise<Order[]> {
  const { items } = await call(api.orders.list, {})
  return items.filter(({ state, payBefore }) => state === 'pending' && Date.parse(payBefore) > Date.now())
}
