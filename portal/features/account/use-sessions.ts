import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

export const SESSIONS_KEY = ['sessions'] as const

/** Where this account is signed in. */
export function useSessions() {
  return useQuery({ queryKey: SESSIONS_KEY, queryFn: () => call(api.sessions.list, {}) })
}
