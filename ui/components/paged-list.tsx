import type { ReactNode } from 'react'

import { failureText } from '../words/failure-text.ts'
import { useUiWords } from '../words/ui-words.ts'
import { ActionButton } from './action-button.tsx'
import { Bones, type QueryState, Loaded } from './loaded.tsx'
import css from './paged-list.module.css'

/** The part of an infinite query that `PagedList` uses. */
type AskedPages<Item> = QueryState<{ pages: readonly { items: readonly Item[] }[] }> & {
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

type Props<Item> = {
  query: AskedPages<Item>
  /** Sentence for a failed load. */
  failed: string
  bones: { count: number; height: number }
  /** Shown when the list has no items. */
  empty: ReactNode
  /** Label of the button for the next page. */
  more: string
  children: (items: Item[]) => ReactNode
}

/** A list that loads page by page. When a page fails, earlier ones stay, and the button below tries again. */
export function PagedList<Item>({ query, failed, bones, empty, more, children }: Props<Item>) {
  return (
    <Loaded query={query} failed={failed} bones={<Bones {...bones} />} bonesClass={css.bones}>
      {({ pages }) => {
        const items = pages.flatMap((page) => page.items)
        if (items.length === 0) return empty
        return (
          <>
            {children(items)}
            {query.hasNextPage ? <Next query={query} failed={failed} more={more} /> : null}
          </>
        )
      }}
    </Loaded>
  )
}

function Next<Item>({ query, failed, more }: Pick<Props<Item>, 'query' | 'failed' | 'more'>) {
  const t = useUiWords()
  const { error, isFetchNextPageError, isFetchingNextPage, fetchNextPage } = query
  return (
    <div className={css.next}>
      {isFetchNextPageError ? (
        <p className={css.failed} role="alert">
          <span>{failed}</span> <span className={css.why}>{failureText(error)}</span>
        </p>
      ) : null}
      <ActionButton tone="quiet" fill busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {isFetchNextPageError ? t('retry') : more}
      </ActionButton>
    </div>
  )
}
