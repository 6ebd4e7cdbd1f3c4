import { useState } from 'react'

import type { StatusReport } from '../../../contract/status.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Flag } from '../../../ui/components/flag.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { momentText, spanText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import css from './incidents.module.css'
import page from './online-screen.module.css'

type Incident = StatusReport['incidents'][number]
const FIRST = 8
const words = { silent: 'incidentSilent', engine_down: 'incidentEngine', maintenance: 'incidentMaintenance' } as const

/** `count`: the days on record. */
export function Incidents({ incidents, at, count }: { incidents: readonly Incident[]; at: string; count: number }) {
  const t = useWords('online')
  const [all, setAll] = useState(false)
  const shown = all ? incidents : incidents.slice(0, FIRST)
  return (
    <section className={page.card}>
      <h2 className={css.title}>{t('incidents', { count })}</h2>
      {incidents.length === 0 ? <EmptyPart topic="calm" title={t('incidentsNone', { count })} /> : null}
      <ol>
        {shown.map((incident) => (
          <IncidentRow
            key={`${incident.kind} ${incident.nodeName} ${incident.startedAt}`}
            incident={incident}
            at={at}
          />
        ))}
      </ol>
      {shown.length < incidents.length ? (
        <Button look="quiet" onClick={() => setAll(true)}>
          {t('moreIncidents', { count: incidents.length })}
        </Button>
      ) : null}
    </section>
  )
}

function IncidentRow({ incident, at }: { incident: Incident; at: string }) {
  const t = useWords('online')
  const language = useLanguage()
  const { kind, nodeName, region, startedAt, endedAt } = incident
  const seconds = (Date.parse(endedAt ?? at) - Date.parse(startedAt)) / 1000
  const values = { start: momentText(startedAt), span: spanText(seconds, language) }
  const isMeant = kind === 'maintenance'
  return (
    <li className={css.incident}>
      <Flag region={region} size={21} />
      <div>
        <p className={css.what}>{t(words[kind], { name: nodeName })}</p>
        <p className={css.when}>{endedAt === null ? t('since', values) : t('lasted', values)}</p>
      </div>
      {endedAt === null ? <StateWord tone={isMeant ? 'warn' : 'bad'}>{t('ongoing')}</StateWord> : null}
    </li>
  )
}

/** Announced maintenance: from when to when, and why. */
export function Planned({ planned }: { planned: StatusReport['planned'] }) {
  const t = useWords('online')
  return (
    <section className={page.card}>
      <h2 className={css.title}>{t('planned')}</h2>
      <ol>
        {planned.map(({ nodeName, region, startsAt, endsAt, note }) => (
          <li key={`${nodeName} ${startsAt}`} className={css.incident}>
            <Flag region={region} size={21} />
            <div>
              <p className={css.what}>{t('incidentMaintenance', { name: nodeName })}</p>
              <p className={css.when}>{t('fromTo', { start: momentText(startsAt), end: momentText(endsAt) })}</p>
              {note === '' ? null : <p className={css.when}>{note}</p>}
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
