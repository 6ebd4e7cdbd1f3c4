import type { ReactNode } from 'react'

import { Icon } from './icon.tsx'
import css from './warning.module.css'

type Props = { title: string; text: ReactNode; children?: ReactNode }

/** At the top of a screen: what happens to the account, and what the user can do about it. */
export function Warning({ title, text, children }: Props) {
  return (
    <section className={css.warning} aria-label={title}>
      <Icon name="warning" size={24} />
      <div className={css.words}>
        <p className={css.title}>{title}</p>
        {text}
      </div>
      {children}
    </section>
  )
}
