import type { Agency, AgencyBeginning } from '../../../contract/agencies.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import css from './open-agency.module.css'

/** What is to do, what is done, and what waits for the platform. The title sums it up. */
export function Beginning({ agency, beginning }: { agency: Agency; beginning: AgencyBeginning }) {
  const t = useWords('open-agency')
  const { userCount } = beginning
  const isShared = userCount > 0
  const title = isShared ? t(agency.approved ? 'beginDone' : 'beginWaits') : t('beginLeft')
  return (
    <Card title={title}>
      <ol className={css.steps}>
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

type StepProps = { state: 'done' | 'next' | 'waits'; title: string; text: string }

function Step({ state, title, text }: StepProps) {
  const t = useWords('open-agency')
  return (
    <li data-state={state}>
      {state === 'next' ? null : (
        <span className={css.mark} role="img" aria-label={t(state)}>
          <Icon name={state === 'done' ? 'check' : 'clock'} size={18} />
        </span>
      )}
      <p className={css.stepTitle}>{title}</p>
      <p className="soft">{text}</p>
    </li>
  )
}
