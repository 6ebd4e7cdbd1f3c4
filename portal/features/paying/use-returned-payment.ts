import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'

import type { PayPurpose } from '../../../contract/payments.ts'
import { readQueryParam } from '../../../ui/device/query-param.ts'
import { loadRecentPayments } from './payment-list.ts'
import type { Payment } from './use-payment.ts'

/** Back from the payment page, whose address names the payment: shows how it stands and cleans the address. */
export function useReturnedPayment(payment: Payment, purposes: readonly PayPurpose[]): void {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const outTradeNo = readQueryParam('out_trade_no', search)

  const resume = useEffectEvent(async (returned: string) => {
    await navigate(pathname, { replace: true })
    // Without an answer the payment is still in the list of payments: nothing is lost, only not shown here.
    const items = await loadRecentPayments().catch(() => [])
    const item = items.find((one) => one.out_trade_no === returned && purposes.includes(one.type))
    if (item) payment.resume(item)
  })
  useEffect(() => {
    if (outTradeNo !== null) void resume(outTradeNo)
  }, [outTradeNo])
}
