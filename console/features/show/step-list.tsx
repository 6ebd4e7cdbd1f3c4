import { Link } from 'react-router'

import css from './step-list.module.css'

type Props = {
  steps: readonly { isDone: boolean; text: string; to: string }[]
  /** Screen readers read this after a step that is done. */
  done: string
}

/** Steps before the first sale. Each step marks itself as done. */
export function StepList({ steps, done }: Props) {
  return (
    <ol className={css.steps}>
      {steps.map(({ isDone, text, to }) => (
        <li key={text} className={css.step} data-done={isDone}>
          <span className={css.tick} aria-hidden="true" />
          {isDone ? (
            <span className={css.words}>
              {text}
              <span className={css.spoken}>{done}</span>
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
