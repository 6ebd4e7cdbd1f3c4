import type { TxCtx } from '../../platform/context.ts'
import { tellHooks } from '../webhooks/tell-hooks.ts'
import type { TicketRow } from './queries.ts'

type TicketEvent = 'ticket.opened' | 'ticket.written' | 'ticket.answered' | 'ticket.handed' | 'ticket.closed'
type Told = Pick<TicketRow, 'id' | 'accountId' | 'category' | 'holder'> & { resellerId: number }

/** Never the words. The platform hears of its own and of what was handed to it; nobody of what is held as spam. */
export function tellHooksOfTicket(ctx: Pick<TxCtx, 'db' | 'now'>, type: TicketEvent, ticket: Told): void {
  const { resellerId, id, accountId, category, holder } = ticket
  const isForPlatform = resellerId === 0 || holder === 'operator' || type === 'ticket.handed'
  const data = { ticketId: id, userId: accountId, category, holder }
  tellHooks(ctx, { resellerId, type, object: `ticket:${id}`, data, isForPlatform })
}
