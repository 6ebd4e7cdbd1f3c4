import { Skeleton } from '@mantine/core'

import { formatBytes } from '../../../../contract/bytes.ts'
import { StateCard } from '../../../../ui/components/state-card.tsx'
import { hourText } from '../../../../ui/words/date-text.ts'
import type { Range } from '../../../features/lines/use-own-traffic.ts'
import { useWords } from '../../../words/language.ts'
import css from './ranking.module.css'
import { useRanking } from './use-ranking.ts'

/** The user's own place; nothing when loading fails, because the list beside it says so. */
export function PlaceCard({ range }: { range: Range }) {
  const t = useWords('traffic-rank')
  const { data, error } = useRanking(range)
  if (!data) return error ? null : <Skeleton className={css.placeBone!} radius="xl" />
  const { me, users, rankedAt } = data
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
