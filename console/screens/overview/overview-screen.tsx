import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { overviewDays } from '../../../contract/console/choices.ts'
import type { Overview } from '../../../contract/console/overview.ts'
import { Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import { soldFen } from './all-ways.ts'
import { BeginningCard } from './beginning-card.tsx'
import { FigureLine } from './figure-line.tsx'
import { HelpCard } from './help-card.tsx'
import { KeysCard } from './keys-card.tsx'
import css from './overview.module.css'
import { SalesCard } from './sales-card.tsx'
import { ToldCard } from './told-card.tsx'
import { WorkList } from './work-list.tsx'

/** Reload the figures of the day by themselves; soon where the users to contact are being counted. */
const LOOK_AGAIN_MS = 60_000
const LOOK_SOON_MS = 3_000
const FIRST_DAYS = 7

/** A work list, with one line of figures above it; what explains the figures comes after. */
export default function OverviewScreen() {
  const t = useWords('overview')
  const [address, setAddress] = useSearchParams()
  const asked = Number(address.get('days') ?? FIRST_DAYS)
  const days = overviewDays.find((one) => one === asked) ?? FIRST_DAYS
  const query = useQuery({
    queryKey: ['overview', days],
    queryFn: () => call(consoleApi.overview.show, { days }),
    refetchInterval: ({ state }) => (isCounting(state.data) ? LOOK_SOON_MS : LOOK_AGAIN_MS),
    placeholderData: (previous) => previous,
  })
  const names = { 1: t('today'), 7: t('week'), 30: t('month'), 90: t('quarter') }
  return (
    <div className={css.page}>
      <ToldCard />
      <div className={css.range}>
        <Segments
          label={t('range')}
          options={overviewDays.map((one) => ({ value: String(one), label: names[one] }))}
          value={String(days)}
          onChange={(value) => setAddress(value === String(FIRST_DAYS) ? {} : { days: value }, { replace: true })}
        />
      </div>
      <Loaded query={query} failed={t('failed')} bones={<Bones />} bonesClass={css.page}>
        {(data) => (
          <>
            {data.beginning?.hasSold === false ? <BeginningCard steps={data.beginning} /> : null}
            <FigureLine overview={data} days={days} window={names[days]} />
            <div className={css.columns}>
              <div className={css.main}>
                <WorkList overview={data} />
                {hasSales(data) ? <SalesCard days={data.days} /> : null}
              </div>
              <div className={css.side}>
                {data.help ? <HelpCard help={data.help} /> : null}
                <KeysCard overview={data} />
              </div>
            </div>
            {data.beginning?.hasSold ? <BeginningCard steps={data.beginning} /> : null}
          </>
        )}
      </Loaded>
    </div>
  )
}

/** An empty plot says nothing. */
function hasSales({ days }: Overview): boolean {
  return days.some((day) => (soldFen(day) ?? 0) > 0)
}

function isCounting(overview: Overview | undefined): boolean {
  return overview !== undefined && (overview.contacts?.isCounting ?? true)
}

function Bones() {
  return (
    <>
      <Skeleton height={108} radius="lg" />
      <Skeleton height={320} radius="lg" />
      <Skeleton height={160} radius="lg" />
    </>
  )
}
