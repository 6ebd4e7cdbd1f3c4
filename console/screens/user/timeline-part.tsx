import { useInfiniteQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { historyNeeds } from '../../../contract/console/choices.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Section } from '../../features/show/section.tsx'
import { TimelineRows } from '../../features/timeline/timeline-rows.tsx'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import { HistoryList } from './history-list.tsx'

const kinds = ['orders', 'ledger', 'payments', 'gifts', 'cards', 'invited', 'audit'] as const
const ALL = 'all'
const words = {
  all: 'kindAll',
  orders: 'kindOrders',
  ledger: 'kindLedger',
  payments: 'kindPayments',
  gifts: 'kindGifts',
  cards: 'kindCards',
  invited: 'kindInvited',
  audit: 'kindAudit',
} as const

/** Everything that happened, or one kind of it in full. */
export function TimelinePart({ id }: { id: number }) {
  const t = useWords('user')
  const may = useMay()
  const [address, setAddress] = useSearchParams()
  const open = [ALL, ...kinds.filter((value) => may(historyNeeds[value]))] as const
  const kind = open.find((one) => one === address.get('tab')) ?? ALL
  const chips = (
    <FilterChips
      label={t('moneyWhat')}
      options={open.map((value) => ({ value, label: t(words[value]) }))}
      value={kind}
      onChange={(value) => setAddress(value === ALL ? {} : { tab: value }, { replace: true })}
    />
  )
  return (
    <>
      {chips}
      {kind === ALL ? <Timeline id={id} /> : <HistoryList key={kind} id={id} kind={kind} title={t(words[kind])} />}
    </>
  )
}

function Timeline({ id }: { id: number }) {
  const t = useWords('user')
  const { timeline } = consoleApi.user
  const query = useInfiniteQuery({
    queryKey: [timeline.path, id],
    queryFn: ({ pageParam }) => call(timeline, { id, ...(pageParam ? { cursor: pageParam } : {}) }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  return (
    <Section title={t('timeline')}>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={4} height={44} />}>
        {({ pages }) => <TimelineRows rows={pages.flatMap((page) => page.rows)} />}
      </Loaded>
      {query.hasNextPage ? (
        <ActionButton tone="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </ActionButton>
      ) : null}
    </Section>
  )
}
