import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'

import { consoleApi } from '../../../contract/console/api.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Bones, Loaded } from '../../../ui/components/loaded.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { StateWord } from '../../../ui/components/state-word.tsx'
import { reasonText } from '../../features/bulk/reason-text.ts'
import items from '../../features/show/item-rows.module.css'
import { Section } from '../../features/show/section.tsx'
import { call } from '../../session/call.ts'
import { useWords } from '../../words/language.ts'
import css from './bulk.module.css'

const tones = { waiting: 'busy', done: 'good', skipped: 'warn' } as const

type Shown = 'all' | keyof typeof tones

type Props = {
  id: string
  /** How many have a result: with every new one the list is read again. */
  ended: number
  /** Starts again for those who were left out; null when that is nothing to offer. */
  onAgain: (() => void) | null
}

/** The result for each user. */
export function ResultsPart({ id, ended, onAgain }: Props) {
  const t = useWords('bulk')
  const [state, setState] = useState<Shown>('all')
  const query = useInfiniteQuery({
    queryKey: [consoleApi.bulk.results.path, id, state, ended],
    placeholderData: keepPreviousData,
    queryFn: ({ pageParam }) =>
      call(consoleApi.bulk.results, {
        id,
        ...(state === 'all' ? {} : { state }),
        ...(pageParam ? { cursor: pageParam } : {}),
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  })
  const options = (['all', 'done', 'skipped', 'waiting'] as const).map((value) => ({ value, label: t(value) }))
  return (
    <Section
      title={t('results')}
      end={
        onAgain ? (
          <ActionButton tone="quiet" onClick={onAgain}>
            {t('again')}
          </ActionButton>
        ) : null
      }
    >
      <div className={items.tabs}>
        <Segments label={t('results')} options={options} value={state} onChange={setState} />
      </div>
      <Loaded query={query} failed={t('failed')} bones={<Bones count={5} height={40} />}>
        {({ pages }) => {
          const rows = pages.flatMap((page) => page.rows)
          if (rows.length === 0) return <p className={css.soft}>{t('noResults')}</p>
          return (
            <ul className={css.results}>
              {rows.map((row) => (
                <li key={row.accountId} className={css.result}>
                  <Link to={`/users/${row.accountId}`}>{row.userName}</Link>
                  <StateWord tone={tones[row.state]}>
                    {row.reason === null ? t(row.state) : reasonText(row.reason, t)}
                  </StateWord>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
      {query.hasNextPage ? (
        <ActionButton tone="quiet" fill busy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
          {t('more')}
        </ActionButton>
      ) : null}
    </Section>
  )
}
