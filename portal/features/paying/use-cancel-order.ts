import { useMutation, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { refreshAccount } from '../../session/refresh-account.ts'

export function useCancelOrder() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (orderId: string) => call(api.orders.cancel, { orderId }),
    // Even after a refusal: the order may have been paid or have expired in the meantime. What it held is back.
    onSettled: () => refreshAccount(queries),
  })
}
