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

/** Tickets of another panel's help desk, without telling anybody: they were told there. Returns their ids in order. */
export async function insertImportedTickets(
  db: Tx,
  resellerId: number,
  tickets: readonly ImportedTicket[],
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
        waitsSince: lastAt,
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
