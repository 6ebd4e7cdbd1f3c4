import { Skeleton } from '@mantine/core'

import { ActionButton } from '../../../ui/components/action-button.tsx'
import { Card } from '../../../ui/components/card.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { useAmountText } from '../../words/amount-text.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import { useCopy } from '../../features/account/use-copy.ts'
import { useInvitedPeople } from './invite-data.ts'
import css from './invite.module.css'

export function PeopleCard({ count, link }: { count: number; link: string }) {
  const t = useWords('invite')
  return (
    <Card title={t('people')} end={count > 0 ? <span className={css.count}>{t('peopleCount', { count })}</span> : null}>
      <People link={link} />
    </Card>
  )
}

function People({ link }: { link: string }) {
  const t = useWords('invite')
  const base = useWords('base')
  const amountText = useAmountText()
  const copy = useCopy()
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, fetchNextPage, refetch } = useInvitedPeople()
  const people = data?.pages.flatMap((page) => page.items)
  if (!people && error) {
    return (
      <RetryCard title={t('loadFailed')} text={failureText(error)} busy={isFetching} onRetry={() => void refetch()} />
    )
  }
  if (!people) return <Skeleton height={60} radius="md" role="status" aria-label={base('loading')} />
  if (people.length === 0) {
    return (
      <EmptyPart topic="people" title={t('nobody')} text={t('nobodyText')}>
        <ActionButton tone="quiet" icon="copy" onClick={() => void copy(link)}>
          {t('copyLink')}
        </ActionButton>
      </EmptyPart>
    )
  }
  return (
    <>
      <ul>
        {people.map(({ nameMasked, joinedAt, commissionFen }) => (
          <li key={`${nameMasked} ${joinedAt}`} className={css.item}>
            <div className={css.words}>
              <p>{nameMasked}</p>
              <p className={css.detail}>{t('joinedOn', { date: dateText(joinedAt) })}</p>
            </div>
            <p className={css.amount}>{commissionFen > 0 ? `+${amountText(commissionFen)}` : '–'}</p>
          </li>
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
