import type { ReactNode } from 'react'

import css from './tag.module.css'

/** A word beside a name. `warn` for what departs from the rule. */
export function Tag({ tone = 'plain', children }: { tone?: 'plain' | 'warn'; children: ReactNode }) {
  return (
    <span className={css.tag} data-tone={tone}>
      {children}
    </span>
  )
}
