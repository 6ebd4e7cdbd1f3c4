import { useState } from 'react'

import { writeAppKey } from '../../../contract/app-key.ts'
import { Card } from '../../../ui/components/card.tsx'
import { Panes, useHasPanes } from '../../../ui/components/panes.tsx'
import { NoticeList } from '../../features/notices/notice-list.tsx'
import { NoticeArticle } from '../../features/notices/notices-sheet.tsx'
import { useMarkRead, useNotices } from '../../features/notices/use-notices.ts'
import { useWords } from '../../words/language.ts'
import { EmbeddedPage } from './embedded-page.tsx'

/** Fixed sample credentials: the page shows what everybody of a brand may read. */
const SAMPLE = { username: 'demo', password: 'demo' }

/** The page of messages; with room, beside the reader's own list. */
export default function MessageScreen() {
  return useHasPanes() ? <Desk /> : <Page />
}

function Desk() {
  const user = useWords('user')
  const base = useWords('base')
  const notices = useNotices()
  const markRead = useMarkRead()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = notices.data?.pages.flatMap((page) => page.items).find(({ id }) => id === openId)
  return (
    <Panes
      detail={open ? <NoticeArticle notice={open} onLeave={() => {}} /> : null}
      title={open?.title ?? user('message')}
      closeLabel={base('close')}
      onClose={() => setOpenId(null)}
      rest={<Page />}
    >
      <Card title={user('message')}>
        <NoticeList
          notices={notices}
          chosen={openId}
          onReadAll={() => markRead('all')}
          onOpen={({ id, isRead }) => {
            setOpenId(id)
            if (!isRead) markRead(id)
          }}
        />
      </Card>
    </Panes>
  )
}

function Page() {
  const t = useWords('embedded')
  const user = useWords('user')
  const markRead = useMarkRead()
  return (
    <EmbeddedPage
      name={user('message')}
      about={t('messageAbout')}
      address={(config) => config.message_url}
      onHostedShown={() => markRead('public')}
      params={async ({ daili_id: resellerKey }) => ({ ...SAMPLE, app_key: writeAppKey(resellerKey) })}
    />
  )
}
