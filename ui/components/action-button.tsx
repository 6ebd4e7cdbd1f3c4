import { Button } from '@mantine/core'
import type { ReactNode } from 'react'

import css from './action-button.module.css'
import { Icon, type IconName } from './icon.tsx'

type Tone = 'main' | 'quiet' | 'danger' | 'dangerQuiet'
type Props = {
  children: ReactNode
  tone?: Tone
  type?: 'submit' | 'button'
  icon?: IconName
  busy?: boolean
  disabled?: boolean
  /** On a phone the button fills the row in any case. */
  fill?: boolean
  /** For screen readers, when several buttons of the page show the same word. It begins with that word. */
  label?: string | undefined
  onClick?: () => void
}

const variants = { main: 'filled', quiet: 'light', danger: 'filled', dangerQuiet: 'light' } as const

/** While busy it keeps its width and focus, and ignores a second press. */
export function ActionButton({
  children,
  tone = 'main',
  type = 'button',
  icon,
  busy,
  disabled,
  fill,
  label,
  onClick,
}: Props) {
  const sign = icon ? <Icon name={icon} size={18} /> : null
  return (
    <Button
      type={type}
      variant={variants[tone]}
      className={`${css.button} ${css[tone] ?? ''}`}
      data-fill={fill}
      disabled={disabled ?? false}
      aria-busy={busy}
      aria-label={label}
      leftSection={busy ? <span className={css.ring} aria-hidden="true" /> : sign}
      onClick={busy ? undefined : onClick}
    >
      {children}
    </Button>
  )
}
