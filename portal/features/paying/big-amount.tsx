import { formatFen } from '../../../contract/money.ts'
import css from './big-amount.module.css'

/** What a payment app takes: always yuan, whatever the brand calls its balance. */
export function BigAmount({ label, fen }: { label: string; fen: number }) {
  return (
    <p className={css.amount}>
      <span className={css.label}>{label}</span>
      <span className={css.figure}>
        <span className={css.unit}>¥</span>
        {formatFen(fen)}
      </span>
    </p>
  )
}
