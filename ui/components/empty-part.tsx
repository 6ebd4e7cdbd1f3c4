import type { ReactNode } from 'react'

import { EmptyDrawing, type EmptyTopic } from './empty-drawing.tsx'
import css from './empty-part.module.css'

type Props = { topic: EmptyTopic; title: string; text?: string | undefined; children?: ReactNode }

/** Nothing here yet, inside a card: a small drawing of what it is about, a sentence and at most one button. */
export function EmptyPart({ topic, title, text, children }: Props) {
  return (
    <div className={css.box}>
      <EmptyDrawing topic={topic} />
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {children ? <div className={css.action}>{children}</div> : null}
    </div>
  )
}
