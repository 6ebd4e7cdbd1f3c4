import type { TicketRow } from './queries.ts'

type Named = Pick<TicketRow, 'id' | 'accountId' | 'category' | 'holder'>

/** What is said of a ticket when something happens to it. Nobody hears of what is held as spam. */
export function aboutTicket(resellerId: number, { id: ticketId, accountId: userId, category, holder }: Named) {
  return { resellerId, ticketId, userId, category, holder }
}
