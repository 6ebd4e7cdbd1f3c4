import { Fragment, type ReactNode } from 'react'

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
          <dt className={css.name}>{breakable(name)}</dt>
          <dd className={css.value}>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

/** The name of a setting may be longer than a phone is wide: it breaks after an underscore, not inside a word. */
function breakable(name: string): ReactNode {
  return name.split(/(?<=_)/).map((part, at) => (
    // The parts never change their order.
    <Fragment key={at}>
      {part}
      <wbr />
    </Fragment>
  ))
}
