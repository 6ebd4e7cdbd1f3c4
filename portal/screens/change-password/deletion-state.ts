import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

export const DELETION_KEY = ['deletion'] as const

export function useDeletion() {
  return useQuery({ queryKey: DELETION_KEY, queryFn: () => call(api.accounts.deletion, {}) })
}
