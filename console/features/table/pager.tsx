import { failureText } from '../../../ui/words/failure-text.ts'
import { useWords } from '../../words/language.ts'
import css from './pager.module.css'
import type { List, ListPage } from './use-list.ts'

/**
 * Shows the number of rows, and links to the pages before and after. If a page fails to load, the current one stays.
 */
export function Pager<Row>({ list, page }: { list: List<Row>; page: ListPage<Row> }) {
  const t = useWords('table')
  const base = useWords('base')
  const count = page.count.toLocaleString('en-US')
  if (list.error) {
    return (
      <div className={css.pager} role="alert">
        <span className={css.failed}>
          {t('pageFailed')} {failureText(list.error)}
        </span>
        <button type="button" className={css.step} onClick={list.retry}>
          {base('retry')}
        </button>
      </div>
    )
  }
  const hasNext = page.nextCursor !== null
  return (
    <div className={css.pager}>
      <span role="status">{t(page.countIsFloor ? 'countFloor' : 'count', { count })}</span>
      {list.hasPrevious || hasNext ? (
        <span className={css.steps}>
          <button
            type="button"
            className={css.step}
            disabled={!list.hasPrevious || list.isFetching}
            onClick={list.previous}
          >
            {t('previous')}
          </button>
          <button type="button" className={css.step} disabled={!hasNext || list.isFetching} onClick={list.next}>
            {t('next')}
          </button>
        </span>
      ) : null}
    </div>
  )
}
