import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { NodesCard } from './nodes-card.tsx'
import { PlaceCard } from './place-card.tsx'
import { PlotCard } from './plot-card.tsx'
import { TopCard } from './top-card.tsx'
import css from './traffic-rank.module.css'
import { type Range, useRank } from '../../features/lines/use-rank.ts'

const ranges = ['today', 'week', 'month'] as const

export default function TrafficRankScreen() {
  const t = useWords('rank')
  const account = useWords('account')
  const [range, setRange] = useState<Range>('today')
  const { data, error, isFetching, isPlaceholderData, refetch } = useRank(range)
  const options = ranges.map((value) => ({ value, label: t(value) }))
  return (
    <div className={css.screen}>
      <Segments label={t('range')} options={options} value={range} onChange={setRange} />
      {data && !(error && isPlaceholderData) ? (
        <div className={css.grid} aria-busy={isPlaceholderData}>
          <div className={css.column}>
            <PlaceCard rank={data} />
            <PlotCard points={data.points} range={data.range} />
            <NodesCard nodes={data.nodes} />
          </div>
          <TopCard rank={data} />
        </div>
      ) : null}
      {error && (!data || isPlaceholderData) ? (
        <Card title={t(range)}>
          <RetryCard
            title={account('loadFailedTitle')}
            text={failureText(error)}
            busy={isFetching}
            onRetry={() => void refetch()}
          />
        </Card>
      ) : null}
      {!data && !error ? <Bones /> : null}
    </div>
  )
}

function Bones() {
  const base = useWords('base')
  return (
    <div className={css.grid} role="status" aria-label={base('loading')}>
      <div className={css.column}>
        <Skeleton className={css.placeBone!} radius="xl" />
        <Skeleton className={css.bone!} radius="lg" />
      </div>
      <Skeleton className={css.bone!} radius="lg" />
    </div>
  )
}
