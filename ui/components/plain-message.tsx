import type { ReactNode } from 'react'

import css from './plain-message.module.css'

type Props = { title: string; text: string; children?: ReactNode; fill?: 'page' | 'content' }

/** A screen with one sentence and one action: not found, broken, chunk missing, nothing here yet. */
export function PlainMessage({ title, text, children, fill = 'page' }: Props) {
  return (
    <div className={`${css.message} ${css[fill]}`}>
      <svg className={css.drawing} viewBox="0 0 120 72" width="120" height="72" fill="none" aria-hidden="true">
        <path
          className={css.boat}
          d="M60 10v28M60 12c8 7 13 15 15 26H60M60 18c-6 5-10 12-12 20h12M38 42h44l-8 12H46l-8-12Z"
        />
        <path className={css.far} d="M6 54c9-7 18-7 27 0s18 7 27 0 18-7 27 0 18 7 27 0" />
        <path className={css.near} d="M20 66c7-5 14-5 20 0s13 5 20 0 14-5 20 0 13 5 20 0" />
      </svg>
      <h1 className={css.title}>{title}</h1>
      <p className={css.text}>{text}</p>
      {children ? <div className={css.action}>{children}</div> : null}
    </div>
  )
}
