import type { ReactNode } from 'react'

import css from './state-line.module.css'

type Props = {
  label: string
  title: string
  chip?: string | undefined
  text?: ReactNode
  /** What the state asks for, at the end of the line. */
  children?: ReactNode
}

/** How a screen begins: the state in one quiet line, so that what one came for is in sight below it. */
export function StateLine({ label, title, chip, text, children }: Props) {
  return (
    <header className={css.line}>
      <div className={css.words}>
        <h2 className={css.label}>{label}</h2>
        <p className={css.title}>
          {title}
          {chip ? <span className={css.chip}>{chip}</span> : null}
        </p>
        {text ? <p className={css.text}>{text}</p> : null}
      </div>
      {children}
    </header>
  )
}
