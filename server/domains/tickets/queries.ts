import type { Selectable } from 'kysely'

import type { TicketFacts } from '../../../contract/tickets.ts'
import type { Owner } from '../../platform/context.ts'
import type { Payments, Tickets } from '../../platform/db/db-types.ts'
import type { Queryable, Tx } from '../../platform/db/db.ts'

export type TicketRow = Pick<
  Selectable<Tickets>,
  'id' | 'accountId' | 'category' | 'title' | 'state' | 'holder' | 'createdAt' | 'waitsSince' | 'lastAt'
> &
  Pick<
    Selectable<Tickets>,
    | 'firstAnsweredAt'
    | 'closedAt'
    | 'closedBy'
    | 'rating'
    | 'ratingWord'
    | 'assigneeId'
    | 'mergedInto'
    | 'heldAt'
    | 'releasedAt'
  > & {
    facts: TicketFacts | null
  }

const COLUMNS = `id, account_id, category, title, state, holder, created_at, waits_since, last_at, first_answered_at, closed_at,
  closed_by, rating, rating_word, assignee_id, merged_into, held_at, released_at, facts`

export type TicketName = {
  resellerId: number
  ticketId: number
  /** Set for a user: another user's ticket is unknown. */
  accountId: number | null
}

const NAMED = 'reseller_id = $1 and id = $2 and ($3::bigint is null or account_id = $3)'

export async function loadTicket(
  db: Queryable,
  { resellerId, ticketId, accountId }: TicketName,
): Promise<TicketRow | null> {
  const rows = await db.query<TicketRow>({
    name: 'tickets.load',
    text: `select ${COLUMNS} from tickets where ${NAMED}`,
    values: [resellerId, ticketId, accountId],
  })
  return rows[0] ?? null
}

/** The ticket itself, or the one it was merged into: its user sees one thread. Null: unknown. */
export async function followTicket(
  db: Queryable,
  { resellerId, ticketId, accountId }: TicketName,
): Promise<number | null> {
  const rows = await db.query<{ id: number }>({
    name: 'tickets.follow',
    text: `select coalesce(merged_into, id) as id from tickets where ${NAMED}`,
    values: [resellerId, ticketId, accountId],
  })
  return rows[0]?.id ?? null
}

/** Before any lock of a ticket: while its user writes, none of the user's tickets is merged, and the other way round. */
export async function lockForWords(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'tickets.lock_for_words',
    text: `select pg_advisory_xact_lock_shared(hashtextextended('ticket_threads:' || $1::integer || ':' || $2::bigint, 0))`,
    values: [resellerId, accountId],
  })
}

export async function lockForMerge(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.query({
    name: 'tickets.lock_for_merge',
    text: `select pg_advisory_xact_lock(hashtextextended('ticket_threads:' || $1::integer || ':' || $2::bigint, 0))`,
    values: [resellerId, accountId],
  })
}

/** Messages and decisions on one ticket come one after the other. */
export async function lockTicket(db: Tx, { resellerId, ticketId, accountId }: TicketName): Promise<TicketRow | null> {
  const rows = await db.query<TicketRow>({
    name: 'tickets.lock',
    text: `select ${COLUMNS} from tickets where ${NAMED} for update`,
    values: [resellerId, ticketId, accountId],
  })
  return rows[0] ?? null
}

type OwnTicket = Pick<TicketRow, 'id' | 'category' | 'title' | 'state' | 'createdAt' | 'lastAt'>

export function findOwnTickets(
  db: Queryable,
  { resellerId, accountId }: Owner,
  page: { before: number | null; limit: number },
): Promise<OwnTicket[]> {
  return db.query<OwnTicket>({
    name: 'tickets.own',
    text: `select id, category, title, state, created_at, last_at from tickets
            where reseller_id = $1 and account_id = $2 and ($3::bigint is null or id < $3) and merged_into is null
            order by id desc limit $4`,
    values: [resellerId, accountId, page.before, page.limit],
  })
}

export async function countNotClosed(db: Tx, { resellerId, accountId }: Owner): Promise<number> {
  const rows = await db.query<{ count: number }>({
    name: 'tickets.not_closed',
    text: `select count(*)::integer as count from tickets
            where reseller_id = $1 and account_id = $2 and state <> 'closed'`,
    values: [resellerId, accountId],
  })
  return rows[0]?.count ?? 0
}

type NewTicket = Owner & Pick<TicketRow, 'category' | 'title'> & { facts: TicketFacts | null; now: Date }

export async function insertTicket(db: Tx, { facts, now, ...ticket }: NewTicket): Promise<number> {
  const times = { createdAt: now, waitsSince: now, lastAt: now }
  const { id } = await db.kysely
    .insertInto('tickets')
    .values({ ...ticket, ...times, facts: facts && JSON.stringify(facts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type NewMessage = { resellerId: number; ticketId: number; staffId: number | null; body: string; now: Date }

/** Without a member it is the user's. */
export async function insertMessage(db: Tx, { now, ...message }: NewMessage): Promise<number> {
  const { id } = await db.kysely
    .insertInto('ticketMessages')
    .values({ ...message, author: message.staffId === null ? 'user' : 'staff', createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** What is written once stays: whose it is, and what was said and known then. */
type Changed = Partial<Omit<TicketRow, 'id' | 'accountId' | 'category' | 'title' | 'createdAt' | 'facts'>>

/** For a ticket locked by `lockTicket`. */
export async function saveTicket(db: Tx, { resellerId, ticketId }: Omit<TicketName, 'accountId'>, change: Changed) {
  await db.kysely
    .updateTable('tickets')
    .set(change)
    .where('resellerId', '=', resellerId)
    .where('id', '=', ticketId)
    .execute()
}

export type MessageRow = { id: number; author: 'user' | 'staff'; member: string | null; body: string; at: Date }

/** The latest messages before one, newest first. */
export function findMessages(
  db: Queryable,
  { resellerId, ticketId }: Omit<TicketName, 'accountId'>,
  page: { before: number | null; limit: number },
): Promise<MessageRow[]> {
  return db.query<MessageRow>({
    name: 'tickets.messages',
    text: `select m.id, m.author, s.name as member, m.body, m.created_at as at
             from ticket_messages m left join staff s on s.id = m.staff_id
            where m.reseller_id = $1 and m.ticket_id = $2 and ($3::bigint is null or m.id < $3)
            order by m.id desc limit $4`,
    values: [resellerId, ticketId, page.before, page.limit],
  })
}

type LastPayment = { at: Date; state: Selectable<Payments>['state']; amountFen: number }

export async function loadLastPayment(db: Queryable, { resellerId, accountId }: Owner): Promise<LastPayment | null> {
  const rows = await db.query<LastPayment>({
    name: 'tickets.last_payment',
    text: `select coalesce(paid_at, created_at) as at, state, amount_fen from payments
            where reseller_id = $1 and account_id = $2 order by created_at desc, id desc limit 1`,
    values: [resellerId, accountId],
  })
  return rows[0] ?? null
}

/** For a deleted account; the messages go with their tickets. */
export async function deleteTickets(db: Tx, { resellerId, accountId }: Owner): Promise<void> {
  await db.kysely
    .deleteFrom('tickets')
    .where('resellerId', '=', resellerId)
    .where('accountId', '=', accountId)
    .execute()
}
