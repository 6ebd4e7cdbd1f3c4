import { useQueryClient } from '@tanstack/react-query'

import { OPEN_ORDERS_KEY } from '../../ordering/use-open-orders.ts'
import { type Payment, usePayment } from '../../paying/use-payment.ts'
import { useReturnedPayment } from '../../paying/use-returned-payment.ts'
import { AGENCY_KEY } from './agency-data.ts'

export function useAgencyPayment(): Payment {
  const queries = useQueryClient()
  const payment = usePayment({
    onPaid: () => {
      void queries.invalidateQueries({ queryKey: AGENCY_KEY })
      void queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY })
    },
  })
  useReturnedPayment(payment, ['agency'])
  return payment
}
