import { Skeleton } from '@mantine/core'
import { type ComponentType, lazy, Suspense, useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import type { MonitorOverview } from '../../../contract/monitor-figures.ts'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { loadChunk } from '../../../ui/http/load-chunk.ts'
import { Readout } from '../../../ui/plot/readout.tsx'
import { timeText } from '../../features/monitor/node-look.ts'
import { useWords } from '../../words/language.ts'
import css from './traffic-card.module.css'
import type { TrafficPlotProps } from './traffic-plot.tsx'

type Minutes = MonitorOverview['traffic']

/** A plot that fails to load must not break the screen. */
const Plot = lazy(async (): Promise<{ default: ComponentType<TrafficPlotProps> }> => {
  try {
    return await loadChunk(() => import('./traffic-plot.tsx'))
  } catch {
    return { default: NoPlot }
  }
})

function NoPlot() {
  const t = useWords('monitor')
  return <p className={css.failed}>{t('trafficFailed')}</p>
}

/** Bytes per minute in the last hour. */
export function TrafficCard({ minutes }: { minutes: Minutes }) {
  const t = useWords('monitor')
  const [at, setAt] = useState<number | null>(null)
  const chosen = at === null ? null : (minutes[at] ?? null)
  const up = minutes.reduce((sum, { upBytes }) => sum + upBytes, 0)
  const down = minutes.reduce((sum, { downBytes }) => sum + downBytes, 0)
  return (
    <Card title={t('traffic')}>
      {up + down === 0 ? <EmptyPart topic="chart" title={t('trafficEmptyTitle')} text={t('trafficEmptyText')} /> : null}
      {up + down > 0 ? (
        <>
          <Readout
            what={chosen ? timeText(chosen.at).slice(0, 5) : t('lastHour')}
            down={t('down')}
            downBytes={chosen ? chosen.downBytes : down}
            up={t('up')}
            upBytes={chosen ? chosen.upBytes : up}
          />
          <Suspense fallback={<Skeleton height={220} />}>
            <Plot minutes={minutes} label={t('trafficLabel', { amount: formatBytes(up + down) })} onPoint={setAt} />
          </Suspense>
        </>
      ) : null}
    </Card>
  )
}
