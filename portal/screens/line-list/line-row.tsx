import { formatBytes } from '../../../contract/bytes.ts'
import type { Line } from '../../../contract/lines.ts'
import { Flag } from '../../../ui/components/flag.tsx'
import { ListRow } from '../../../ui/components/list.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { agoText } from '../../../ui/words/moment-text.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'
import { isUnderWay } from '../../features/lines/count-installs.ts'
import { LatencySign } from '../../features/lines/latency-sign.tsx'
import { ownLineLook, rateText } from '../../features/lines/looks.ts'
import { useWords } from '../../words/language.ts'
import type { Step } from './line-details.tsx'
import { RowHint } from './row-hint.tsx'

type Props = {
  line: Line
  latencyMs: number | null
  isAsked: boolean
  isChosen: boolean
  onOpen: (step: Step) => void
  onRetry: () => void
}

export function LineRow({ line, latencyMs, isAsked, isChosen, onOpen, onRetry }: Props) {
  const t = useWords('user')
  const language = useLanguage()
  const { nodeName, region, todayBytes, ratePercent, lastConnectedAt } = line
  const isBusy = isAsked || isUnderWay(line)
  const look = isAsked ? ({ tone: 'busy', word: 'installing' } as const) : ownLineLook(line)
  return (
    <ListRow
      sign={<Flag region={region} size={30} />}
      name={nodeName}
      about={
        <>
          <span>{isBusy ? t('waitText') : t('today', { amount: formatBytes(todayBytes) })}</span>
          {isBusy || ratePercent === 100 ? null : <span>{t('rate', { rate: rateText(ratePercent) })}</span>}
          {isBusy || lastConnectedAt === null ? null : (
            <span>{t('lastConnected', { ago: agoText(lastConnectedAt, language) })}</span>
          )}
        </>
      }
      value={<StateWord tone={look.tone}>{t(look.word)}</StateWord>}
      under={isBusy || latencyMs === null ? null : <LatencySign ms={latencyMs} />}
      isChosen={isChosen}
      onPress={() => onOpen('details')}
    >
      {isBusy ? null : <RowHint line={line} onMove={() => onOpen('move')} onRetry={onRetry} />}
    </ListRow>
  )
}
