import { sql } from 'kysely'

import type { TicketCategory, TicketHolder, TicketState } from '../../../../contract/ticket-choices.ts'
import type { Condition, ListQuery } from '../lists/list-page.ts'
import { equalConditions } from '../lists/sale-filters.ts'

export type ListedTicket = {
  id: number
  resellerId: number
  accountId: number
  userName: string
  category: TicketCategory
  title: string
  state: TicketState
  holder: TicketHolder
  createdAt: Date
  waitsSince: Date
  rating: 'good' | 'bad' | null
}

export type TicketFilter = { state?: TicketState; category?: TicketCategory; holder?: TicketHolder; account?: number }

/** Longest wait first. `ids`: only what a search found. */
export function ticketList(whose: Condition, filter: TicketFilter, ids: number[] | null): ListQuery<'waitsSince'> {
  const { state, category, holder, account } = filter
  return {
    table: 'tickets t',
    id: { by: 't.id', kind: 'id' },
    sorts: { waitsSince: { by: 't.waits_since', kind: 'time' } },
    firstSort: 'waitsSince',
    where: [
      whose,
      ...equalConditions({ 't.state': state, 't.category': category, 't.holder': holder, 't.account_id': account }),
      ...(ids === null ? [] : [sql`t.id = any(${ids}::bigint[])`]),
    ],
    show: {
      columns: `page.id, page.reseller_id, page.account_id, a.user_name, page.category, page.title, page.state, page.holder,
        page.created_at, page.waits_since, page.rating`,
      joins: 'join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id',
    },
  }
}
