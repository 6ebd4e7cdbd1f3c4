import { formatFen } from '../../../contract/money.ts'
import { useWords } from '../../words/language.ts'
import { useIsFishCoin } from '../../state/reseller-facts.ts'
import css from './price.module.css'

/** An amount that is looked at first: the figure large, the unit small, by brand before or after it. */
export function Price({ fen, size = 'm' }: { fen: number; size?: 'm' | 'l' }) {
  const t = useWords('user')
  const isFishCoin = useIsFishCoin()
  return (
    <span className={css.price} data-size={size}>
      {isFishCoin ? null : <span className={css.unit}>¥</span>}
      <span className={css.figure}>{formatFen(fen)}</span>
      {isFishCoin ? <span className={css.unit}>{t('fishCoin')}</span> : null}
    </span>
  )
}
