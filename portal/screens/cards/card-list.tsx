import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { Segments } from '../../../ui/components/segments.tsx'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './card-list.module.css'
import { type CardFilter, useCards } from './card-pages.ts'
import { CardRow } from './card-row.tsx'
import { focusRedeem } from './focus-redeem.ts'
import { ExportButton } from './export-button.tsx'

const filters = ['all', 'unused', 'redeemed', 'expired'] as const

export function CardList() {
  const t = useWords('cards')
  const [filter, setFilter] = useState<CardFilter>('all')
  return (
    <Card title={t('listTitle')} end={<ExportButton filter={filter} />}>
      <div className={css.filter}>
        <Segments
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
  const base = useWords('base')
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useCards(filter)
  const cards = data?.pages.flatMap((page) => page.items)
  if (!cards && error) {
    return (
      <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (!cards) {
    return (
      <div className={css.bones} role="status" aria-label={base('loading')}>
        <Skeleton height={64} radius="md" />
        <Skeleton height={64} radius="md" />
        <Skeleton height={64} radius="md" />
      </div>
    )
  }
  if (cards.length === 0) {
    return (
      <EmptyPart topic="cards" title={t(filter === 'all' ? 'emptyTitle' : 'emptyFilter')} text={t('emptyText')}>
        <ActionButton tone="quiet" onClick={focusRedeem}>
          {t('redeemTitle')}
        </ActionButton>
      </EmptyPart>
    )
  }
  return (
    <>
      <ul>
        {cards.map((card) => (
          <CardRow key={card.id} card={card} />
        ))}
      </ul>
      {hasNextPage ? (
        <div className={css.more}>
          <ActionButton tone="quiet" fill busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            {t('more')}
          </ActionButton>
        </div>
      ) : null}
    </>
  )
}
