import { Link } from 'react-router'

import { useMayGo } from './may-go.ts'
import { Section } from './section.tsx'
import css from './waiting-card.module.css'

export type WaitingRow = { text: string; tone: 'bad' | 'warn' | 'calm'; to: string; press: string }

type Props = {
  title: string
  /** The sentence when nothing waits. */
  calm: string
  rows: readonly WaitingRow[]
}

/** Open decisions of this member, the most urgent first, each with a link. */
export function WaitingCard({ title, calm, rows: all }: Props) {
  const mayGo = useMayGo()
  const rows = all.filter(({ to }) => mayGo(to))
  return (
    <Section title={title}>
      {rows.length === 0 ? (
        <p className={css.calm}>{calm}</p>
      ) : (
        <ul className={css.rows}>
          {rows.map(({ text, tone, to, press }) => (
            <li key={text} className={css.row}>
              <span className={css.dot} data-tone={tone} aria-hidden="true" />
              <span className={css.words}>{text}</span>
              <Link className={css.press} to={to}>
                {press}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
