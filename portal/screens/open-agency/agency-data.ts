import { useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { useReturnedPayment } from '../../features/paying/payment-list.ts'
import { type Payment, usePayment } from '../../features/paying/use-payment.ts'
import { refreshAccount } from '../../session/refresh-account.ts'

export type Application = { name: string; contact: string }

export const AGENCY_KEY = ['agency'] as const

export function useAgency() {
  return useQuery({ queryKey: AGENCY_KEY, queryFn: () => call(api.agencies.own, {}) })
}

export function useAgencyPayment(): Payment {
  const queries = useQueryClient()
  const payment = usePayment({ onPaid: () => refreshAccount(queries) })
  useReturnedPayment(payment, ['agency'])
  return payment
}
