import { Button } from '@mantine/core'
import { type ReactNode, useState } from 'react'

import type { Agency, AgencyBeginning } from '../../../contract/agencies.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { useWords } from '../../words/language.ts'
import { CONSOLE_TARGET, ConsoleSheet } from './console-sheet.tsx'
import css from './open-agency.module.css'

/** One list from the payment to the first customer: what is done, what is next, and what waits for the platform. */
export function Beginning({ agency, beginning }: { agency: Agency; beginning: AgencyBeginning }) {
  const t = useWords('open-agency')
  const { userCount, hasConsole } = beginning
  const isShared = userCount > 0
  const left = Number(!hasConsole) + Number(!isShared)
  const rest = t(agency.approved ? 'beginDone' : 'beginWaits')
  return (
    <Card title={left > 0 ? t('beginLeft', { count: left }) : rest}>
      <ol className={css.steps}>
        <Step state="done" title={t('opened')} text={`${t('number')} ${agency.daili_id}`} />
        <ConsoleStep hasConsole={hasConsole} />
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

/** The way into the console: offers to make a link until somebody runs the console, then shows only its address. */
function ConsoleStep({ hasConsole }: { hasConsole: boolean }) {
  const t = useWords('open-agency')
  const [asking, setAsking] = useState(false)
  return (
    <Step
      state={hasConsole ? 'done' : 'next'}
      title={t('console')}
      text={t(hasConsole ? 'consoleText' : 'consoleFirstText')}
    >
      {hasConsole ? (
        <Button component="a" href="/console" target={CONSOLE_TARGET}>
          {t('toConsole')}
        </Button>
      ) : (
        <ActionButton onClick={() => setAsking(true)}>{t('toConsole')}</ActionButton>
      )}
      <ConsoleSheet opened={asking} onClose={() => setAsking(false)} />
    </Step>
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
      <p className="soft">{text}</p>
      {children}
    </li>
  )
}
