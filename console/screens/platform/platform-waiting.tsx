import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { WaitingCard } from '../../features/show/waiting-card.tsx'
import { useWords } from '../../words/language.ts'
import { platformRows } from './platform-rows.ts'

/** Open decisions of the platform. */
export function PlatformWaiting({ overview }: { overview: PlatformOverview }) {
  const t = useWords('platform')
  return <WaitingCard title={t('waiting')} calm={t('nothingWaits')} rows={platformRows(overview, t)} />
}
