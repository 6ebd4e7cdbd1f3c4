import { formatBytes } from '../../../contract/bytes.ts'
import type { MonitorAlert, MonitorPlatform } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { agoText, spanText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { useWords } from '../../words/language.ts'
import css from './platform-card.module.css'

type Props = { platform: MonitorPlatform; alerts: readonly MonitorAlert[]; nowMs: number }

/** Books, jobs, database and processes: figures of the whole platform. */
export function PlatformCard({ platform, alerts, nowMs }: Props) {
  const t = useWords('monitor')
  return (
    <Card title={t('platform')}>
      <ul>
        <Books books={platform.books} nowMs={nowMs} />
        <Jobs jobs={platform.jobs} isFailing={alerts.some(({ kind }) => kind === 'job.failing')} />
        <Database database={platform.database} />
      </ul>
      <Processes processes={platform.processes} alerts={alerts} />
    </Card>
  )
}

function Books({ books, nowMs }: Pick<MonitorPlatform, 'books'> & { nowMs: number }) {
  const t = useWords('monitor')
  const language = useLanguage()
  if (books === null) return <Row name={t('books')} tone="off" word={t('booksNever')} />
  const { problems, checkedAt, transactions } = books
  return (
    <Row
      name={t('books')}
      tone={problems > 0 ? 'bad' : 'good'}
      word={problems > 0 ? t('booksBad', { count: problems }) : t('booksClean')}
      note={t('booksNote', { ago: agoText(checkedAt, language, nowMs), count: transactions })}
    />
  )
}

function Jobs({ jobs, isFailing }: Pick<MonitorPlatform, 'jobs'> & { isFailing: boolean }) {
  const t = useWords('monitor')
  const language = useLanguage()
  const { oldestWaitS, stuck, ...counts } = jobs
  const waited = oldestWaitS === null ? [] : [t('jobsWait', { span: spanText(oldestWaitS, language) })]
  return (
    <Row
      name={t('jobs')}
      tone={isFailing || stuck > 0 ? 'bad' : 'good'}
      word={t(isFailing ? 'jobsFailing' : stuck > 0 ? 'jobsStuck' : 'jobsWell')}
      note={[t('jobsNote', counts), ...waited].join(' · ')}
    />
  )
}

function Database({ database }: Pick<MonitorPlatform, 'database'>) {
  const t = useWords('monitor')
  const language = useLanguage()
  const { sizeBytes, connections, connectionsMax, longestTransactionS } = database
  const isNearlyFull = connections >= connectionsMax * 0.9
  return (
    <Row
      name={t('database')}
      tone={isNearlyFull ? 'warn' : 'good'}
      word={formatBytes(sizeBytes)}
      note={t('databaseNote', {
        used: connections,
        most: connectionsMax,
        span: spanText(longestTransactionS, language),
      })}
    />
  )
}

type RowProps = { name: string; tone: StateTone; word: string; note?: string }

function Row({ name, tone, word, note }: RowProps) {
  return (
    <li className={css.row}>
      <span className={css.name}>{name}</span>
      <StateWord tone={tone}>{word}</StateWord>
      {note ? <span className={css.note}>{note}</span> : null}
    </li>
  )
}

type ProcessesProps = Pick<MonitorPlatform, 'processes'> & { alerts: readonly MonitorAlert[] }

export function Processes({ processes, alerts }: ProcessesProps) {
  const isLow = (host: string) => alerts.some(({ kind, detail }) => kind === 'disk.full' && detail['host'] === host)
  const t = useWords('monitor')
  return (
    <>
      <h3 className={css.part}>{t('processes')}</h3>
      {processes.length === 0 ? <p className={css.note}>{t('processesNone')}</p> : null}
      <ul>
        {processes.map((process) => (
          <Process key={`${process.host} ${process.pid}`} process={process} isLow={isLow(process.host)} />
        ))}
      </ul>
    </>
  )
}

type ProcessProps = { process: MonitorPlatform['processes'][number]; isLow: boolean }

function Process({ process, isLow }: ProcessProps) {
  const t = useWords('monitor')
  const language = useLanguage()
  const { host, pid, startedAt, seenAt, rssBytes, eventLoopDelayMs, streams, diskFreePercent } = process
  return (
    <li className={css.row}>
      <span className={css.name}>{t('processName', { host, pid })}</span>
      <StateWord tone={diskFreePercent === null ? 'off' : isLow ? 'bad' : 'good'}>
        {diskFreePercent === null ? t('diskUnknown') : t('diskFree', { percent: Math.round(diskFreePercent) })}
      </StateWord>
      <span className={css.note}>
        {t('processNote', {
          span: spanText((Date.parse(seenAt) - Date.parse(startedAt)) / 1000, language),
          memory: formatBytes(rssBytes),
          delay: Math.round(eventLoopDelayMs),
          streams,
        })}
      </span>
    </li>
  )
}
