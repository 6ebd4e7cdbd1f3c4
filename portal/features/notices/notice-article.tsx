import type { Notice } from '../../../contract/notices.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './notice-article.module.css'
import { NoticeBody } from '../../../ui/components/notice-body.tsx'

/** One notice in full. */
export function NoticeArticle({ notice, onLeave }: { notice: Notice; onLeave: () => void }) {
  const t = useWords('user')
  const { title, publishedAt, isPinned, blocks } = notice
  return (
    <article className={css.article}>
      <h2 className={css.title}>{title}</h2>
      <p className={css.date}>
        <time dateTime={publishedAt}>{dateText(publishedAt)}</time>
        {isPinned ? ` · ${t('pinned')}` : null}
      </p>
      <NoticeBody blocks={blocks} onLeave={onLeave} />
    </article>
  )
}
