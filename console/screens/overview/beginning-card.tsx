import { Link } from 'react-router'

import type { Overview } from '../../../contract/console/overview.ts'
import { Section } from '../../features/show/section.tsx'
import { useWords } from '../../words/language.ts'
import css from './overview.module.css'

/** What a new agency does until its first sale; each step ticks itself off. */
export function BeginningCard({ steps }: { steps: NonNullable<Overview['beginning']> }) {
  const t = useWords('overview')
  const rows = [
    { done: steps.hasPrices, text: t('stepPrices'), to: '/prices' },
    { done: steps.hasBrand, text: t('stepBrand'), to: '/brand' },
    { done: steps.hasCards, text: t('stepCards'), to: '/cards' },
    { done: steps.hasUser, text: t('stepUser'), to: '/brand' },
    { done: steps.hasDomain, text: t('stepDomain'), to: '/brand' },
  ]
  return (
    <Section title={t('beginning')} text={steps.isApproved ? t('beginningOnline') : t('beginningWaits')}>
      <ol className={css.steps}>
        {rows.map(({ done, text, to }) => (
          <li key={text} className={css.step} data-done={done}>
            <span className={css.tick} aria-hidden="true" />
            {done ? (
              <span className={css.words}>
                {text}
                <span className={css.spoken}>{t('done')}</span>
              </span>
            ) : (
              <Link className={css.words} to={to}>
                {text}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </Section>
  )
}
