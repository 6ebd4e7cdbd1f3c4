import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'

import { consoleApi } from '../../../contract/console/api.ts'
import type { WebhookDelivery } from '../../../contract/console/webhooks.ts'
import { call } from '../../session/call.ts'

const KEY = ['webhooks'] as const
/** While something is under way its answer is awaited; a page that rests asks nothing. */
const SOON_MS = 2000

export const useWebhooks = () =>
  useQuery({ queryKey: [...KEY, 'list'], queryFn: () => call(consoleApi.webhooks.list, {}) })

export type DeliveryFilter = 'all' | WebhookDelivery['state']

export function useDeliveries(webhookId: string, state: DeliveryFilter) {
  return useInfiniteQuery({
    queryKey: [...KEY, 'log', webhookId, state],
    queryFn: async ({ pageParam: cursor }) => {
      const wanted = { webhookId, ...(state === 'all' ? {} : { state }), ...(cursor === null ? {} : { cursor }) }
      const { rows, nextCursor } = await call(consoleApi.webhooks.deliveries, wanted)
      return { items: rows, nextCursor }
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    refetchInterval: ({ state: { data } }) =>
      data?.pages[0]?.items.some((one) => one.tries === 0 && one.state !== 'given_up') ? SOON_MS : false,
  })
}

export const useDelivery = (deliveryId: number) =>
  useQuery({
    queryKey: [...KEY, 'delivery', deliveryId],
    queryFn: () => call(consoleApi.webhooks.delivery, { deliveryId }),
  })

/** A change of one shows in the others: the list counts what the log has. */
export function useReloadWebhooks(): () => void {
  const queries = useQueryClient()
  return () => void queries.invalidateQueries({ queryKey: KEY })
}
