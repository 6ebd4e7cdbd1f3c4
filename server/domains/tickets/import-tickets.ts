import type { Tx } from '../../platform/db/db.ts'

export type ImportedMessage = { author: 'user' | 'staff'; body: string; createdAt: Date }
export type ImportedTicket = {
  accountId: number
  category: 'payment' | 'other'
  title: string
  state: 'open' | 'answered' | 'closed'
  createdAt: Date
  lastAt: Date
  messages: readonly ImportedMessage[]
}

/**
 * Tickets of another panel's help desk, without telling anybody: they were told there. What waits does so since now, else
 * staff would be alerted of all of them, and answers of long ago would be closed at once. Returns their ids in order.
 */
export async function insertImportedTickets(
  db: Tx,
  resellerId: number,
  tickets: readonly ImportedTicket[],
  now: Date,
): Promise<number[]> {
  const ids: number[] = []
  for (const { messages, lastAt, ...ticket } of tickets) {
    const answer = messages.find(({ author }) => author === 'staff')
    const closing = ticket.state === 'closed' ? { closedAt: lastAt, closedBy: 'staff' as const } : {}
    const { id } = await db.kysely
      .insertInto('tickets')
      .values({
        resellerId,
        ...ticket,
        ...closing,
        waitsSince: ticket.state === 'closed' ? lastAt : now,
        lastAt,
        firstAnsweredAt: answer?.createdAt ?? null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    ids.push(id)
    await db.kysely
      .insertInto('ticketMessages')
      .values(messages.map((message) => ({ resellerId, ticketId: id, ...message })))
      .execute()
  }
  return ids
}

export type ContinuedTicket = Pick<ImportedTicket, 'state' | 'lastAt'> & {
  ticketId: number
  /** As the import left it: where it is another by now, somebody went on with it here. */
  before: { state: string; lastAt: Date }
  /** What was said there since. */
  messages: readonly ImportedMessage[]
}

/** Goes on with a ticket that came before. False: it was answered, closed or taken away here. */
export async function continueImportedTicket(
  db: Tx,
  resellerId: number,
  ticket: ContinuedTicket,
  now: Date,
): Promise<boolean> {
  const { ticketId, before, state, lastAt, messages } = ticket
  const answer = messages.find(({ author }) => author === 'staff')
  const rows = await db.query({
    name: 'tickets.continue_imported',
    text: `update tickets set state = $5, last_at = $6,
        waits_since = case when $5 = 'closed' then $6::timestamptz else $8 end,
        first_answered_at = coalesce(first_answered_at, $7),
        closed_at = case when $5 = 'closed' then $6::timestamptz end, closed_by = case when $5 = 'closed' then 'staff' end
      where reseller_id = $1 and id = $2 and state = $3 and last_at = $4 and merged_into is null returning 1 as done`,
    values: [resellerId, ticketId, before.state, before.lastAt, state, lastAt, answer?.createdAt ?? null, now],
  })
  if (rows.length === 0) return false
  if (messages.length === 0) return true
  await db.kysely
    .insertInto('ticketMessages')
    .values(messages.map((message) => ({ resellerId, ticketId, ...message })))
    .execute()
  return true
}
