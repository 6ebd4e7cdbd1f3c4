import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { BALANCE_KEY } from '../../features/paying/payment-list.ts'
import { type EntryFilter, toQuery } from './entry-filter.ts'

export function useEntries(filter: EntryFilter) {
  const query = useInfiniteQuery({
    queryKey: [...BALANCE_KEY, filter],
    queryFn: ({ pageParam }) =>
      call(api.balance.entries, { ...toQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Another filter keeps the old lines until the new ones are there, instead of bones for a moment.
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return {
    ...query,
    items: pages?.flatMap((page) => page.items) ?? null,
    balanceFen: pages?.[0]?.balanceFen ?? null,
  }
}
