import { emit, type EventTx } from '../events/emit.ts'
import type { TicketRow } from './queries.ts'

type News = 'opened' | 'written' | 'answered' | 'handed' | 'closed'
type About = Pick<TicketRow, 'id' | 'accountId' | 'category' | 'holder'>

/** Nobody hears of what is held as spam. */
export function emitTicket(
  tx: EventTx & { resellerId: number },
  news: News,
  { id: ticketId, accountId: userId, category, holder }: About,
): void {
  emit(tx, `ticket.${news}`, { resellerId: tx.resellerId, ticketId, userId, category, holder })
}
