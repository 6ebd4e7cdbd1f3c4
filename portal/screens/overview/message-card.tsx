import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { MessageArticle } from '../../features/notices/message-article.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import { useMarkRead, useMessages } from '../../features/notices/use-messages.ts'
import css from './message-card.module.css'

/** What the reader should know first: the pinned or the newest message. Without one there is no card. */
export function MessageCard() {
  const t = useWords('user')
  const base = useWords('base')
  const [opened, setOpened] = useState(false)
  const markRead = useMarkRead()
  const { data, isPending } = useMessages()
  const message = data?.pages[0]?.items[0]
  // Nearly everybody has one: what stands below must not jump when it comes.
  if (isPending) return <Waiting />
  if (!message) return null
  const open = () => {
    setOpened(true)
    if (!message.isRead) markRead(message.id)
  }
  return (
    <Card title={t('latestMessage')} end={<time className={css.date}>{dateText(message.publishedAt)}</time>}>
      <button type="button" className={css.row} onClick={open}>
        <span className={css.title}>
          {message.isRead ? null : <span className={css.dot} role="img" aria-label={t('unread')} />}
          {message.title}
        </span>
        {message.summary === '' ? null : <span className={css.summary}>{message.summary}</span>}
      </button>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('bell')} closeLabel={base('close')}>
        <MessageArticle message={message} onLeave={() => setOpened(false)} />
      </Sheet>
    </Card>
  )
}

function Waiting() {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <Card title={t('latestMessage')}>
      <div role="status" aria-label={base('loading')}>
        <Skeleton height={50} radius="md" />
      </div>
    </Card>
  )
}
