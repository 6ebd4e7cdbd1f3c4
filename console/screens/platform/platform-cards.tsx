import { Link } from 'react-router'

import type { PlatformOverview } from '../../../contract/console/platform.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { FactRows } from '../../features/show/fact-rows.tsx'
import { moneyText } from '../../features/show/money.tsx'
import { Section } from '../../features/show/section.tsx'
import { When } from '../../features/show/when.tsx'
import { useWords } from '../../words/language.ts'
import css from './platform.module.css'

const tones = { full: 'bad', nearLimit: 'warn', owes: 'warn', suspended: 'off' } as const

/** Resellers whose sales rose or fell most. */
export function GrowthCard({ growth }: { growth: NonNullable<PlatformOverview['growth']> }) {
  const t = useWords('platform')
  return (
    <Section title={t('growth')}>
      {growth.length === 0 ? <p className={css.calm}>{t('growthNone')}</p> : null}
      <ul className={css.rows}>
        {growth.map(({ resellerId, title, salesFen, beforeFen }) => (
          <li key={resellerId} className={css.row}>
            <Link className={css.name} to={`/resellers/${resellerId}`}>
              {title}
            </Link>
            <span className={css.change} data-up={salesFen > beforeFen}>
              {moneyText(beforeFen)} → {moneyText(salesFen)}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

export function TroubleCard({ trouble }: { trouble: PlatformOverview['trouble'] }) {
  const t = useWords('platform')
  return (
    <Section title={t('trouble')}>
      {trouble.length === 0 ? <p className={css.calm}>{t('troubleNone')}</p> : null}
      <ul className={css.rows}>
        {trouble.map(({ resellerId, title, reasons }) => (
          <li key={resellerId} className={css.row}>
            <Link className={css.name} to={`/resellers/${resellerId}`}>
              {title}
            </Link>
            <span className={css.reasons}>
              {reasons.map((reason) => (
                <StateWord key={reason} tone={tones[reason]}>
                  {t(reason)}
                </StateWord>
              ))}
            </span>
          </li>
        ))}
      </ul>
    </Section>
  )
}

/** Nodes, jobs and books in one line each. */
export function MachineCard({ overview: { nodes, jobs, books } }: { overview: PlatformOverview }) {
  const t = useWords('platform')
  const booksText =
    books === null ? t('booksNever') : books.problems > 0 ? t('books', { count: books.problems }) : t('booksClean')
  return (
    <Section title={t('machine')}>
      <FactRows
        rows={[
          { name: t('nodes'), value: t('nodesText', nodes) },
          { name: t('jobsName'), value: t('jobsText', jobs) },
          { name: t('booksName'), value: booksText },
          ...(books ? [{ name: t('booksAt'), value: <When at={books.checkedAt} ago /> }] : []),
        ]}
      />
    </Section>
  )
}
