import { useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'

export type Application = { name: string; contact: string }

export const AGENCY_KEY = ['agency'] as const

export function useAgency() {
  return useQuery({ queryKey: AGENCY_KEY, queryFn: () => call(api.agencies.own, {}) })
}
