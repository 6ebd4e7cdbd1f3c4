import { sql } from 'kysely'

import type { TicketCategory, TicketHolder, TicketQueue, TicketState } from '../../../../contract/ticket-choices.ts'
import type { Queryable } from '../../../platform/db/db.ts'
import type { Condition, ListQuery } from '../../lists/list-page.ts'
import { equalConditions } from '../../lists/sale-filters.ts'

export type ListedTicket = {
  id: number
  resellerId: number
  resellerTitle: string
  accountId: number
  userName: string
  category: TicketCategory
  title: string
  state: TicketState
  holder: TicketHolder
  createdAt: Date
  waitsSince: Date
  heldAt: Date | null
  rating: 'good' | 'bad' | null
  assigneeId: number | null
  assigneeName: string | null
}

export type TicketFilter = {
  state?: TicketQueue
  category?: TicketCategory
  holder?: TicketHolder
  account?: number
  assignee?: 'me' | 'nobody'
}

/** What is left of a member who went is nobody's at once. A scalar look-up: `exists` would read all staff. */
const NOBODYS = sql`coalesce((select s.removed_at is not null from staff s where s.id = t.assignee_id), true)`

/** `isSearch`: everything that fits is meant, not the queue. */
type WhichTickets = { whose: Condition; ids: number[] | null; selfId: number; isSearch: boolean }

/** Longest wait first. `ids`: only what a search found. Merged ones are found as the ticket that has their messages. */
export function ticketList(
  { whose, ids, selfId, isSearch }: WhichTickets,
  filter: TicketFilter,
): ListQuery<'waitsSince'> {
  const { state, category, holder, account, assignee } = filter
  return {
    table: 'tickets t',
    id: { by: 't.id', kind: 'id' },
    sorts: { waitsSince: { by: 't.waits_since', kind: 'time' } },
    firstSort: 'waitsSince',
    where: [
      whose,
      sql`t.merged_into is null`,
      ...(assignee === 'me' ? [sql`t.assignee_id = ${selfId}`] : []),
      ...(assignee === 'nobody' ? [NOBODYS] : []),
      ...queueConditions(state, isSearch || account !== undefined),
      ...equalConditions({ 't.category': category, 't.holder': holder, 't.account_id': account }),
      ...(ids === null ? [] : [sql`t.id = any(${ids}::bigint[])`]),
    ],
    show: {
      columns: `page.id, page.reseller_id, coalesce(r.title, '') as reseller_title, page.account_id, a.user_name, page.category, page.title, page.state, page.holder,
        page.created_at, page.waits_since, page.held_at, page.rating, m.id as assignee_id, m.name as assignee_name`,
      joins: `join resellers r on r.id = page.reseller_id
        join accounts a on a.reseller_id = page.reseller_id and a.id = page.account_id
        left join staff m on m.id = page.assignee_id and m.removed_at is null`,
    },
  }
}

/** Null: nobody, or a member who went. */
export async function loadMemberName(db: Queryable, staffId: number | null): Promise<string | null> {
  if (staffId === null) return null
  const rows = await db.query<{ name: string }>({
    name: 'office.ticket_member',
    text: 'select name from staff where id = $1 and removed_at is null',
    values: [staffId],
  })
  return rows[0]?.name ?? null
}

/** What waits for this side; of key 0 all waits for the platform. */
export async function countWaiting(
  db: Queryable,
  { resellerId, holder }: { resellerId: number; holder: TicketHolder },
  countMax: number,
): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'tickets.count_waiting',
    text: `select count(*)::integer as count from (
             select from tickets where reseller_id = $1 and state = 'open' and held_at is null
                and (holder = $2 or reseller_id = 0) limit $3) few`,
    values: [resellerId, holder, countMax],
  })
  return rows[0]?.count ?? 0
}

/** Held and closed tickets stand apart; who searches, or looks at one user, finds them too. */
function queueConditions(state: TicketQueue | undefined, findsAll: boolean): Condition[] {
  if (state === 'held') return [sql`t.held_at is not null and t.state <> 'closed'`]
  const inState = state === undefined ? [] : [sql`t.state = ${state}`]
  if (findsAll || state === 'closed') return inState
  return [sql`t.held_at is null`, ...(state === undefined ? [sql`t.state <> 'closed'`] : inState)]
}
