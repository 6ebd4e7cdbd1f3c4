import type { BalanceEntry } from '../../../contract/balance.ts'
import { formatFen } from '../../../contract/money.ts'
import { recordText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './entry-list.module.css'

/** Lines on a phone, columns on a wide screen, from the same markup. */
export function EntryList({ items }: { items: readonly BalanceEntry[] }) {
  const t = useWords('balance')
  return (
    <>
      <div className={css.head} aria-hidden="true">
        <span>{t('when')}</span>
        <span>{t('kind')}</span>
        <span>{t('about')}</span>
        <span className={css.right}>{t('amount')}</span>
        <span className={css.right}>{t('after')}</span>
      </div>
      <ul>
        {items.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ul>
    </>
  )
}

function Entry({ entry }: { entry: BalanceEntry }) {
  const t = useWords('balance')
  const { at, kind, about, amountFen, balanceAfterFen } = entry
  return (
    <li className={css.row}>
      <span className={css.when}>{recordText(at)}</span>
      <span className={css.kind}>{t(kind)}</span>
      <span className={css.about}>{about}</span>
      <span className={css.amount} data-in={amountFen > 0}>
        {amountFen > 0 ? '+' : ''}
        {formatFen(amountFen).replace('-', '−')}
      </span>
      <span className={css.after}>
        <span className={css.afterWord}>{t('afterAmount', { amount: formatFen(balanceAfterFen) })}</span>
        <span className={css.afterPlain} aria-hidden="true">
          {formatFen(balanceAfterFen)}
        </span>
      </span>
    </li>
  )
}
