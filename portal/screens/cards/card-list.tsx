import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { FilterChips } from '../../../ui/components/filter-chips.tsx'
import { List } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { useWords } from '../../words/language.ts'
import css from './card-list.module.css'
import { CardRow } from './card-row.tsx'
import { type CardFilter, useCards, ExportButton } from './export-button.tsx'

const filters = ['all', 'unused', 'redeemed', 'expired'] as const

export function CardList() {
  const t = useWords('cards')
  const [filter, setFilter] = useState<CardFilter>('all')
  return (
    <Card title={t('listTitle')} end={<ExportButton filter={filter} />}>
      <div className={css.filter}>
        <FilterChips
          label={t('filterLabel')}
          options={filters.map((value) => ({ value, label: t(value) }))}
          value={filter}
          onChange={setFilter}
        />
      </div>
      <Pages filter={filter} />
    </Card>
  )
}

function Pages({ filter }: { filter: CardFilter }) {
  const t = useWords('cards')
  return (
    <PagedList
      query={useCards(filter)}
      failed={t('loadFailed')}
      bones={{ count: 3, height: 64 }}
      empty={
        <EmptyPart topic="cards" title={t(filter === 'all' ? 'emptyTitle' : 'emptyFilter')} text={t('emptyText')} />
      }
      more={t('more')}
    >
      {(cards) => (
        <List>
          {cards.map((card) => (
            <CardRow key={card.id} card={card} />
          ))}
        </List>
      )}
    </PagedList>
  )
}
