import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Static } from 'typebox'

import { api } from '../../../../contract/api.ts'
import { call } from '../../../../ui/http/client.ts'

export type Session = Static<typeof api.sessions.list.output>['items'][number]

export const SESSIONS_KEY = ['sessions'] as const

export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: () => call(api.sessions.list, {}) })
}

/** One device by its id, or all others. */
export function useRevoke() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: { id: string } | { all: true }) => call(api.sessions.revoke, which),
    // Also after a refusal: the device may have signed out by itself meanwhile.
    onSettled: () => queries.invalidateQueries({ queryKey: SESSIONS_KEY }),
  })
}
