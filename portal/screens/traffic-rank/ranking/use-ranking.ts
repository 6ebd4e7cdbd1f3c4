import { keepPreviousData, useQuery } from '@tanstack/react-query'

import { api } from '../../../../contract/api.ts'
import { call } from '../../../../ui/http/client.ts'
import type { Range } from '../../../features/lines/use-own-traffic.ts'

export function useRanking(range: Range) {
  return useQuery({
    queryKey: ['traffic-rank', range],
    queryFn: () => call(api.traffic.rank, { range }),
    placeholderData: keepPreviousData,
  })
}
