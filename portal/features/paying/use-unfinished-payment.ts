import { useQuery } from '@tanstack/react-query'

import type { PaymentItem, PayPurpose } from '../../../contract/payments.ts'
import { findUnfinished, loadRecentPayments, PAYMENTS_KEY } from './payment-list.ts'

/** A payment that was begun, here or on another device, and can still be paid. Quietly null while it is not known. */
export function useUnfinishedPayment(purpose: PayPurpose): PaymentItem | null {
  const { data } = useQuery({ queryKey: [...PAYMENTS_KEY, 'recent'], queryFn: loadRecentPayments })
  return data ? findUnfinished(data, purpose) : null
}
