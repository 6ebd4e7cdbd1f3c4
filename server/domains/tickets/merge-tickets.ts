import { inTx, type StaffCtx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { getLocked, getSeenTicket, ticketSubject } from './answer-ticket.ts'
import { lockForMerge, saveTicket, type TicketRow } from './queries.ts'

type Merge = { ticketId: number; into: number }

/**
 * Moves the messages, pictures and notes of one ticket into another of the same user, which must not be closed; one that
 * was closed may be merged, too. The empty one is closed for good and points to the other. Merging twice changes
 * nothing more.
 */
export function mergeTickets(ctx: StaffCtx, { ticketId, into }: Merge): Promise<void> {
  if (ticketId === into) fail('request.invalid', { fields: { into: 'another ticket' } })
  return inTx(ctx, async (tx) => {
    const { accountId } = await getSeenTicket(tx, ticketId)
    await lockForMerge(tx.db, { resellerId: tx.resellerId, accountId })
    // In one order: of two who merge crosswise, one finds its target closed.
    const first = await getLocked(tx, Math.min(ticketId, into))
    const second = await getLocked(tx, Math.max(ticketId, into))
    const [from, to] = ticketId < into ? [first, second] : [second, first]
    if (from.accountId !== to.accountId) fail('request.invalid', { fields: { into: 'a ticket of the same user' } })
    if (from.mergedInto === into) return
    if (from.mergedInto !== null || to.state === 'closed' || from.holder !== to.holder) fail('help.wrong_state')
    const { resellerId, now } = tx
    await moveInto(tx.db, { resellerId, ticketId, into })
    await saveTicket(tx.db, { resellerId, ticketId: into }, joined(from, to))
    const closing = from.state === 'closed' ? {} : { closedAt: now, closedBy: 'staff' as const, waitsSince: now }
    const end = { state: 'closed', mergedInto: into, assigneeId: null } as const
    await saveTicket(tx.db, { resellerId, ticketId }, { ...end, ...closing })
    const entry = { resellerId, actor: staffActor(tx), action: 'ticket.merged', subject: ticketSubject(ticketId) }
    await writeAudit(tx.db, { ...entry, detail: { to: ticketSubject(into) } }, now)
  })
}

/** Who waited in either waits on, since the earlier time; an answer to either was the first. */
function joined(from: TicketRow, to: TicketRow) {
  const waits = [from, to].filter(({ state }) => state === 'open').map(({ waitsSince }) => waitsSince.getTime())
  const answers = [from, to].flatMap(({ firstAnsweredAt }) => (firstAnsweredAt ? [firstAnsweredAt.getTime()] : []))
  return {
    ...(waits.length > 0 ? { state: 'open' as const, waitsSince: new Date(Math.min(...waits)) } : {}),
    lastAt: from.lastAt > to.lastAt ? from.lastAt : to.lastAt,
    firstAnsweredAt: answers.length > 0 ? new Date(Math.min(...answers)) : null,
  }
}

/** Pictures belong to their messages. What was merged into the moved one before points on, so that no chain grows. */
async function moveInto(db: Tx, { resellerId, ticketId, into }: Merge & { resellerId: number }): Promise<void> {
  const values = [resellerId, ticketId, into]
  const where = 'where reseller_id = $1 and ticket_id = $2'
  await db.query({ name: 'tickets.move_messages', text: `update ticket_messages set ticket_id = $3 ${where}`, values })
  await db.query({ name: 'tickets.move_notes', text: `update ticket_notes set ticket_id = $3 ${where}`, values })
  await db.query({
    name: 'tickets.point_on',
    text: 'update tickets set merged_into = $3 where reseller_id = $1 and merged_into = $2',
    values,
  })
}
