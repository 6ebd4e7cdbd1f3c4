import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { formatBytes } from '../../../contract/bytes.ts'
import type { TrafficRank } from '../../../contract/traffic.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { StateCard } from '../../../ui/components/state-card.tsx'
import { hourText } from '../../../ui/words/date-text.ts'
import { type Range, useRank } from '../../features/lines/use-rank.ts'
import { useWords } from '../../words/language.ts'
import { MonthRow } from './month-row.tsx'
import { NodesCard } from './nodes-card.tsx'
import { PlotCard } from './plot-card.tsx'
import { TopCard } from './top-card.tsx'
import css from './traffic-rank.module.css'

const ranges = ['today', 'week', 'month'] as const

export default function TrafficRankScreen() {
  const t = useWords('traffic-rank')
  const account = useWords('account')
  const [range, setRange] = useState<Range>('today')
  const query = useRank(range)
  const options = ranges.map((value) => ({ value, label: t(value) }))
  return (
    <div className={css.screen}>
      <Segments label={t('range')} options={options} value={range} onChange={setRange} />
      <Loaded
        query={query}
        failed={account('loadFailedTitle')}
        card={t(range)}
        bones={<RankBones />}
        bonesClass={css.grid}
      >
        {(rank) => (
          <div className={css.grid} aria-busy={query.isPlaceholderData}>
            <div className={css.column}>
              <PlaceCard rank={rank} />
              <PlotCard points={rank.points} range={rank.range} />
              <NodesCard nodes={rank.nodes} />
              <MonthRow />
            </div>
            <TopCard rank={rank} />
          </div>
        )}
      </Loaded>
    </div>
  )
}

function RankBones() {
  return (
    <>
      <div className={css.column}>
        <Skeleton className={css.placeBone!} radius="xl" />
        <Skeleton className={css.bone!} radius="lg" />
      </div>
      <Skeleton className={css.bone!} radius="lg" />
    </>
  )
}

export function PlaceCard({ rank: { me, users, rankedAt } }: { rank: TrafficRank }) {
  const t = useWords('traffic-rank')
  if (!me) return <StateCard sign="chart" label={t('placeLabel')} title={t('noPlace')} text={t('noPlaceText')} />
  const amount = formatBytes(me.bytes)
  return (
    <StateCard
      sign="chart"
      label={t('placeLabel')}
      title={t('place', { place: me.place })}
      // Before the first ranking of the day, `users` counts nobody yet.
      text={users >= me.place ? t('placeOf', { users, amount }) : t('placeAlone', { amount })}
      chip={rankedAt === null ? undefined : t('rankedAt', { time: hourText(rankedAt) })}
    />
  )
}
