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
import { BalanceCard } from './balance-card.tsx'
import { BeginningCard } from './beginning-card.tsx'
import { ContactsCard } from './contacts-card.tsx'
import { FigureRow } from './figure-row.tsx'
import { HelpCard } from './help-card.tsx'
import { KeysCard } from './keys-card.tsx'
import { OfficeWaiting } from './office-waiting.tsx'
import css from './overview.module.css'
import { SalesCard } from './sales-card.tsx'
import { ToldCard } from './told-card.tsx'

/** Reload the figures of the day by themselves; soon where the users to contact are being counted. */
const LOOK_AGAIN_MS = 60_000
const LOOK_SOON_MS = 3_000
const FIRST_DAYS = 7

/** The most important answers first: current business, open decisions, users to contact. */
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
            {data.beginning ? <BeginningCard steps={data.beginning} /> : null}
            <FigureRow overview={data} days={days} />
            <div className={css.columns}>
              <div className={css.main}>
                {data.now.salesFen === null ? null : <SalesCard days={data.days} />}
                <ContactsCard contacts={data.contacts} />
              </div>
              <div className={css.side}>
                <OfficeWaiting overview={data} />
                {data.help ? <HelpCard help={data.help} /> : null}
                {data.balance ? <BalanceCard balance={data.balance} /> : null}
                <KeysCard overview={data} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </div>
  )
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
