import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { TrafficRank } from '../../../contract/traffic.ts'
import { call } from '../../../ui/http/client.ts'

export type Range = 'today' | 'week' | 'month'
export type Point = TrafficRank['points'][number]

export function useRank(range: Range) {
  return useQuery({
    queryKey: ['traffic-rank', range],
    queryFn: async () => ({ range, ...(await call(api.traffic.rank, { range })) }),
    // Keeps the old figures while another range loads, instead of flashing placeholders.
    placeholderData: keepPreviousData,
  })
}
