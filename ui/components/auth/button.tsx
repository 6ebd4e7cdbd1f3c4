import type { ReactNode } from 'react'

import css from './button.module.css'

type Props = {
  children: ReactNode
  type?: 'submit' | 'button'
  look?: 'filled' | 'quiet'
  busy?: boolean
  onClick?: () => void
}

/** While busy it keeps its width and focus, and ignores a second press. */
export function Button({ children, type = 'button', look = 'filled', busy = false, onClick }: Props) {
  return (
    <button
      type={type}
      className={`${css.button} ${css[look]}`}
      aria-disabled={busy}
      aria-busy={busy}
      onClick={busy ? undefined : onClick}
    >
      {busy ? <span className={css.ring} aria-hidden="true" /> : null}
      {children}
    </button>
  )
}
