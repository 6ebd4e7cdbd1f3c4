import { formatFen } from '../../contract/money.ts'
import { useIsFishCoin } from '../state/reseller-facts.ts'
import { useWords } from './language.ts'

/** ¥12.00, or 12.00 鱼币 if the brand counts in those. */
export function useAmountText(): (fen: number) => string {
  const t = useWords('user')
  const isFishCoin = useIsFishCoin()
  return (fen) => (isFishCoin ? `${formatFen(fen)} ${t('fishCoin')}` : `¥${formatFen(fen)}`)
}
