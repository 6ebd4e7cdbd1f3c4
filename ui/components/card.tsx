import type { ReactNode } from 'react'

import css from './card.module.css'

type Props = { title: string; end?: ReactNode; children: ReactNode }

export function Card({ title, end, children }: Props) {
  return (
    <section className={css.card}>
      <div className={css.head}>
        <h2 className={css.title}>{title}</h2>
        {end}
      </div>
      {children}
    </section>
  )
}
