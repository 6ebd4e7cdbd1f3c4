import { type InfiniteData, useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { useUserState } from '../../state/user.ts'

type Page = Static<typeof api.notices.list.output>
const KEY = ['notices'] as const

/** One query for the bell's list and the card on the index page. */
export function useNotices() {
  return useInfiniteQuery({
    queryKey: KEY,
    queryFn: ({ pageParam }) => call(api.notices.list, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/**
 * Marks one notice, `all`, or `public`: what a page for everybody shows. A failed mark is retried at the next opening, so
 * show no error.
 */
export function useMarkRead(): (id: string) => void {
  const queries = useQueryClient()
  return (id) => {
    queries.setQueryData<InfiniteData<Page>>(KEY, (data) => data && markPages(data, id))
    void call(api.notices.read, { id }).then(
      ({ unread }) => {
        useUserState.getState().setUnread(unread)
        if (id === 'public') void queries.invalidateQueries({ queryKey: KEY })
      },
      () => queries.invalidateQueries({ queryKey: KEY }),
    )
  }
}

function markPages(data: InfiniteData<Page>, id: string): InfiniteData<Page> {
  const mark = (page: Page): Page => ({
    ...page,
    items: page.items.map((item) => (id === 'all' || item.id === id ? { ...item, isRead: true } : item)),
  })
  return { ...data, pages: data.pages.map(mark) }
}
