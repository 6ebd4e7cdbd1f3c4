import type { Order } from '../../../contract/orders.ts'
import { useAmountText } from '../../locales/amount-text.ts'
import { failureText } from '../../locales/failure-text.ts'
import { useWords } from '../../locales/language.ts'
import { momentText } from '../../locales/moment-text.ts'
import { useSellsOnline } from '../../paying/use-sells-online.ts'
import { showMessage } from '../../state/notices.ts'
import { ActionButton } from '../action-button.tsx'
import { Card } from '../card.tsx'
import { useCancelOrder, useOpenOrders } from './open-order-list.ts'
import css from './open-orders.module.css'

type Props = { actions: readonly Order['action'][]; onPay: (orderId: string, amountFen: number) => void }

/** Begun and not paid: to be finished or given up. */
export function OpenOrders({ actions, onPay }: Props) {
  const orders = useOpenOrders(actions)
  return orders.map((order) => <OpenOrder key={order.orderId} order={order} onPay={onPay} />)
}

function OpenOrder({ order, onPay }: { order: Order; onPay: Props['onPay'] }) {
  const t = useWords('money')
  const amountText = useAmountText()
  const sellsOnline = useSellsOnline()
  const { mutate, isPending } = useCancelOrder()
  const { orderId, totalFen, payBefore } = order
  const cancel = () =>
    mutate(orderId, {
      onSuccess: () => showMessage('success', t('orderCancelled')),
      onError: (error) => showMessage('error', failureText(error)),
    })
  return (
    <Card title={t('openOrder')}>
      <div className={css.order}>
        <div className={css.words}>
          <p className={css.name}>{order.packageName ?? t('agencyOrder')}</p>
          <p className={css.detail}>
            {t('openOrderText', { amount: amountText(totalFen), time: momentText(payBefore).slice(-5) })}
          </p>
        </div>
        <div className={css.actions}>
          <ActionButton tone="quiet" busy={isPending} onClick={cancel}>
            {t('cancelOrder')}
          </ActionButton>
          {sellsOnline ? (
            <ActionButton onClick={() => onPay(orderId, totalFen)}>{t('resumeOrder')}</ActionButton>
          ) : null}
        </div>
      </div>
    </Card>
  )
}
