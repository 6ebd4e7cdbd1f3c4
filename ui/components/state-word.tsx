import type { ReactNode } from 'react'

import css from './state-word.module.css'

export type StateTone = 'good' | 'busy' | 'warn' | 'bad' | 'off'

/** A dot and a word for its meaning, because many people cannot rely on colour. */
export function StateWord({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className={css.word} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  )
}
