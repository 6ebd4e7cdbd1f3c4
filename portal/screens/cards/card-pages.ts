import { useInfiniteQuery } from '@tanstack/react-query'

import { api } from '../../../contract/api.ts'
import type { Card } from '../../../contract/cards.ts'
import { call } from '../../../ui/http/client.ts'

export type CardFilter = 'all' | Card['state']

export function useCards(filter: CardFilter) {
  return useInfiniteQuery({
    queryKey: ['cards', filter],
    queryFn: ({ pageParam }) => loadPage(filter, pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
  })
}

/** Every page, for a file. */
export async function loadAllCards(filter: CardFilter): Promise<Card[]> {
  const cards: Card[] = []
  let cursor: string | null = null
  do {
    const page: { items: Card[]; next: string | null } = await loadPage(filter, cursor)
    cards.push(...page.items)
    cursor = page.next
  } while (cursor !== null)
  return cards
}

function loadPage(filter: CardFilter, cursor: string | null) {
  return call(api.cards.list, { ...(filter === 'all' ? {} : { state: filter }), ...(cursor ? { cursor } : {}) })
}
