import { inTx, type StaffCtx } from '../../platform/context.ts'
import type { Db, Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { staffActor, writeAudit } from '../audit/audit.ts'
import { emit } from '../events/emit.ts'
import { aboutTicket } from './about-ticket.ts'
import { insertMessage, loadTicket, lockTicket, saveTicket, type TicketRow } from './queries.ts'
import { copyPictures } from './templates/template-pictures.ts'
import { cleanText, shorten } from './ticket-text.ts'

export const ticketSubject = (ticketId: number) => `ticket:${ticketId}`

/** How much of an answer the mail and the bell show. */
const TOLD_MAX = 180

/** Platform staff see what was handed to them. Key 0 has no staff of its own. */
export function seesTicket({ actor, resellerId }: Pick<StaffCtx, 'actor' | 'resellerId'>, ticket: TicketRow): boolean {
  return actor.resellerId !== null || resellerId === 0 || ticket.holder === 'operator'
}

/** A ticket that this member may see; another one is as unknown as a missing one. */
export async function getSeenTicket(ctx: StaffCtx, ticketId: number): Promise<TicketRow> {
  const ticket = await loadTicket(ctx.db, { resellerId: ctx.resellerId, ticketId, accountId: null })
  return ticket && seesTicket(ctx, ticket) ? ticket : fail('object.unknown')
}

/** Also of a reply in Telegram, which has no page. */
type StaffTx = Pick<StaffCtx, 'actor' | 'resellerId' | 'client' | 'now' | 'log' | 'config'> & { db: Tx }

export async function getLocked(tx: StaffTx, ticketId: number): Promise<TicketRow> {
  const ticket = await lockTicket(tx.db, { resellerId: tx.resellerId, ticketId, accountId: null })
  return ticket && seesTicket(tx, ticket) ? ticket : fail('object.unknown')
}

type Answer = {
  ticketId: number
  text: string
  closes?: boolean | undefined
  /** Of a template of the member's own team. */
  pictures?: string[] | undefined
}

/** In the caller's transaction: the answer, and what tells the user of it, are there together or not at all. */
export async function answerTicket(
  tx: StaffTx,
  { ticketId, text, closes = false, pictures = [] }: Answer,
): Promise<number> {
  const body = cleanText(text)
  const { resellerId, now } = tx
  const ticket = await getLocked(tx, ticketId)
  if (ticket.state === 'closed') fail('help.wrong_state')
  const messageId = await insertMessage(tx.db, { resellerId, ticketId, staffId: tx.actor.staffId, body, now })
  const owner = { resellerId, accountId: ticket.accountId }
  await copyPictures(tx.db, owner, { team: tx.actor.resellerId, ids: pictures, messageId, now })
  const times = { waitsSince: now, lastAt: now, firstAnsweredAt: ticket.firstAnsweredAt ?? now }
  const state = closes
    ? ({ state: 'closed', closedAt: now, closedBy: 'staff' } as const)
    : { state: 'answered' as const }
  await saveTicket(tx.db, { resellerId, ticketId }, { ...times, ...state, ...readIf(ticket, now) })
  await note(tx, 'ticket.answered', ticketId, { bodyLength: [...body].length })
  if (closes) await note(tx, 'ticket.closed', ticketId)
  await emit(tx, 'ticket.answered', {
    ...aboutTicket(tx.resellerId, ticket),
    aside: { answer: shorten(body, TOLD_MAX) },
  })
  if (closes) await emit(tx, 'ticket.closed', aboutTicket(tx.resellerId, ticket))
  return messageId
}

export function closeTicket(ctx: StaffCtx<'reseller'> & { db: Db | Tx }, ticketId: number): Promise<void> {
  return inTx(ctx, async (tx) => {
    const ticket = await getLocked(tx, ticketId)
    if (ticket.state === 'closed') return
    const { resellerId, now } = tx
    const closing = { state: 'closed', waitsSince: now, closedAt: now, closedBy: 'staff' } as const
    await saveTicket(tx.db, { resellerId, ticketId }, closing)
    await note(tx, 'ticket.closed', ticketId)
    if (!ticket.heldAt) await emit(tx, 'ticket.closed', aboutTicket(tx.resellerId, ticket))
  })
}

/** Handing over does not restart the user's wait. The other side chooses who works on it. Key 0 is the platform's already. */
export function handTicket(ctx: StaffCtx, ticketId: number, to: TicketRow['holder']): Promise<void> {
  return inTx(ctx, async (tx) => {
    const ticket = await getLocked(tx, ticketId)
    const { state, holder } = ticket
    if (state === 'closed' || tx.resellerId === 0) fail('help.wrong_state')
    if (holder === to) return
    const changed = { holder: to, assigneeId: null, ...readIf(ticket, tx.now) }
    await saveTicket(tx.db, { resellerId: tx.resellerId, ticketId }, changed)
    await note(tx, to === 'operator' ? 'ticket.handed_over' : 'ticket.handed_back', ticketId)
    await emit(tx, 'ticket.handed', aboutTicket(tx.resellerId, { ...ticket, holder: to }))
  })
}

/** A member who answers or hands over a held ticket has read it. */
function readIf({ heldAt }: TicketRow, now: Date) {
  return heldAt ? { heldAt: null, releasedAt: now } : {}
}

export async function note(
  tx: StaffTx,
  action: string,
  ticketId: number,
  detail?: { bodyLength: number },
): Promise<void> {
  const entry = { resellerId: tx.resellerId, actor: staffActor(tx), action, subject: ticketSubject(ticketId) }
  await writeAudit(tx.db, detail ? { ...entry, detail } : entry, tx.now)
}
