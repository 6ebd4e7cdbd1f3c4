import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

export type InviteSummary = Static<typeof api.invites.summary.output>

/** Prefix for both lists and the summary: any move of money makes all of them outdated. */
export const INVITE_KEY = ['invite'] as const

export function useInviteSummary() {
  return useQuery({ queryKey: [...INVITE_KEY, 'summary'], queryFn: () => call(api.invites.summary, {}) })
}

export function useInvitedPeople() {
  return useInfiniteQuery({
    queryKey: [...INVITE_KEY, 'people'],
    queryFn: ({ pageParam }) => call(api.invites.list, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}
