import { Link } from 'react-router'

import { useMayGo } from './may-go.ts'
import css from './step-list.module.css'

type Props = {
  steps: readonly { isDone: boolean; text: string; to: string }[]
  /** Screen readers read this after a step that is done. */
  done: string
}

/** Steps before the first sale. Each step marks itself as done, and leads to its screen if the member may open it. */
export function StepList({ steps, done }: Props) {
  const mayGo = useMayGo()
  return (
    <ol className={css.steps}>
      {steps.map(({ isDone, text, to }) => (
        <li key={text} className={css.step} data-done={isDone}>
          <span className={css.tick} aria-hidden="true" />
          {isDone || !mayGo(to) ? (
            <span className={css.words}>
              {text}
              {isDone ? <span className={css.spoken}>{done}</span> : null}
            </span>
          ) : (
            <Link className={css.words} to={to}>
              {text}
            </Link>
          )}
        </li>
      ))}
    </ol>
  )
}
