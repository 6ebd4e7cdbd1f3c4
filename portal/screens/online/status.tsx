import type { StatusReport } from '../../../contract/status.ts'
import { Button } from '../../../ui/components/auth/button.tsx'
import { Callout } from '../../../ui/components/auth/callout.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Glyph } from '../../../ui/components/glyph.tsx'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { momentText } from '../../../ui/words/moment-text.ts'
import { useWords } from '../../words/language.ts'
import { Incidents, Planned } from './incidents.tsx'
import css from './online-screen.module.css'
import { RegionCard } from './region-card.tsx'
import { recordedDays } from './uptime-bars.tsx'
import type { StatusState } from './use-status.ts'

export function Status({ report, error, busy, refresh }: StatusState) {
  const t = useWords('online')
  const base = useWords('base')
  if (report) return <Report report={report} isLate={error !== null} />
  if (error !== null) {
    return (
      <PlainMessage title={t('failedTitle')} text={failureText(error)} fill="content">
        <Button busy={busy} onClick={refresh}>
          {base('retry')}
        </Button>
      </PlainMessage>
    )
  }
  return (
    <div className="gap4" role="status" aria-label={base('loading')}>
      <div className={css.bone} data-size="banner" />
      <div className={css.bone} />
      <div className={css.bone} />
    </div>
  )
}

function Report({ report, isLate }: { report: StatusReport; isLate: boolean }) {
  const t = useWords('online')
  const { regions, incidents, firstDay, at } = report
  if (regions.length === 0) {
    return (
      <div className={css.card}>
        <EmptyPart topic="lines" title={t('emptyTitle')} text={t('emptyText')} />
      </div>
    )
  }
  return (
    <>
      {isLate ? <Callout tone="bad">{t('late', { time: momentText(at) })}</Callout> : null}
      <Banner report={report} />
      <div className={css.grid}>
        <section className={css.regions} aria-label={t('regions')}>
          <div className={css.card}>
            {regions.map((region) => (
              <RegionCard key={region.region} region={region} firstDay={firstDay} />
            ))}
          </div>
          <p className={css.key}>
            <span data-look="full">{t('keyFull')}</span>
            <span data-look="some">{t('keySome')}</span>
            <span data-look="much">{t('keyMuch')}</span>
            <span data-look="none">{t('keyNone')}</span>
          </p>
        </section>
        <div className="gap4">
          {report.planned.length > 0 ? <Planned planned={report.planned} /> : null}
          <Incidents incidents={incidents} at={at} count={recordedDays(regions.map(({ days }) => days))} />
        </div>
      </div>
    </>
  )
}

const looks = {
  up: { tone: 'good', glyph: 'check', title: 'allUp', text: 'allUpText' },
  maintenance: { tone: 'warn', glyph: 'warning', title: 'someMaintained', text: 'someMaintainedText' },
  partial: { tone: 'warn', glyph: 'warning', title: 'partial', text: 'partialText' },
  down: { tone: 'bad', glyph: 'warning', title: 'allDown', text: 'allDownText' },
} as const

/** Answers the question that most visitors come with. */
export function Banner({ report: { state, at, regions } }: { report: StatusReport }) {
  const t = useWords('online')
  const nodes = regions.flatMap((region) => region.nodes)
  const count = nodes.filter((node) => node.state === 'maintenance').length
  const { tone, glyph, title, text } = looks[state]
  return (
    <section className={css.banner} data-tone={tone}>
      <span className={css.sign}>
        <Glyph name={glyph} size={26} />
      </span>
      <div role="status">
        <p className={css.title}>{t(title, { count })}</p>
        <p className="soft">{t(count === nodes.length ? 'allMaintainedText' : text)}</p>
      </div>
      <p className={css.time}>
        {t('updated', { time: momentText(at) })} ·{' '}
        {t('recorded', { count: recordedDays(regions.map(({ days }) => days)) })}
      </p>
    </section>
  )
}
