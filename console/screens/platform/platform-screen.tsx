import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { overviewDays } from '../../../contract/console/choices.ts'
import type { PlatformFigures, PlatformOverview } from '../../../contract/console/platform.ts'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { changeOf } from '../../features/show/change-note.ts'
import { Figure, Figures } from '../../features/show/figure.tsx'
import { Money } from '../../features/show/money.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { BeginningCard } from './beginning-card.tsx'
import { GrowthCard, MachineCard, TroubleCard } from './platform-cards.tsx'
import { PlatformWaiting } from './platform-waiting.tsx'
import css from './platform.module.css'
import { SalesCard } from './sales-card.tsx'

const LOOK_AGAIN_MS = 60_000
const FIRST_DAYS = 7

/** The platform at a glance: open decisions, then figures. */
export default function PlatformScreen() {
  const t = useWords('platform')
  const [address, setAddress] = useSearchParams()
  const asked = Number(address.get('days') ?? FIRST_DAYS)
  const days = overviewDays.find((one) => one === asked) ?? FIRST_DAYS
  const query = useQuery({
    queryKey: [consoleApi.platform.overview.path, days],
    queryFn: () => call(consoleApi.platform.overview, { days }),
    refetchInterval: LOOK_AGAIN_MS,
    placeholderData: (previous) => previous,
  })
  const names = { 1: t('today'), 7: t('week'), 30: t('month'), 90: t('quarter') }
  return (
    <div className={css.page}>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={140} />} bonesClass={css.page}>
        {(overview) => (
          <>
            {overview.beginning ? <BeginningCard steps={overview.beginning} /> : null}
            <PlatformWaiting overview={overview} />
            <div className={css.range}>
              <Segments
                label={t('range')}
                options={overviewDays.map((one) => ({ value: String(one), label: names[one] }))}
                value={String(days)}
                onChange={(value) => setAddress(value === String(FIRST_DAYS) ? {} : { days: value }, { replace: true })}
              />
            </div>
            <FigureRow overview={overview} days={days} />
            {days === 1 || overview.days.length === 0 || overview.beginning?.hasSold === false ? null : (
              <SalesCard days={overview.days} />
            )}
            <div className={css.columns}>
              {overview.growth ? <GrowthCard growth={overview.growth} /> : null}
              <TroubleCard trouble={overview.trouble} />
              <MachineCard overview={overview} />
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
}

function FigureRow({ overview: { now, before, days: shown }, days }: { overview: PlatformOverview; days: number }) {
  const t = useWords('platform')
  const against = (name: keyof PlatformFigures) => {
    const change = changeOf(now[name] ?? 0, before[name] ?? 0)
    return change && { note: t(days > 1 ? 'against' : 'againstDay', { share: change.share }), tone: change.tone }
  }
  const curve = days > 1 ? { curve: shown.map(({ salesFen }) => salesFen) } : {}
  return (
    <Figures>
      {now.salesFen === null ? null : (
        <Figure label={t('sales')} value={<Money fen={now.salesFen} />} {...against('salesFen')} {...curve} />
      )}
      {now.inFen === null ? null : (
        <Figure label={t('moneyIn')} value={<Money fen={now.inFen} />} {...against('inFen')} />
      )}
      {now.outFen === null ? null : <Figure label={t('moneyOut')} value={<Money fen={now.outFen} />} />}
      <Figure label={t('newUsers')} value={now.newUsers} {...against('newUsers')} />
      <Figure
        label={days > 1 ? t('activeUsers') : t('activeToday')}
        value={now.activeUsers}
        // Who was active is known by the day, so a day that is not over cannot be compared.
        {...(days > 1 ? against('activeUsers') : {})}
      />
    </Figures>
  )
}
