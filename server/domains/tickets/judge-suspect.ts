import { inTx, type StaffCtx } from '../../platform/context.ts'
import { fail } from '../../platform/errors.ts'
import { emit } from '../events/emit.ts'
import { aboutTicket } from './about-ticket.ts'
import { getLocked, note } from './answer-ticket.ts'
import { saveTicket } from './queries.ts'

/** It is no spam: from now on a ticket like any other. Twice changes nothing more. */
export function releaseTicket(ctx: StaffCtx, ticketId: number): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { resellerId, now } = tx
    const ticket = await getLocked(tx, ticketId)
    if (!ticket.heldAt) return
    if (ticket.state === 'closed') fail('help.wrong_state')
    await saveTicket(tx.db, { resellerId, ticketId }, { heldAt: null, releasedAt: now })
    await note(tx, 'ticket.released', ticketId)
    await emit(tx, 'ticket.opened', { ...aboutTicket(tx.resellerId, ticket), aside: { messageId: null } })
  })
}

/** It is spam: closed without a word, and held for good, also if its user opens it again. */
export function discardTicket(ctx: StaffCtx, ticketId: number): Promise<void> {
  return inTx(ctx, async (tx) => {
    const { resellerId, now } = tx
    const { heldAt, state } = await getLocked(tx, ticketId)
    if (!heldAt) fail('help.wrong_state')
    if (state === 'closed') return
    const closing = { state: 'closed', waitsSince: now, closedAt: now, closedBy: 'staff' } as const
    await saveTicket(tx.db, { resellerId, ticketId }, closing)
    await note(tx, 'ticket.discarded', ticketId)
  })
}
