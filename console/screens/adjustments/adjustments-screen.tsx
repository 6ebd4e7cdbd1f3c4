import { useWords } from '../../words/language.ts'
import { AdjustPart } from './adjust-part.tsx'
import css from './adjustments.module.css'
import { HistoryPart } from './history-part.tsx'
import { UnclaimedPart } from './unclaimed-part.tsx'

/** Bookings that the operator makes by hand: transfers, gifts, corrections, and money of deleted accounts. */
export default function AdjustmentsScreen() {
  const t = useWords('adjustments')
  return (
    <div className={css.page}>
      <p className={css.hint}>{t('text')}</p>
      <AdjustPart />
      <HistoryPart />
      <UnclaimedPart />
    </div>
  )
}
