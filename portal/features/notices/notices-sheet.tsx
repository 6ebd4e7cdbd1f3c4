import { Skeleton } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'

import type { Notice } from '../../../contract/notices.ts'
import { CardLink } from '../../../ui/components/card.tsx'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { BackPress, StepRoom } from '../../../ui/components/step-room.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { userPath } from '../../paths.ts'
import { useWords } from '../../words/language.ts'
import { screen } from '../../words/screen-loader.ts'
import { NoticeList } from './notice-list.tsx'
import css from './notices-sheet.module.css'
import { useMarkRead, useNotices } from './use-notices.ts'

const loadSwitches = screen(() => import('./reminder-switches.tsx'), 'reminders')
const ReminderSwitches = lazy(() => loadSwitches().catch(() => ({ default: SwitchesFailed })))

function SwitchesFailed() {
  return <p className="soft">{useWords('user')('noticesFailed')}</p>
}

/** Behind the bell: the list, and one notice in full. Opening a notice marks it as read. */
export function NoticesSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('bell')} closeLabel={base('close')}>
      <Notices onLeave={onClose} />
    </Sheet>
  )
}

/** Mounts with each opening, so that it starts with the list and fresh data. */
function Notices({ onLeave }: { onLeave: () => void }) {
  const t = useWords('user')
  const notices = useNotices()
  const markRead = useMarkRead()
  const [openId, setOpenId] = useState<string | null>(null)
  const [isSetting, setSetting] = useState(false)
  const open = notices.data?.pages.flatMap((page) => page.items).find(({ id }) => id === openId)
  return (
    <StepRoom step={open?.id ?? (isSetting ? 'reminders' : 'list')}>
      {open || isSetting ? (
        <>
          <BackPress
            onPress={() => {
              setOpenId(null)
              setSetting(false)
            }}
          >
            {t('backToList')}
          </BackPress>
          {open ? (
            <NoticeArticle notice={open} onLeave={onLeave} />
          ) : (
            <Suspense fallback={<Skeleton height={240} radius="md" />}>
              <ReminderSwitches />
            </Suspense>
          )}
        </>
      ) : (
        <>
          <NoticeList
            notices={notices}
            onReadAll={() => markRead('all')}
            onOpen={({ id, isRead }) => {
              setOpenId(id)
              if (!isRead) markRead(id)
            }}
          />
          <div className={css.foot}>
            <CardLink to={userPath('message')}>{t('noticePage')}</CardLink>
            <CardLink onPress={() => setSetting(true)}>{t('reminders')}</CardLink>
          </div>
        </>
      )}
    </StepRoom>
  )
}

export function NoticeArticle({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const t = useWords('user')
  const { title, publishedAt, isPinned, blocks } = notice
  return (
    <article>
      <h2 className={css.noticeArticleTitle}>{title}</h2>
      <p className={css.noticeArticleDate}>
        <time dateTime={publishedAt}>{dateText(publishedAt)}</time>
        {isPinned ? ` · ${t('pinned')}` : null}
      </p>
      <NoticeBody blocks={blocks} onLeave={onLeave} />
    </article>
  )
}
