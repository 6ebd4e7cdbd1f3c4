import type { Notice } from '../../../contract/notices.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { List, ListRow, Mark } from '../../../ui/components/list.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './notices-sheet.module.css'
import type { useNotices } from './use-notices.ts'

type Props = {
  /** The one that is open beside the list. */
  chosen?: string | null
  notices: ReturnType<typeof useNotices>
  onOpen: (notice: Notice) => void
  onReadAll: () => void
}

export function NoticeList({ notices, chosen = null, onOpen, onReadAll }: Props) {
  const t = useWords('user')
  return (
    <PagedList
      query={notices}
      failed={t('noticesFailed')}
      bones={{ count: 3, height: 60 }}
      empty={<EmptyPart topic="notice" title={t('noNotices')} text={t('noNoticesText')} />}
      more={t('moreNotices')}
    >
      {(items) => (
        <>
          {items.some(({ isRead }) => !isRead) ? (
            <button type="button" className={css.readAll} onClick={onReadAll}>
              {t('readAll')}
            </button>
          ) : null}
          <List>
            {items.map((notice) => (
              <ListRow
                key={notice.id}
                sign="megaphone"
                name={notice.title}
                mark={
                  <>
                    {notice.isRead ? null : <Mark tone="brand">{t('unread')}</Mark>}
                    {notice.isPinned ? <Mark tone="quiet">{t('pinned')}</Mark> : null}
                  </>
                }
                about={dateText(notice.publishedAt)}
                isChosen={notice.id === chosen}
                onPress={() => onOpen(notice)}
              />
            ))}
          </List>
        </>
      )}
    </PagedList>
  )
}
