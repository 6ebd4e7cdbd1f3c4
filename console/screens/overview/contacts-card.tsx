import { Link } from 'react-router'

import { endingDays } from '../../../contract/console/choices.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

/** Groups of users worth contacting; each links to exactly these users. */
export function ContactsCard({ contacts }: { contacts: Overview['contacts'] }) {
  const t = useWords('overview')
  const language = useLanguage()
  const groups = [
    { found: contacts?.ending, text: t('ending', { days: endingDays }), to: `/users?endsWithinDays=${endingDays}` },
    { found: contacts?.neverConnected, text: t('neverConnected'), to: '/users?neverConnected=true' },
    { found: contacts?.overQuota, text: t('overQuota'), to: '/users?overQuota=true' },
  ]
  const counted = contacts ? t('countedAgo', { ago: agoText(contacts.countedAt, language) }) : t('counting')
  return (
    <Section title={t('contacts')} end={<span className={css.under}>{counted}</span>}>
      <div className={css.groups}>
        {groups.map(({ found, text, to }) => (
          <Link key={to} to={to} className={css.group} data-empty={found?.count === 0}>
            <b className={css.count}>{found ? t('people', { count: countText(found) }) : '…'}</b>
            <span className={css.under}>{text}</span>
            <span className={css.way}>{t('toList')}</span>
          </Link>
        ))}
      </div>
    </Section>
  )
}

function countText({ count, isFloor }: { count: number; isFloor: boolean }): string {
  return `${count.toLocaleString('en-US')}${isFloor ? '+' : ''}`
}
