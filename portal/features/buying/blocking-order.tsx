import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Blocking } from './use-blocking-order.ts'
import { useSellsOnline } from '../paying/use-sells-online.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import css from './blocking-order.module.css'
import { MoneyFailure } from './money-failure.tsx'

type Props = { blocking: Blocking; onPay: (orderId: string, amountFen: number) => void }

/** Finish the order that is open, or give it up and go on with this one. */
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
          <ActionButton fill onClick={() => onPay(order.orderId, order.totalFen)}>
            {t('payThat')}
          </ActionButton>
        ) : null}
      </div>
    </div>
  )
}
