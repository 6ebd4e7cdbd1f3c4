import { useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import { call } from '../../../ui/http/client.ts'
import { PAYMENTS_KEY } from '../../features/paying/payment-list.ts'

export function usePayments() {
  const query = useInfiniteQuery({
    queryKey: [...PAYMENTS_KEY, 'all'],
    queryFn: ({ pageParam }) => call(api.payments.list, pageParam === null ? {} : { cursor: pageParam }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
  return { ...query, items: query.data?.pages.flatMap((page) => page.items) ?? [] }
}
