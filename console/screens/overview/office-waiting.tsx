import type { Overview } from '../../../contract/console/overview.ts'
import { WaitingCard } from '../../features/show/waiting-card.tsx'
import { useWords } from '../../words/language.ts'
import { waitingRows } from './waiting-rows.ts'

/** Open decisions of a reseller. */
export function OfficeWaiting({ overview }: { overview: Overview }) {
  const t = useWords('overview')
  return <WaitingCard title={t('waiting')} calm={t('nothingWaits')} rows={waitingRows(overview, t)} />
}
