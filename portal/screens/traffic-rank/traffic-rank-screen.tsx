import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { type Range, useOwnTraffic } from '../../features/lines/use-own-traffic.ts'
import { useWords } from '../../words/language.ts'
import { MonthRow } from './month-row.tsx'
import { NodesCard } from './nodes-card.tsx'
import { PlotCard } from './plot-card.tsx'
import { TopCard } from './ranking/top-card.tsx'
import css from './traffic-rank.module.css'

const ranges = ['today', 'week', 'month'] as const

export default function TrafficRankScreen() {
  const t = useWords('traffic-rank')
  const user = useWords('user')
  const [range, setRange] = useState<Range>('today')
  const query = useOwnTraffic(range)
  const options = ranges.map((value) => ({ value, label: t(value) }))
  return (
    <div className={`page ${css.screen}`}>
      <Segments label={t('range')} options={options} value={range} onChange={setRange} />
      <div className={`split ${css.grid}`} aria-busy={query.isPlaceholderData}>
        <TopCard range={range} />
        <div className={`page ${css.column}`}>
          <Loaded
            query={query}
            failed={user('loadFailedTitle')}
            card={t('plotTitle')}
            bones={<Skeleton className={css.bone!} radius="lg" />}
          >
            {(own) => (
              <>
                <PlotCard points={own.points} range={own.range} />
                <NodesCard nodes={own.nodes} />
              </>
            )}
          </Loaded>
          <MonthRow />
        </div>
      </div>
    </div>
  )
}
