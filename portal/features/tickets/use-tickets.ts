import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

const KEY = ['tickets'] as const

/** One query for the mark on the button and the list behind it. */
export function useTickets() {
  return useInfiniteQuery({
    queryKey: [...KEY, 'list'],
    queryFn: ({ pageParam }) => call(api.tickets.list, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

export function useThread(ticketId: number) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'thread', ticketId],
    queryFn: ({ pageParam }) =>
      call(api.tickets.show, pageParam === null ? { ticketId } : { ticketId, before: pageParam }),
    initialPageParam: null as number | null,
    getNextPageParam: (page) => (page.hasEarlier ? (page.messages[0]?.messageId ?? null) : null),
  })
}

/** What would be attached. Asked anew for each ticket: what is shown is what is sent. */
export function useFacts() {
  return useQuery({ queryKey: [...KEY, 'facts'], queryFn: () => call(api.tickets.facts, {}), staleTime: 0, gcTime: 0 })
}

export function useRefreshTickets(): () => Promise<void> {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: KEY })
}
