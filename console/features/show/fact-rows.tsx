import type { ReactNode } from 'react'

import css from './fact-rows.module.css'

export type FactRow = {
  name: string
  value: ReactNode
  /** The row is a sum of the rows above. */
  isSum?: boolean
}

/** Names on the left, values of any kind on the right, sums under a line. */
export function FactRows({ rows }: { rows: readonly FactRow[] }) {
  return (
    <dl>
      {rows.map(({ name, value, isSum = false }) => (
        <div key={name} className={css.row} data-sum={isSum}>
          <dt className={css.name}>{name}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
