import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { useWords } from '../../words/language.ts'
import css from './balance.module.css'
import { type EntryFilter, isFiltered, NO_FILTER, type useEntries } from './entry-filter.ts'
import { EntryList } from './entry-list.tsx'
import { ExportButton } from './export-button.tsx'
import { FilterBar } from './filter-bar.tsx'

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
  const user = useWords('user')
  return (
    <PagedList
      query={entries}
      failed={user('loadFailedTitle')}
      bones={{ count: 5, height: 52 }}
      empty={<NoEntries filter={filter} onFilter={onFilter} />}
      more={t('more')}
    >
      {(items) => (
        <div className={css.entries} aria-busy={entries.isPlaceholderData}>
          <EntryList items={items} />
        </div>
      )}
    </PagedList>
  )
}

function NoEntries({ filter, onFilter }: Omit<Props, 'entries'>) {
  const t = useWords('balance')
  if (isFiltered(filter)) {
    return (
      <EmptyPart topic="money" title={t('noneTitle')} text={t('noneText')}>
        <ActionButton tone="quiet" onClick={() => onFilter(NO_FILTER)}>
          {t('clear')}
        </ActionButton>
      </EmptyPart>
    )
  }
  return <EmptyPart topic="money" title={t('emptyTitle')} text={t('emptyText')} />
}
