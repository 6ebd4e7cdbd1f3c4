import type { ReactNode } from 'react'

import css from './empty-part.module.css'

type Props = { title: string; text?: string | undefined; children?: ReactNode }

/** Nothing here yet, inside a card: a small drawing, a sentence and at most one button. */
export function EmptyPart({ title, text, children }: Props) {
  return (
    <div className={css.box}>
      <svg className={css.drawing} viewBox="0 0 96 56" width="96" height="56" fill="none" aria-hidden="true">
        <path className={css.buoy} d="M41 36l4-20h6l4 20M44 22h8M48 16v-5M34 36h28l-4 8H38l-4-8Z" />
        <path className={css.wave} d="M6 46c7-5 14-5 21 0s14 5 21 0 14-5 21 0 14 5 21 0" />
      </svg>
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {children ? <div className={css.action}>{children}</div> : null}
    </div>
  )
}
