import type { Overview } from '../../../contract/console/overview.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { WaitingCard } from '../../features/show/waiting-card.tsx'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'
import { workRows } from './work-rows.ts'

/** What there is to do, each with its deed. The users to contact are counted now and then, so their time is told. */
export function WorkList({ overview }: { overview: Overview }) {
  const t = useWords('overview')
  const language = useLanguage()
  const { contacts } = overview
  return (
    <WaitingCard
      title={t('waiting')}
      calm={t('nothingWaits')}
      rows={workRows(overview, t, useMay()('notices.write'))}
      end={
        <span className={css.under}>
          {contacts ? t('countedAgo', { ago: agoText(contacts.countedAt, language) }) : t('counting')}
        </span>
      }
    />
  )
}
