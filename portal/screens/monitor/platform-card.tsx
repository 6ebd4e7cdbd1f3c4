import { formatBytes } from '../../../contract/bytes.ts'
import type { MonitorAlert, MonitorPlatform } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { StateWord, type StateTone } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { agoText } from '../../../ui/words/moment-text.ts'
import { spanText } from '../../../ui/words/span-text.ts'
import css from './platform-card.module.css'
import { Processes } from './processes.tsx'

type Props = { platform: MonitorPlatform; alerts: readonly MonitorAlert[]; nowMs: number }

/** Books, jobs, database and processes: what concerns everybody. */
export function PlatformCard({ platform, alerts, nowMs }: Props) {
  const t = useWords('monitor')
  return (
    <Card title={t('platform')}>
      <ul className={css.rows}>
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
