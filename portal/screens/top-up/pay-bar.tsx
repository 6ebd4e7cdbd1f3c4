import { formatFen } from '../../../contract/money.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import css from './pay-bar.module.css'

type Props = { amountFen: number | null; balanceFen: number; canPay: boolean; busy: boolean; onPay: () => void }

/** At the thumb on a phone, whatever part of the page is in view; beside the form on a wide screen. */
export function PayBar({ amountFen, balanceFen, canPay, busy, onPay }: Props) {
  const t = useWords('top-up')
  const amountText = useAmountText()
  return (
    <div className={css.bar}>
      <p className={css.after}>
        <span className={css.name}>{t('afterPaying')}</span>
        <span className={css.figure}>{amountText(balanceFen + (amountFen ?? 0))}</span>
      </p>
      <div className={css.action}>
        <ActionButton fill busy={busy} disabled={!canPay} onClick={onPay}>
          {amountFen === null ? t('payPlain') : t('pay', { amount: `¥${formatFen(amountFen)}` })}
        </ActionButton>
      </div>
    </div>
  )
}
