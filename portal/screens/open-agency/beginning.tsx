import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Link } from 'react-router'

import type { Agency, AgencyBeginning } from '../../../contract/agencies.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import css from './open-agency.module.css'

/** What is to do, what is done, and what waits for the platform. The title sums it up. */
export function Beginning({ agency, beginning }: { agency: Agency; beginning: AgencyBeginning }) {
  const t = useWords('open-agency')
  const { hasFactor, userCount } = beginning
  const isShared = userCount > 0
  const left = [hasFactor, isShared].filter((done) => !done).length
  const title = left > 0 ? t('beginLeft', { count: left }) : t(agency.approved ? 'beginDone' : 'beginWaits')
  return (
    <Card title={title}>
      <ol className={css.steps}>
        <Step state={hasFactor ? 'done' : 'next'} title={t('stepFactor')} text={t('stepFactorText')}>
          {hasFactor ? null : (
            <Button component={Link} to={`${userPath('change_pass')}?tab=factors`} variant="light">
              {t('toFactors')}
            </Button>
          )}
        </Step>
        <Step
          state={isShared ? 'done' : 'next'}
          title={t('stepShare')}
          text={isShared ? t('stepSharedText', { count: userCount }) : t('stepShareText')}
        />
        <Step
          state={agency.approved ? 'done' : 'waits'}
          title={t(agency.approved ? 'stepReviewed' : 'stepReview')}
          text={t(agency.approved ? 'stepReviewedText' : 'stepReviewText')}
        />
      </ol>
    </Card>
  )
}

type StepProps = { state: 'done' | 'next' | 'waits'; title: string; text: string; children?: ReactNode }

function Step({ state, title, text, children }: StepProps) {
  const t = useWords('open-agency')
  return (
    <li data-state={state}>
      {state === 'next' ? null : (
        <span className={css.mark} role="img" aria-label={t(state)}>
          <Icon name={state === 'done' ? 'check' : 'clock'} size={18} />
        </span>
      )}
      <p className={css.stepTitle}>{title}</p>
      <p className={css.note}>{text}</p>
      {children}
    </li>
  )
}
