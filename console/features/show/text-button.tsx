import type { ReactNode } from 'react'

import css from './text-button.module.css'

type Props = { onClick: () => void; tone?: 'main' | 'quiet'; label?: string; children: ReactNode }

/** A word to press, for an action on one row. `label` says more for screen readers. */
export function TextButton({ onClick, tone = 'main', label, children }: Props) {
  return (
    <button type="button" className={css.button} data-tone={tone} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
