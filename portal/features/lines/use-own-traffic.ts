import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { OwnTraffic } from '../../../contract/traffic.ts'
import { call } from '../../../ui/http/client.ts'

export type Range = 'today' | 'week' | 'month'
export type Point = OwnTraffic['points'][number]

export function useOwnTraffic(range: Range) {
  return useQuery({
    queryKey: ['own-traffic', range],
    queryFn: async () => ({ range, ...(await call(api.traffic.own, { range })) }),
    // Keeps the old figures while another range loads, instead of flashing placeholders.
    placeholderData: keepPreviousData,
  })
}
