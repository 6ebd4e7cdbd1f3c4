import { Skeleton } from '@mantine/core'
import { useState } from 'react'

import { Card } from '../../../ui/components/card.tsx'
import { List, ListRow, Mark } from '../../../ui/components/list.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { NoticeArticle } from '../../features/notices/notices-sheet.tsx'
import { useMarkRead, useNotices } from '../../features/notices/use-notices.ts'
import { useWords } from '../../words/language.ts'

/** The pinned or the newest notice. No card without one. */
export function NoticeCard() {
  const t = useWords('user')
  const base = useWords('base')
  const [opened, setOpened] = useState(false)
  const markRead = useMarkRead()
  const { data, isPending } = useNotices()
  const notice = data?.pages[0]?.items[0]
  // Nearly every user has one: reserve its space, so that nothing below jumps.
  if (isPending) return <Waiting />
  if (!notice) return null
  const open = () => {
    setOpened(true)
    if (!notice.isRead) markRead(notice.id)
  }
  return (
    <Card title={t('latestNotice')} end={<time className="faint">{dateText(notice.publishedAt)}</time>}>
      <List>
        <ListRow
          name={notice.title}
          mark={notice.isRead ? null : <Mark tone="brand">{t('unread')}</Mark>}
          about={notice.summary}
          onPress={open}
        />
      </List>
      <Sheet opened={opened} onClose={() => setOpened(false)} title={t('bell')} closeLabel={base('close')}>
        <NoticeArticle notice={notice} onLeave={() => setOpened(false)} />
      </Sheet>
    </Card>
  )
}

function Waiting() {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <Card title={t('latestNotice')}>
      <div role="status" aria-label={base('loading')}>
        <Skeleton height={50} radius="md" />
      </div>
    </Card>
  )
}
