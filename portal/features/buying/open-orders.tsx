import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Order } from '../../../contract/orders.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { showMessage } from '../../../ui/components/toast-store.ts'
import { call } from '../../../ui/http/client.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useSellsOnline } from '../../state/reseller-facts.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { useCancelOrder } from '../paying/cancel-order.tsx'
import { billOfOrder, type PayOrder } from '../paying/trade.ts'
import css from './open-orders.module.css'

type Props = { list: OpenOrderList; onPay: PayOrder }

/** Unpaid orders, to finish or cancel. */
export function OpenOrders({ list: { orders, cancellingId, cancel }, onPay }: Props) {
  return orders.map((order) => (
    <OpenOrder
      key={order.orderId}
      order={order}
      isCancelling={order.orderId === cancellingId}
      onCancel={() => cancel(order.orderId)}
      onPay={() => onPay(billOfOrder(order))}
    />
  ))
}

type OrderProps = { order: Order; isCancelling: boolean; onCancel: () => void; onPay: () => void }

function OpenOrder({ order, isCancelling, onCancel, onPay }: OrderProps) {
  const t = useWords('buying')
  const paying = useWords('paying')
  const amountText = useAmountText()
  const sellsOnline = useSellsOnline()
  const time = momentText(order.payBefore).slice(-5)
  return (
    <Card title={t('openOrder')}>
      <div className={css.order}>
        <div>
          <p className={css.name}>{order.packageName ?? t('agencyOrder')}</p>
          <p className="soft">{t('openOrderText', { amount: amountText(order.totalFen), time })}</p>
        </div>
        <div className={css.actions}>
          <ActionButton tone="quiet" busy={isCancelling} onClick={onCancel}>
            {paying('cancelOrder')}
          </ActionButton>
          {sellsOnline === false ? null : <ActionButton onClick={onPay}>{t('resumeOrder')}</ActionButton>}
        </div>
      </div>
    </Card>
  )
}

export const OPEN_ORDERS_KEY = ['open-orders'] as const

export type OpenOrderList = {
  orders: readonly Order[]
  /** The order that is being cancelled now. */
  cancellingId: string | null
  cancel: (orderId: string) => void
}

/** Orders that can still be paid. */
export function useOpenOrders(actions: readonly Order['action'][]): OpenOrderList {
  const t = useWords('paying')
  const { data: open = [] } = useQuery({ queryKey: OPEN_ORDERS_KEY, queryFn: loadOpenOrders })
  const { mutate, isPending, variables } = useCancelOrder()
  return {
    orders: open.filter(({ action }) => actions.includes(action)),
    cancellingId: isPending ? variables : null,
    cancel: (orderId) =>
      mutate(orderId, {
        onSuccess: () => showMessage('success', t('orderCancelled')),
        onError: (error) => showMessage('error', failureText(error)),
      }),
  }
}

/** Orders live for half an hour, so the first page of the list has them all. */
async function loadOpenOrders(): Promise<Order[]> {
  const { items } = await call(api.orders.list, {})
  return items.filter(({ state, payBefore }) => state === 'pending' && Date.parse(payBefore) > Date.now())
}
