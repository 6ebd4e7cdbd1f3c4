import { useQueryClient } from '@tanstack/react-query'

import { type Payment, usePayment } from '../../features/paying/use-payment.ts'
import { useReturnedPayment } from '../../features/paying/payment-list.ts'
import { refreshAccount } from '../../session/refresh-account.ts'

export function useAgencyPayment(): Payment {
  const queries = useQueryClient()
  const payment = usePayment({ onPaid: () => refreshAccount(queries) })
  useReturnedPayment(payment, ['agency'])
  return payment
}
