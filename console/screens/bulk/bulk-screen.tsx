import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { bulkKinds } from '../../features/bulk/bulk-draft.ts'
import { BulkSheet } from '../../features/bulk/bulk-sheet.tsx'
import { ScreenActions } from '../../features/screen/screen-actions.tsx'
import { useAsked } from '../../features/screen/use-asked.ts'
import { call } from '../../session/call.ts'
import { useMay } from '../../session/session.ts'
import { useWords } from '../../words/language.ts'
import css from './bulk.module.css'
import { RunCard } from './run-card.tsx'

const LOOK_MS = 2000

/** Bulk operations and their progress. They continue without this page. */
export default function BulkScreen() {
  const t = useWords('bulk')
  const navigate = useNavigate()
  const [making, setMaking] = useState(false)
  const begun = useBegun()
  const query = useInfiniteQuery({
    queryKey: [consoleApi.bulk.list.path],
    queryFn: ({ pageParam }) => call(consoleApi.bulk.list, pageParam ? { cursor: pageParam } : {}, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ rows }) => rows.some((run) => run.state === 'running')) ? LOOK_MS : false,
  })
  const start = (
    <ActionButton icon="plus" onClick={() => setMaking(true)}>
      {t('new')}
    </ActionButton>
  )
  return (
    <div className={css.page}>
      <ScreenActions
        quiet={
          <ActionButton tone="quiet" onClick={() => void navigate('/users')}>
            {t('toUsers')}
          </ActionButton>
        }
      >
        {start}
      </ScreenActions>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={3} height={120} />} bonesClass={css.runs}>
        {({ pages }) => {
          const runs = pages.flatMap(({ rows }) => rows)
          if (runs.length === 0) return <EmptyPart topic="calm" title={t('empty')} text={t('emptyText')} />
          return (
            <div className={css.runs}>
              {runs.map((run) => (
                <RunCard key={run.id} run={run} />
              ))}
            </div>
          )
        }}
      </Loaded>
      {query.hasNextPage ? (
        <ActionButton tone="quiet" busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </ActionButton>
      ) : null}
      <BulkSheet
        opened={making || begun !== null}
        kind={begun?.kind ?? 'days'}
        selection={begun?.selection ?? null}
        {...(begun?.begin ? { begin: begun.begin } : {})}
        onClose={() => (begun === null ? setMaking(false) : begun.end())}
      />
    </div>
  )
}

/** A bulk that another screen begins by its address: `?make=notice&endsWithinDays=7`, or with a coupon for whom is asked. */
function useBegun() {
  const [address] = useSearchParams()
  const { isOpen, end } = useAsked()
  const kinds = bulkKinds(useMay())
  const t = useWords('bulk')
  const { make, coupon: code, ...given } = Object.fromEntries(address)
  const kind = kinds.find((one) => one === make)
  if (!kind || !isOpen) return null
  const selection = Object.keys(given).length === 0 ? null : given
  const begin = code ? { title: t('couponTitle'), body: t('couponBody', { code }) } : null
  return { kind, selection, begin, end }
}
