import { formatFen } from '../../../contract/money.ts'
import type { PaymentItem } from '../../../contract/payments.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { Card } from '../../components/card.tsx'
import { useWords } from '../../locales/language.ts'
import { momentText } from '../../locales/moment-text.ts'
import { useUnfinishedPayment } from '../../paying/use-unfinished-payment.ts'
import css from './top-up.module.css'

type Props = { onResume: (item: PaymentItem) => void; isShown: boolean }

export function Unfinished({ onResume, isShown }: Props) {
  const t = useWords('topup')
  const item = useUnfinishedPayment('user')
  if (!item || !isShown) return null
  const { amountFen, payType, expiresAt } = item
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
        <ActionButton tone="quiet" onClick={() => onResume(item)}>
          {t('goOn')}
        </ActionButton>
      </div>
    </Card>
  )
}
