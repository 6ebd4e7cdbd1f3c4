import type { ReactNode } from 'react'

import css from './text-button.module.css'

type Props = { onClick: () => void; tone?: 'main' | 'quiet'; label?: string; children: ReactNode }

/** What can be done with one row: a word to press. `label` says more to who does not see the row. */
export function TextButton({ onClick, tone = 'main', label, children }: Props) {
  return (
    <button type="button" className={css.button} data-tone={tone} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
