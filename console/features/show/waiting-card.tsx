import type { ReactNode } from 'react'
import { Link } from 'react-router'

import { useMayGo } from './may-go.ts'
import { Section } from './section.tsx'
import css from './waiting-card.module.css'

export type WaitingRow = {
  text: string
  tone: 'bad' | 'warn' | 'calm'
  /** What the row is about: the text leads there. */
  to: string
  press: string
  /** What is done about it, for members who may: the button then leads here. */
  deed?: { to: string; press: string }
}

type Props = {
  title: string
  /** The sentence when nothing waits. */
  calm: string
  rows: readonly WaitingRow[]
  end?: ReactNode
}

/** Open decisions of this member, the most urgent first, each with a link. */
export function WaitingCard({ title, calm, rows: all, end }: Props) {
  const mayGo = useMayGo()
  const rows = all.filter(({ to }) => mayGo(to))
  return (
    <Section title={title} end={end}>
      {rows.length === 0 ? (
        <p className={css.calm}>{calm}</p>
      ) : (
        <ul className={css.rows}>
          {rows.map((row) => (
            <Row key={row.text} row={row} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function Row({ row: { text, tone, to, press, deed } }: { row: WaitingRow }) {
  const mayGo = useMayGo()
  const shown = deed && mayGo(deed.to) ? deed : null
  return (
    <li className={css.row}>
      <span className={css.dot} data-tone={tone} aria-hidden="true" />
      {shown === null ? (
        <span className={css.words}>{text}</span>
      ) : (
        <Link className={css.words} to={to}>
          {text}
        </Link>
      )}
      <Link className={css.press} to={shown?.to ?? to}>
        {shown?.press ?? press}
      </Link>
    </li>
  )
}
