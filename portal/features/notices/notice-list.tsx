import type { Notice } from '../../../contract/notices.ts'
import { EmptyPart } from '../../../ui/components/empty-part.tsx'
import { PagedList } from '../../../ui/components/paged-list.tsx'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './notices-sheet.module.css'
import type { useNotices } from './use-notices.ts'

type Props = {
  notices: ReturnType<typeof useNotices>
  onOpen: (notice: Notice) => void
  onReadAll: () => void
}

export function NoticeList({ notices, onOpen, onReadAll }: Props) {
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
          <ul>
            {items.map((notice) => (
              <li key={notice.id} className={css.item}>
                <Row notice={notice} onOpen={() => onOpen(notice)} />
              </li>
            ))}
          </ul>
        </>
      )}
    </PagedList>
  )
}

function Row({
  notice: { title, summary, publishedAt, isPinned, isRead },
  onOpen,
}: {
  notice: Notice
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
