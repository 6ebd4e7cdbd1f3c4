import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { MonitorEvents, MonitorOverview } from '../../../contract/monitor-figures.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { LanguageRow } from '../../../ui/components/auth/language-row.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { chooseLanguage } from '../../../ui/components/look.ts'
import { PlainMessage } from '../../../ui/components/plain-message.tsx'
import { UpdateBanner } from '../../../ui/components/update-banner.tsx'
import { reloadPage } from '../../../ui/device/app-key.ts'
import type { ApiError } from '../../../ui/http/api-error.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { HISTORY_KEY } from '../../features/monitor/use-alert-history.ts'
import { useResellerFilter, type Live, useLive } from '../../features/monitor/use-live.ts'
import { useWords } from '../../words/language.ts'
import { useAlertTitle } from './alert-row.tsx'
import { AlertsCard } from './alerts-card.tsx'
import { Bones } from './bones.tsx'
import { MonitorHead } from './monitor-head.tsx'
import css from './monitor-screen.module.css'
import { NodesCard } from './nodes-card.tsx'
import { PlatformCard } from './platform-card.tsx'
import { SalesCard } from './sales-card.tsx'
import { Tiles } from './tiles.tsx'
import { TrafficCard } from './traffic-card.tsx'

/** One screen that somebody on call can leave open. */
export function MonitorScreen() {
  const [dailiKey, chooseReseller] = useResellerFilter()
  // A stream has one language: a change opens a new stream.
  const language = useLanguage()
  return <Watch key={`${dailiKey} ${language}`} dailiKey={dailiKey} onReseller={chooseReseller} />
}

type WatchProps = { dailiKey: number | null; onReseller: (dailiKey: number | null) => void }

function Watch({ dailiKey, onReseller }: WatchProps) {
  const t = useWords('monitor')
  const language = useLanguage()
  const queries = useQueryClient()
  const [news, setNews] = useState('')

  function hear({ change, alert }: MonitorEvents['alert']): void {
    void queries.invalidateQueries({ queryKey: HISTORY_KEY })
    const { text } = alert
    if (change === 'raised') setNews(t('newAlert', { text }))
    if (change === 'resolved') setNews(t('recoveredNews', { text }))
  }

  const live = useLive(dailiKey, hear)
  return (
    <div className={css.page}>
      <MonitorHead live={live} dailiKey={dailiKey} onReseller={onReseller} />
      <p className={css.news} role="alert">
        {news}
      </p>
      <main className={css.main}>
        <UpdateBanner text={t('newVersion')} button={t('reloadNow')} onReload={reloadPage} />
        <Body live={live} dailiKey={dailiKey} onAll={() => onReseller(null)} />
      </main>
      <footer className={css.foot}>
        <LanguageRow current={language} onChoose={(next) => void chooseLanguage(next)} />
      </footer>
    </div>
  )
}

type BodyProps = { live: Live; dailiKey: number | null; onAll: () => void }

function Body({ live, dailiKey, onAll }: BodyProps) {
  const { overview, link, refusal } = live
  if (overview) return <Figures overview={overview} live={live} dailiKey={dailiKey} />
  if (refusal || link === 'waiting') return <NoFigures refusal={refusal} onRetry={live.hurry} onAll={onAll} />
  return <Bones />
}

type FiguresProps = { overview: MonitorOverview; live: Live; dailiKey: number | null }

function Figures({ overview, live, dailiKey }: FiguresProps) {
  // Uses the server's clock: a wall screen's own may be wrong.
  const nowMs = Date.parse(overview.at)
  return (
    <div className={css.grid} data-stale={live.link !== 'live'}>
      <Headline overview={overview} />
      <div className={css.side}>
        <AlertsCard alerts={overview.alerts} dailiKey={dailiKey} nowMs={nowMs} onChanged={live.put} />
        <div className={css.platform}>
          {overview.platform ? (
            <PlatformCard platform={overview.platform} alerts={overview.alerts} nowMs={nowMs} />
          ) : null}
        </div>
      </div>
      <div className={css.column}>
        <Tiles overview={overview} />
        <NodesCard overview={overview} onChanged={live.put} />
        <div className={css.plots}>
          <TrafficCard minutes={overview.traffic} />
          <SalesCard overview={overview} />
        </div>
      </div>
    </div>
  )
}

type Props = { refusal: ApiError | null; onRetry: () => void; onAll: () => void }

/** Before the first figures: the server refuses or cannot be reached. */
export function NoFigures({ refusal, onRetry, onAll }: Props) {
  const t = useWords('monitor')
  if (refusal) {
    return (
      <PlainMessage title={t('refusedTitle')} text={failureText(refusal)} fill="content">
        <ActionButton onClick={onAll}>{t('filterAll')}</ActionButton>
      </PlainMessage>
    )
  }
  return (
    <PlainMessage title={t('noLinkTitle')} text={t('noLinkText')} fill="content">
      <ActionButton onClick={onRetry}>{t('tryNow')}</ActionButton>
    </PlainMessage>
  )
}

/** The one sentence to read from across the room. */
export function Headline({ overview: { alerts } }: { overview: MonitorOverview }) {
  const t = useWords('monitor')
  const count = alerts.length
  const waiting = alerts.filter(({ acknowledgedAt }) => acknowledgedAt === null).length
  const isCritical = alerts.some(({ severity }) => severity === 'critical')
  const tone = count === 0 ? 'good' : isCritical ? 'bad' : 'warn'
  useAlertTitle(count)
  return (
    <section className={css.headline} data-tone={tone}>
      <span className={css.sign}>
        <Icon name={count === 0 ? 'check' : 'warning'} size={28} />
      </span>
      <p className={css.words}>
        <strong className={css.title}>{count === 0 ? t('allWell') : t('openAlerts', { count })}</strong>
        <span className={css.text}>
          {count === 0
            ? t('allWellText')
            : waiting > 0
              ? t('unacknowledged', { count: waiting })
              : t('allAcknowledged')}
        </span>
      </p>
    </section>
  )
}
