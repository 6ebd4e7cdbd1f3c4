import { formatBytes } from '../../../contract/bytes.ts'
import type { TrafficRank } from '../../../contract/traffic.ts'
import { StateCard } from '../../../ui/components/state-card.tsx'
import { useWords } from '../../words/language.ts'
import { hourText } from '../../../ui/words/date-text.ts'

export function PlaceCard({ rank: { me, users, rankedAt } }: { rank: TrafficRank }) {
  const t = useWords('traffic-rank')
  if (!me) return <StateCard sign="chart" label={t('placeLabel')} title={t('noPlace')} text={t('noPlaceText')} />
  const amount = formatBytes(me.bytes)
  return (
    <StateCard
      sign="chart"
      label={t('placeLabel')}
      title={t('place', { place: me.place })}
      // Nobody is counted before the first ranking of the day.
      text={users >= me.place ? t('placeOf', { users, amount }) : t('placeAlone', { amount })}
      chip={rankedAt === null ? undefined : t('rankedAt', { time: hourText(rankedAt) })}
    />
  )
}
