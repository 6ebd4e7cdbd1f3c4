import { useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { useLanguage } from '../../../ui/words/word-store.ts'

export const HISTORY_KEY = ['monitor-alerts']

/** All alerts, newest first, page by page. */
export function useAlertHistory(dailiKey: number | null, isShown: boolean) {
  return useInfiniteQuery({
    queryKey: [...HISTORY_KEY, dailiKey, useLanguage()],
    queryFn: ({ pageParam }) =>
      call(api.monitor.alerts, {
        state: 'all',
        ...(dailiKey === null ? {} : { dailiKey }),
        ...(pageParam === null ? {} : { cursor: pageParam }),
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    enabled: isShown,
  })
}
