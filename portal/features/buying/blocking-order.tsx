import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { ApiError } from '../../../ui/http/api-error.ts'
import { call } from '../../../ui/http/client.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useCancelOrder } from '../paying/cancel-order.tsx'
import { billOfOrder, type PayOrder } from '../paying/trade.ts'
import css from './blocking-order.module.css'
import { MoneyFailure } from './money-done.tsx'

type Props = { blocking: Blocking; onPay: PayOrder }

/** Lets the user finish the open order, or cancel it and go on with this one. */
export function BlockingOrder({ blocking: { order, isCancelling, failure, cancel }, onPay }: Props) {
  const t = useWords('buying')
  const amountText = useAmountText()
  const sellsOnline = useSellsOnline()
  const name = order ? `${order.packageName ?? t('agencyOrder')} · ${amountText(order.totalFen)}` : '…'
  return (
    <div className="gap2">
      <Callout tone="info">{t('blocked', { name })}</Callout>
      {failure ? <MoneyFailure error={failure} /> : null}
      <div className={css.actions}>
        <ActionButton tone="quiet" fill busy={isCancelling} onClick={cancel}>
          {t('cancelThat')}
        </ActionButton>
        {order && sellsOnline !== false ? (
          <ActionButton fill onClick={() => onPay(billOfOrder(order))}>
            {t('payThat')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  )
}

export type Blocking = {
  /** Null until loaded. */
  order: Order | null
  isCancelling: boolean
  failure: unknown
  cancel: () => void
}

/** The open order that blocks a new one: only one of a kind can be open. Null without such an order. */
export function useBlockingOrder(error: unknown, onCancelled: () => void): Blocking | null {
  const orderId = blockingOrderId(error)
  const { data } = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => call(api.orders.detail, { orderId: orderId ?? '' }),
    enabled: orderId !== null,
  })
  const { mutate, isPending, error: failure } = useCancelOrder()
  if (orderId === null) return null
  return {
    order: data ?? null,
    isCancelling: isPending,
    failure,
    cancel: () => mutate(orderId, { onSuccess: onCancelled }),
  }
}

function blockingOrderId(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'order.open') return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'orderId' in data ? String(data.orderId) : null
}
