import type { Order } from '../../../contract/orders.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import type { OpenOrderList } from './use-open-orders.ts'
import { useSellsOnline } from '../paying/use-sells-online.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import css from './open-orders.module.css'

type Props = { list: OpenOrderList; onPay: (orderId: string, amountFen: number) => void }

/** Begun and not paid: to be finished or given up. */
export function OpenOrders({ list: { orders, cancellingId, cancel }, onPay }: Props) {
  return orders.map((order) => (
    <OpenOrder
      key={order.orderId}
      order={order}
      isCancelling={order.orderId === cancellingId}
      onCancel={() => cancel(order.orderId)}
      onPay={() => onPay(order.orderId, order.totalFen)}
    />
  ))
}

type OrderProps = { order: Order; isCancelling: boolean; onCancel: () => void; onPay: () => void }

function OpenOrder({ order, isCancelling, onCancel, onPay }: OrderProps) {
  const t = useWords('buying')
  const amountText = useAmountText()
  const sellsOnline = useSellsOnline()
  const time = momentText(order.payBefore).slice(-5)
  return (
    <Card title={t('openOrder')}>
      <div className={css.order}>
        <div>
          <p className={css.name}>{order.packageName ?? t('agencyOrder')}</p>
          <p className={css.detail}>{t('openOrderText', { amount: amountText(order.totalFen), time })}</p>
        </div>
        <div className={css.actions}>
          <ActionButton tone="quiet" busy={isCancelling} onClick={onCancel}>
            {t('cancelOrder')}
          </ActionButton>
          {sellsOnline === false ? null : <ActionButton onClick={onPay}>{t('resumeOrder')}</ActionButton>}
        </div>
      </div>
    </Card>
  )
}
