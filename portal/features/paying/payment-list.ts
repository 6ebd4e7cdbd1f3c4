import { useQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { api } from '../../../contract/api.ts'
import type { PaymentItem, PayPurpose } from '../../../contract/payments.ts'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { readQueryParam } from '../../../ui/device/page.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import { useWords } from '../../words/language.ts'
import type { Payment } from './use-payment.ts'

/** Query key of the first page of own payments, and prefix of related keys. */
export const PAYMENTS_KEY = ['payments'] as const
/** Query key of balance entries. */
export const BALANCE_KEY = ['balance'] as const

export function loadRecentPayments(): Promise<readonly PaymentItem[]> {
  return call(api.payments.list, {}).then(({ items }) => items)
}

/** The newest payment of a purpose that can still be paid. */
export function findUnfinished(items: readonly PaymentItem[], purpose: PayPurpose): PaymentItem | null {
  return items.find((item) => item.type === purpose && isPayable(item)) ?? null
}

/** Follows the server's clock: the server sends an address or a code only while they are valid. */
export function isPayable({ status, payUrl, qrCode }: PaymentItem): boolean {
  return status === 'pending' && (payUrl !== null || qrCode !== null)
}

/** A payment that was started here or on another device and can still be paid. Null until loaded; shows no error. */
export function useUnfinishedPayment(purpose: PayPurpose): PaymentItem | null {
  const { data } = useQuery({ queryKey: [...PAYMENTS_KEY, 'recent'], queryFn: loadRecentPayments })
  return data ? findUnfinished(data, purpose) : null
}

/** After returning from the payment page, whose address names the payment: shows its state and cleans the address. */
export function useReturnedPayment(payment: Payment, purposes: readonly PayPurpose[]): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const outTradeNo = readQueryParam('out_trade_no', search)

  const resume = useEffectEvent(async (returned: string) => {
    await navigate(pathname, { replace: true })
    // Without an answer the payment is still in the list of payments: nothing is lost, only not shown here.
    const items = await loadRecentPayments().catch(() => [])
    const item = items.find((one) => one.out_trade_no === returned && purposes.includes(one.type))
    if (item) payment.returned(item)
  })
  useEffect(() => {
    if (outTradeNo !== null) void resume(outTradeNo)
  }, [outTradeNo])
}

/** Cancels an open payment. If it was paid at that very moment, it is not cancelled, and the user is told. */
export function useCancelPayment() {
  const t = useWords('paying')
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (out_trade_no: string) => call(api.payments.cancel, { out_trade_no }),
    onSuccess: ({ status }) => {
      const isPaid = status === 'paid'
      showMessage(isPaid ? 'success' : 'info', t(isPaid ? 'alreadyPaid' : 'cancelled'))
      return refreshAccount(queries)
    },
    onError: (error) => showMessage('error', failureText(error)),
  })
}
