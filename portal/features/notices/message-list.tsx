import { Skeleton } from '@mantine/core'

import type { Message } from '../../../contract/messages.ts'
import { ActionButton } from '../../../ui/components/action-button.tsx'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { RetryCard } from '../../../ui/components/retry-card.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import type { useMessages } from './use-messages.ts'
import css from './messages-sheet.module.css'

type Props = {
  messages: ReturnType<typeof useMessages>
  onOpen: (message: Message) => void
  onReadAll: () => void
}

export function MessageList({ messages, onOpen, onReadAll }: Props) {
  const t = useWords('user')
  const base = useWords('base')
  const { data, error, isFetching, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } = messages
  const items = data?.pages.flatMap((page) => page.items)
  if (!items && error) {
    return (
      <RetryCard
        title={t('messagesFailed')}
        text={failureText(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  }
  if (!items) return <Skeleton height={180} radius="lg" role="status" aria-label={base('loading')} />
  if (items.length === 0) return <EmptyPart topic="message" title={t('noMessages')} text={t('noMessagesText')} />
  return (
    <>
      {items.some(({ isRead }) => !isRead) ? (
        <button type="button" className={css.readAll} onClick={onReadAll}>
          {t('readAll')}
        </button>
      ) : null}
      <ul>
        {items.map((message) => (
          <li key={message.id} className={css.item}>
            <Row message={message} onOpen={() => onOpen(message)} />
          </li>
        ))}
      </ul>
      {hasNextPage ? (
        <ActionButton tone="quiet" fill busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('moreMessages')}
        </ActionButton>
      ) : null}
    </>
  )
}

function Row({
  message: { title, summary, publishedAt, isPinned, isRead },
  onOpen,
}: {
  message: Message
  onOpen: () => void
}) {
  const t = useWords('user')
  return (
    <button type="button" className={css.row} onClick={onOpen}>
      <span className={css.head}>
        {isRead ? null : <span className={css.dot} role="img" aria-label={t('unread')} />}
        <span className={css.title} data-unread={!isRead}>
          {title}
        </span>
        {isPinned ? <span className={css.chip}>{t('pinned')}</span> : null}
      </span>
      {summary === '' ? null : <span className={css.summary}>{summary}</span>}
      <time className={css.date} dateTime={publishedAt}>
        {dateText(publishedAt)}
      </time>
    </button>
  )
}
