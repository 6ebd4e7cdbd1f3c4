import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import { api } from '../../../contract/api.ts'
import type { Quote } from '../../../contract/packages.ts'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { OPEN_ORDERS_KEY } from '../../features/buying/open-orders.tsx'
import type { Picked } from '../../features/buying/use-pay-choice.ts'
import { refreshAccount } from '../../session/refresh-account.ts'
import type { Attempt } from './attempts.ts'
import { CATALOGUE_KEY, type PurchaseChoice } from './catalogue.ts'

/** Charges exactly the shown price; if it is no longer valid, shows the new one and asks again. */
export function useCheckout(wish: PurchaseChoice, attempt: Attempt) {
  const queries = useQueryClient()
  const [newer, setNewer] = useState<Quote | null>(attempt.unanswered)
  const first = useQuery({
    queryKey: ['quote', wish],
    queryFn: () => call(api.packages.quote, wish),
    enabled: newer === null,
    // Ask for a price once per sheet: it must not change while the reader looks at it.
    staleTime: 'static',
    gcTime: 0,
  })
  const quote = newer ?? first.data ?? null
  const buy = useMutation({
    mutationFn: ({ quote, payBy }: { quote: Quote; payBy: Picked['by'] }) => attempt.buy(quote, payBy),
    onSuccess: ({ needsPayment }) =>
      needsPayment ? queries.invalidateQueries({ queryKey: OPEN_ORDERS_KEY }) : refreshAccount(queries),
    onError: (error) => {
      const changed = changedQuote(error)
      if (changed) setNewer(changed)
      // Sold out, or bought in another tab: show the current state.
      void queries.invalidateQueries({ queryKey: CATALOGUE_KEY })
    },
  })
  async function applyCoupon(coupon: string): Promise<void> {
    setNewer(await call(api.packages.quote, coupon === '' ? wish : { ...wish, coupon }))
    buy.reset()
  }
  return { quote, first, buy, applyCoupon }
}

/** The new quote from a "price changed" answer. */
export function changedQuote(error: unknown): Quote | null {
  if (!(error instanceof ApiError) || error.code !== 'order.price_changed') return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'quote' in data ? (data.quote as Quote) : null
}
