import { Link } from 'react-router'

import { endingDays } from '../../../contract/console/choices.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

/** Groups of users worth contacting; each links to exactly these users. */
export function ContactsCard({ contacts }: { contacts: Overview['contacts'] }) {
  const t = useWords('overview')
  const groups = [
    { ...contacts.ending, text: t('ending', { days: endingDays }), to: `/users?endsWithinDays=${endingDays}` },
    { ...contacts.neverConnected, text: t('neverConnected'), to: '/users?neverConnected=true' },
    { ...contacts.overQuota, text: t('overQuota'), to: '/users?overQuota=true' },
  ]
  return (
    <Section title={t('contacts')}>
      <div className={css.groups}>
        {groups.map(({ count, isFloor, text, to }) => (
          <Link key={to} to={to} className={css.group} data-empty={count === 0}>
            <b className={css.count}>{t('people', { count: isFloor ? `${count}+` : String(count) })}</b>
            <span className={css.under}>{text}</span>
            <span className={css.way}>{t('toList')}</span>
          </Link>
        ))}
      </div>
    </Section>
  )
}
