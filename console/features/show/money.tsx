import { formatFen } from '../../../contract/money.ts'
import css from './money.module.css'

type Props = {
  fen: number
  /** An entry instead of a balance: income gets a plus sign and its colour. */
  isEntry?: boolean
}

/** ¥ 12.00, in digits of equal width. The space keeps the sign readable before large amounts. */
export function Money({ fen, isEntry = false }: Props) {
  return (
    <span className={css.money} data-way={isEntry && fen !== 0 ? (fen > 0 ? 'in' : 'out') : undefined}>
      {moneyText(fen, isEntry)}
    </span>
  )
}

export function moneyText(fen: number, isEntry = false): string {
  const sign = fen < 0 ? '−' : isEntry && fen > 0 ? '+' : ''
  return `${sign}¥${formatFen(Math.abs(fen))}`
}
