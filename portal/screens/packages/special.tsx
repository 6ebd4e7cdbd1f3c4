import { dateText } from '../../../ui/words/date-text.ts'
import { useAmountText } from '../../words/amount-text.ts'
import { useWords } from '../../words/language.ts'
import type { Package } from './catalogue.ts'
import css from './plan-card.module.css'

/** The usual price, struck through, and the last day of this one. */
export function Special({ special }: { special: NonNullable<Package['offers'][number]['special']> }) {
  const t = useWords('packages')
  const amountText = useAmountText()
  return (
    <span className={css.special}>
      <s>{t('usualPrice', { amount: amountText(special.usualFen) })}</s>
      <span>{t('specialUntil', { date: dateText(Date.parse(special.until) - 1) })}</span>
    </span>
  )
}
