import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { BalanceKind } from '../../../contract/balance.ts'
import { call } from '../../../ui/http/client.ts'
import { dayStart } from '../../../ui/words/date-text.ts'
import { BALANCE_KEY } from '../../features/paying/payment-list.ts'

/** Days as the reader chooses them; empty when open. */
export type EntryFilter = { kind: BalanceKind | ''; from: string; to: string }

export const NO_FILTER: EntryFilter = { kind: '', from: '', to: '' }
export const KINDS = [
  'topup',
  'sale',
  'order_hold',
  'order_release',
  'refund',
  'card_redeem',
  'commission_to_balance',
  'gift',
  'gift_link',
  'gift_back',
  'late_payment',
  'adjustment',
  'import',
  'reversal',
  'waiver',
] as const satisfies readonly BalanceKind[]

export function isFiltered({ kind, from, to }: EntryFilter): boolean {
  return kind !== '' || from !== '' || to !== ''
}

export function isBackwards({ from, to }: EntryFilter): boolean {
  return from !== '' && to !== '' && from > to
}

/**
 * Converts to the server's format: moments, with the last one excluded. Days are the business's, wherever the reader
 * is.
 */
export function toQuery({ kind, from, to }: EntryFilter): { kind?: BalanceKind; from?: string; to?: string } {
  return {
    ...(kind ? { kind } : {}),
    ...(from ? { from: dayStart(from) } : {}),
    ...(to ? { to: dayStart(to, 1) } : {}),
  }
}

export function useEntries(filter: EntryFilter) {
  const query = useInfiniteQuery({
    queryKey: [...BALANCE_KEY, filter],
    queryFn: ({ pageParam }) =>
      call(api.balance.entries, { ...toQuery(filter), ...(pageParam === null ? {} : { cursor: pageParam }) }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    // Keeps the old lines while another filter loads, instead of flashing placeholders.
    placeholderData: keepPreviousData,
  })
  const pages = query.data?.pages
  return {
    ...query,
    items: pages?.flatMap((page) => page.items) ?? null,
    balanceFen: pages?.[0]?.balanceFen ?? null,
  }
}
