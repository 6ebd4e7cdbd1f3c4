import { useState } from 'react'
import { Link } from 'react-router'

import { MessageArticle } from './message-article.tsx'
import { Icon } from '../../../ui/components/icon.tsx'
import { Sheet } from '../../../ui/components/sheet.tsx'
import { StepRoom } from '../../../ui/components/step-room.tsx'
import { useWords } from '../../words/language.ts'
import { useMarkRead, useMessages } from './use-messages.ts'
import { userPath } from '../../paths.ts'
import { MessageList } from './message-list.tsx'
import css from './messages-sheet.module.css'

/** Behind the bell: the list, and one of it in full. Opening one is reading it. */
export function MessagesSheet({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const t = useWords('user')
  const base = useWords('base')
  return (
    <Sheet opened={opened} onClose={onClose} title={t('bell')} closeLabel={base('close')}>
      <Messages onLeave={onClose} />
    </Sheet>
  )
}

/** Mounted with each opening, so that it begins with the list and with fresh answers. */
function Messages({ onLeave }: { onLeave: () => void }) {
  const t = useWords('user')
  const messages = useMessages()
  const markRead = useMarkRead()
  const [openId, setOpenId] = useState<string | null>(null)
  const open = messages.data?.pages.flatMap((page) => page.items).find(({ id }) => id === openId)
  return (
    <StepRoom step={open?.id ?? 'list'}>
      {open ? (
        <>
          <button type="button" className={css.back} onClick={() => setOpenId(null)}>
            <span className={css.turned}>
              <Icon name="chevron" size={18} />
            </span>
            {t('backToList')}
          </button>
          <MessageArticle message={open} onLeave={onLeave} />
        </>
      ) : (
        <>
          <MessageList
            messages={messages}
            onReadAll={() => markRead('all')}
            onOpen={({ id, isRead }) => {
              setOpenId(id)
              if (!isRead) markRead(id)
            }}
          />
          <Link className={css.page} to={userPath('message')}>
            {t('messagePage')}
          </Link>
        </>
      )}
    </StepRoom>
  )
}
