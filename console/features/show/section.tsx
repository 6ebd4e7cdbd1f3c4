import type { ReactNode } from 'react'

import css from './section.module.css'

type Props = {
  title: string
  /** At the end of the heading: a status, a link or a choice. */
  end?: ReactNode
  /** One sentence about the section's purpose. */
  text?: string
  children: ReactNode
}

/** A part of a screen with a heading. */
export function Section({ title, end, text, children }: Props) {
  return (
    <section className={css.section}>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {end}
      </div>
      {text ? <p className={css.text}>{text}</p> : null}
      {children}
    </section>
  )
}
