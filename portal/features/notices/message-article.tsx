import type { Message } from '../../../contract/messages.ts'
import { dateText } from '../../../ui/words/date-text.ts'
import { useWords } from '../../words/language.ts'
import css from './message-article.module.css'
import { MessageBody } from '../../../ui/components/message-body.tsx'

/** One message in full. */
export function MessageArticle({ message, onLeave }: { message: Message; onLeave: () => void }) {
  const t = useWords('user')
  const { title, publishedAt, isPinned, blocks } = message
  return (
    <article className={css.article}>
      <h2 className={css.title}>{title}</h2>
      <p className={css.date}>
        <time dateTime={publishedAt}>{dateText(publishedAt)}</time>
        {isPinned ? ` · ${t('pinned')}` : null}
      </p>
      <MessageBody blocks={blocks} onLeave={onLeave} />
    </article>
  )
}
