import { Button } from '@mantine/core'
import { Link } from 'react-router'

import type { TicketFacts } from '../../../contract/tickets.ts'
import { userPath } from '../../paths.ts'
import { useKnownInfo } from '../../state/known-info.ts'
import { useWords } from '../../words/language.ts'
import { findCause } from './find-cause.ts'
import css from './tickets.module.css'

/** What was found out about 没反应, and the way out, before anything is written. */
export function CausePart({ facts }: { facts: TicketFacts }) {
  const t = useWords('tickets')
  const info = useKnownInfo((known) => known)
  if (!info) return null
  const { word, way, node } = findCause(info, facts, Date.parse(facts.at))
  return (
    <section className={css.cause} role="status">
      <p>{t(word, { node: node ?? '' })}</p>
      {way ? (
        <Button component={Link} to={userPath(way.to)}>
          {t(way.word)}
        </Button>
      ) : null}
    </section>
  )
}
