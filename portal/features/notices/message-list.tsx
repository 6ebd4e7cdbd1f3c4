import type { Message } from '../../../contract/messages.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
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
  return (
    <PagedList
      query={messages}
      failed={t('messagesFailed')}
      bones={{ count: 3, height: 60 }}
      empty={<EmptyPart topic="message" title={t('noMessages')} text={t('noMessagesText')} />}
      more={t('moreMessages')}
    >
      {(items) => (
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
        </>
      )}
    </PagedList>
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
