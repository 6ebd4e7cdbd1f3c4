import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useCancelPayment, useUnfinishedPayment } from '../../features/paying/payment-list.ts'
import { useWords } from '../../words/language.ts'
import css from './top-up.module.css'

type Props = { onResume: (item: PaymentItem) => void; isShown: boolean }

export function Unfinished({ onResume, isShown }: Props) {
  const t = useWords('top-up')
  const paying = useWords('paying')
  const { mutate: cancel, isPending } = useCancelPayment()
  const item = useUnfinishedPayment('user')
  if (!item || !isShown) return null
  const { amountFen, payType, expiresAt, out_trade_no } = item
  return (
    <Card title={t('unfinished')}>
      <div className={css.unfinished}>
        <p>
          {t('unfinishedText', {
            amount: `¥${formatFen(amountFen)}`,
            way: payType.name,
            time: momentText(expiresAt).slice(-5),
          })}
        </p>
        <div className={css.choices}>
          <ActionButton tone="quiet" fill onClick={() => onResume(item)}>
            {t('goOn')}
          </ActionButton>
          <ActionButton tone="dangerQuiet" fill busy={isPending} onClick={() => cancel(out_trade_no)}>
            {paying('cancel')}
          </ActionButton>
        </div>
      </div>
    </Card>
  )
}
