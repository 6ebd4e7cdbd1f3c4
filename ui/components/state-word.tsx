import type { ReactNode } from 'react'

import css from './state-word.module.css'

export type StateTone = 'good' | 'busy' | 'warn' | 'bad' | 'off'

/** A dot and what it means in a word: colour alone says nothing to many. */
export function StateWord({ tone, children }: { tone: StateTone; children: ReactNode }) {
  return (
    <span className={css.word} data-tone={tone}>
      <span className={css.dot} aria-hidden="true" />
      {children}
    </span>
  )
}
