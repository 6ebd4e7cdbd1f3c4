import { formatBytes } from '../../../contract/bytes.ts'
import type { Line } from '../../../contract/lines.ts'
import { Flag } from '../../../ui/components/flag.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { ShareBar } from '../../../ui/components/share-bar.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { isUnderWay } from '../../features/lines/count-installs.ts'
import { LatencySign } from '../../features/lines/latency-sign.tsx'
import { ownLineLook, rateText } from '../../features/lines/looks.ts'
import { useWords } from '../../words/language.ts'
import type { Step } from './line-details.tsx'
import css from './line-row.module.css'
import { RowHint } from './row-hint.tsx'

type Props = {
  line: Line
  /** The traffic of all lines today: the bar shows this line's share, not a comparison with the busiest. */
  allBytes: number
  latencyMs: number | null
  isAsked: boolean
  onOpen: (step: Step) => void
  onRetry: () => void
}

export function LineRow({ line, allBytes, latencyMs, isAsked, onOpen, onRetry }: Props) {
  const t = useWords('user')
  const language = useLanguage()
  const { nodeName, region, todayBytes, ratePercent, lastConnectedAt } = line
  const isBusy = isAsked || isUnderWay(line)
  const look = isAsked ? ({ tone: 'busy', word: 'installing' } as const) : ownLineLook(line)
  return (
    <li className={css.row}>
      <button type="button" className={css.main} onClick={() => onOpen('details')}>
        <Flag region={region} size={36} />
        <span className={css.name}>{nodeName}</span>
        <span className={css.state}>
          <StateWord tone={look.tone}>{t(look.word)}</StateWord>
        </span>
        <span className={css.traffic}>
          {isBusy ? t('waitText') : t('today', { amount: formatBytes(todayBytes) })}
          {isBusy || ratePercent === 100 ? null : <span>{t('rate', { rate: rateText(ratePercent) })}</span>}
          {isBusy || lastConnectedAt === null ? null : (
            <span>{t('lastConnected', { ago: agoText(lastConnectedAt, language) })}</span>
          )}
        </span>
        <span className={css.latency}>{isBusy || latencyMs === null ? null : <LatencySign ms={latencyMs} />}</span>
        <span className={css.bar}>
          <ShareBar percent={isBusy ? null : allBytes > 0 ? (todayBytes / allBytes) * 100 : 0} />
        </span>
        <span className={css.more}>
          <Icon name="chevron" size={18} />
        </span>
      </button>
      {isBusy ? null : <RowHint line={line} onMove={() => onOpen('move')} onRetry={onRetry} />}
    </li>
  )
}
