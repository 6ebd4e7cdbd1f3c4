import type { ReactNode } from 'react'

import css from './empty-part.module.css'

type Props = { topic: EmptyTopic; title: string; text?: string | undefined; children?: ReactNode }

/** Empty state inside a card: a small drawing, a sentence and at most one button. */
export function EmptyPart({ topic, title, text, children }: Props) {
  return (
    <div className={css.box} data-empty>
      <EmptyDrawing topic={topic} />
      <p className={css.title}>{title}</p>
      {text ? <p className={css.text}>{text}</p> : null}
      {children ? <div className={css.action}>{children}</div> : null}
    </div>
  )
}

/** Drawings that stand or float on the water, on a 96 by 56 grid. */
const shapes = {
  /** A lighthouse: nodes and lines. */
  lines: 'M43 44l3-24h8l3 24M44.5 32h11M46 20v-6h8v6M43.5 14h13M50 14V9M38 15l-11-4M38 19l-11 2M62 15l11-4M62 19l11 2',
  /** Coins on a raft. */
  money: 'M35 18c0-4 26-4 26 0s-26 4-26 0ZM35 18v7c0 4 26 4 26 0v-7M35 25v7c0 4 26 4 26 0v-7M30 41h36',
  /** A drifting card. */
  cards: 'M27 20l38-7 4.5 22-38 7L27 20ZM28.4 27l38-7M36 35l9-1.7',
  /** Bars of different heights. */
  chart: 'M28 41V29h9v12ZM43.5 41V16h9v25ZM59 41V23h9v18Z',
  /** Two fish meeting. */
  people:
    'M22 27c5-8 17-8 23 0-6 8-18 8-23 0ZM22 27l-8-5v10l8-5ZM38 25v.1M54 33c4-6 13-6 18 0-5 6-14 6-18 0ZM72 33l7-4v8l-7-4ZM60 31v.1',
  /** A message in a bottle. */
  notice: 'M32 20h21c6 0 8 4 13 5v8c-5 1-7 5-13 5H32c-3 0-5-2-5-5v-8c0-3 2-5 5-5ZM66 25h6v8h-6ZM35 26h13M35 31h8',
  /** A crate. */
  shop: 'M32 20h33v22H32V20ZM32 28h33M32 35h33M38 20v22M59 20v22',
  /** The sun over a calm sea. */
  calm: 'M36 42a12 12 0 0 1 24 0M48 23v-7M34.6 28.6l-5-5M61.4 28.6l5-5',
} as const

export type EmptyTopic = keyof typeof shapes

function EmptyDrawing({ topic }: { topic: EmptyTopic }) {
  return (
    <svg className={css.drawing} viewBox="0 0 96 56" width="96" height="56" fill="none" aria-hidden="true">
      <path className={css.thing} d={shapes[topic]} />
      <path className={css.wave} d="M6 46c7-5 14-5 21 0s14 5 21 0 14-5 21 0 14 5 21 0" />
    </svg>
  )
}
