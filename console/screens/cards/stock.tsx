import type { StockRow } from '../../../contract/console/cards.ts'
import { useWorth } from '../../features/card/use-worth.ts'
import { TextButton } from '../../features/show/text-button.tsx'
import { useWords } from '../../words/language.ts'
import css from './cards.module.css'

const SOON_DAYS = 7

type Props = { rows: readonly StockRow[]; onAgain: ((row: StockRow) => void) | null }

/** What is left of each sort of key, and for how long. */
export function Stock({ rows, onAgain }: Props) {
  const t = useWords('cards')
  const worthOf = useWorth()
  if (rows.length === 0) return null
  return (
    <ul className={css.stock} aria-label={t('stock')}>
      {rows.map((row) => (
        <li
          key={[row.kind, row.packageId, row.period, row.amountFen, row.trafficBytes, row.days, row.startsAtUse].join()}
        >
          <span className={css.stockName}>{worthOf(row)}</span>
          <span className={css.stockLeft} data-soon={row.lastsDays !== null && row.lastsDays <= SOON_DAYS}>
            {t('stockLeft', { count: row.left })}
            {row.lastsDays === null || row.left === 0 ? null : ` · ${t('stockLasts', { days: row.lastsDays })}`}
          </span>
          {onAgain && row.last ? <TextButton onClick={() => onAgain(row)}>{t('lastAgain')}</TextButton> : null}
        </li>
      ))}
    </ul>
  )
}
