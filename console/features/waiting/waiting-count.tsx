import { useWords } from '../../words/language.ts'
import { useTicketCounts } from './use-ticket-counts.ts'
import css from './waiting.module.css'

/** How many tickets wait, beside the name of their screen. */
export function WaitingCount() {
  const t = useWords('nav')
  const { waiting } = useTicketCounts()
  if (waiting === 0) return null
  return (
    <span className={css.count} role="img" aria-label={t('ticketsWait', { count: waiting })}>
      {waiting > 98 ? '99+' : waiting}
    </span>
  )
}
