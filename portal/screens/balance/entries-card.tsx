import { Skeleton } from '@mantine/core'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './balance.module.css'
import { EntryList } from './entry-list.tsx'
import { type EntryFilter, isFiltered, NO_FILTER } from './entry-filter.ts'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'
import { TopUpLink } from './top-up-link.tsx'
import type { useEntries } from './use-entries.ts'

type Props = {
  entries: ReturnType<typeof useEntries>
  filter: EntryFilter
  onFilter: (filter: EntryFilter) => void
}

export function EntriesCard({ entries, filter, onFilter }: Props) {
  const t = useWords('balance')
  const { items } = entries
  const hasAny = items !== null && (items.length > 0 || isFiltered(filter))
  return (
    <Card title={t('entries')} end={hasAny ? <ExportButton filter={filter} /> : null}>
      {hasAny ? <FilterBar filter={filter} onFilter={onFilter} /> : null}
      <Body entries={entries} filter={filter} onFilter={onFilter} />
    </Card>
  )
}

function Body({ entries, filter, onFilter }: Props) {
  const t = useWords('balance')
  const account = useWords('account')
  const { items, error, isFetching, refetch, isPlaceholderData } = entries
  if (error) {
    return (
      <RetryCard
        title={account('loadFailedTitle')}
        text={failureText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (items === null) return <Bones />
  if (items.length === 0 && isFiltered(filter)) {
    return (
      <EmptyPart topic="money" title={t('noneTitle')} text={t('noneText')}>
        <ActionButton tone="quiet" onClick={() => onFilter(NO_FILTER)}>
          {t('clear')}
        </ActionButton>
      </EmptyPart>
    )
  }
  if (items.length === 0) {
    return (
      <EmptyPart topic="money" title={t('emptyTitle')} text={t('emptyText')}>
        <TopUpLink look="quiet" />
      </EmptyPart>
    )
  }
  return (
    <div className={css.entries} aria-busy={isPlaceholderData}>
      <EntryList items={items} />
      {entries.hasNextPage ? (
        <div className={css.more}>
          <ActionButton tone="quiet" busy={entries.isFetchingNextPage} onClick={() => void entries.fetchNextPage()}>
            {t('more')}
          </ActionButton>
        </div>
      ) : null}
    </div>
  )
}

function Bones() {
  const base = useWords('base')
  return (
    <div className={css.bones} role="status" aria-label={base('loading')}>
      {['a', 'b', 'c', 'd', 'e'].map((bone) => (
        <Skeleton key={bone} height={52} radius="md" />
      ))}
    </div>
  )
}
