import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { Glyph } from '../../../ui/components/glyph.tsx'
import { useWords } from '../../words/language.ts'
import css from './guide.module.css'
import { useMayGo } from './may-go.ts'
import { Section } from './section.tsx'
import { TextButton } from './text-button.tsx'

export type GuideStep = {
  /** `waits`: somebody else has to act. */
  state: 'done' | 'open' | 'waits'
  text: string
  /** Why it is worth doing. */
  reason: string
  /** Where it is done. Without it, or for members who may not go there, the step is only told. */
  to?: string
  /** Shown while the step is open: what is needed for it, right here. */
  children?: ReactNode
}

type Props = {
  title: string
  text: string
  steps: readonly GuideStep[]
  /** Null for members who may not put it away for everybody. */
  onDismiss: (() => void) | null
}

/** First steps, with reasons. Each ticks itself off; the guide stays until somebody puts it away. */
export function Guide({ title, text, steps, onDismiss }: Props) {
  const t = useWords('base')
  const done = steps.filter(({ state }) => state === 'done').length
  return (
    <Section
      title={`${title} ${done}/${steps.length}`}
      text={text}
      end={
        onDismiss === null ? null : (
          <TextButton tone="quiet" onClick={onDismiss}>
            {t('putAway')}
          </TextButton>
        )
      }
    >
      <ol className={css.steps}>
        {steps.map((step) => (
          <Step key={step.text} step={step} />
        ))}
      </ol>
    </Section>
  )
}

function Step({ step: { state, text, reason, to, children } }: { step: GuideStep }) {
  const t = useWords('base')
  const mayGo = useMayGo()
  return (
    <li className={css.step} data-state={state}>
      <span className={css.tick} aria-hidden="true">
        {state === 'done' ? <Glyph name="check" size={14} /> : null}
      </span>
      <div className={css.words}>
        <p className={css.title}>
          {to === undefined || state === 'done' || !mayGo(to) ? text : <Link to={to}>{text}</Link>}
          {state === 'open' ? null : (
            <span className={state === 'done' ? css.spoken : css.waits}>
              {t(state === 'done' ? 'stepDone' : 'stepWaits')}
            </span>
          )}
        </p>
        {state === 'done' ? null : <p className={css.reason}>{reason}</p>}
        {state === 'open' ? children : null}
      </div>
    </li>
  )
}
