import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { ApiError } from '../../http/api-error.ts'
import { call } from '../../http/client.ts'
import { useAmountText } from '../../locales/amount-text.ts'
import { useWords } from '../../locales/language.ts'
import { useSellsOnline } from '../../paying/use-sells-online.ts'
import { ActionButton } from '../action-button.tsx'
import { Notice } from '../auth/notice.tsx'
import css from './blocking-order.module.css'
import { MoneyFailure } from './money-failure.tsx'
import { useCancelOrder } from './open-order-list.ts'

type Props = { orderId: string; onPay: (orderId: string, amountFen: number) => void; onCancelled: () => void }

/** Only one order of a kind can be open: finish that one, or give it up and go on with this. */
export function BlockingOrder({ orderId, onPay, onCancelled }: Props) {
  const t = useWords('money')
  const amountText = useAmountText()
  const sellsOnline = useSellsOnline()
  const { data: order } = useQuery({
    queryKey: ['order', orderId],
    queryFn: () => call(api.orders.detail, { orderId }),
  })
  const { mutate, isPending, error } = useCancelOrder()
  const name = order ? `${order.packageName ?? t('agencyOrder')} · ${amountText(order.totalFen)}` : ''
  return (
    <div className={css.box}>
      <Notice tone="info">{t('blocked', { name })}</Notice>
      {error ? <MoneyFailure error={error} /> : null}
      <div className={css.actions}>
        <ActionButton tone="quiet" fill busy={isPending} onClick={() => mutate(orderId, { onSuccess: onCancelled })}>
          {t('cancelThat')}
        </ActionButton>
        {order && sellsOnline ? (
          <ActionButton tone="quiet" fill onClick={() => onPay(orderId, order.totalFen)}>
            {t('payThat')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  )
}

/** Another order stands in the way. */
export function blockingOrder(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== 'order.open') return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'orderId' in data ? String(data.orderId) : null
}
