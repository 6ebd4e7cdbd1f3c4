import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

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

export function useAgencyPayment(onPaid: () => void): Payment {
  const queries = useQueryClient()
  const payment = usePayment({
    onOver: (status) => {
      if (status === 'paid') onPaid()
      return refreshAccount(queries)
    },
  })
  useReturnedPayment(payment, ['agency'])
  return payment
}

/**
 * Returns what shows the top of the page once its sheet is closed. A paid form becomes the agency below the sheet, and
 * the way back through the history would scroll to where the form was left.
 */
export function useTopAfterSheet(): () => void {
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    if (!isDue) return
    const show = () =>
      // The browser scrolls after the event.
      requestAnimationFrame(() => {
        window.scrollTo(0, 0)
        setDue(false)
      })
    window.addEventListener('popstate', show)
    return () => window.removeEventListener('popstate', show)
  }, [isDue])
  return () => setDue(true)
}
