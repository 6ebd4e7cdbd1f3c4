import { formatBytes } from '../../../contract/bytes.ts'
import type { MonitorAlert, MonitorPlatform } from '../../../contract/monitor-figures.ts'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { useWords } from '../../words/language.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { spanText } from '../../../ui/words/span-text.ts'
import css from './platform-card.module.css'

type Props = Pick<MonitorPlatform, 'processes'> & { alerts: readonly MonitorAlert[] }

export function Processes({ processes, alerts }: Props) {
  const isLow = (host: string) => alerts.some(({ kind, detail }) => kind === 'disk.full' && detail['host'] === host)
  const t = useWords('monitor')
  return (
    <>
      <h3 className={css.part}>{t('processes')}</h3>
      {processes.length === 0 ? <p className={css.note}>{t('processesNone')}</p> : null}
      <ul className={css.rows}>
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
