import type { ReactNode } from 'react'

import css from './icon-button.module.css'
import { Icon, type IconName } from './icon.tsx'

type Props = { icon: IconName; label: string; onClick: () => void; busy?: boolean; children?: ReactNode }

export function IconButton({ icon, label, onClick, busy = false, children }: Props) {
  return (
    <button type="button" className={css.button} aria-label={label} title={label} aria-busy={busy} onClick={onClick}>
      <Icon name={icon} />
      {children}
    </button>
  )
}
