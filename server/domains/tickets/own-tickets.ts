import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import type { TicketThread } from '../../../contract/tickets.ts'
import type { Ctx, Owner } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { pagesBy } from '../../platform/db/page-cursor.ts'
import { fail } from '../../platform/errors.ts'
import { deleteMessages } from '../telegram/replies.ts'
import { findChats } from './chat-queries.ts'
import { deletePictures } from './picture-queries.ts'
import { picturesOf } from './pictures.ts'
import {
  deleteTickets,
  findMessages,
  findOwnTickets,
  followTicket,
  loadTicket,
  type MessageRow,
  type TicketRow,
} from './queries.ts'
import { deleteTexts } from './spam-queries.ts'

const pages = pagesBy({ id: 'id' })
const MESSAGES_SHOWN = 100

type List = typeof api.tickets.list

export async function listTickets(ctx: Ctx<'user'>, input: Static<List['input']>): Promise<Static<List['output']>> {
  const before = pages.after(input.cursor)?.id ?? null
  const rows = await findOwnTickets(ctx.db, ctx.owner, { before, limit: pages.limit })
  const { shown, next } = pages.page(rows, ({ id }) => ({ id }))
  return { items: shown.map(itemOf), next }
}

export async function showTicket(
  ctx: Ctx<'user'>,
  { ticketId: asked, before }: { ticketId: number; before?: number },
): Promise<TicketThread> {
  const ticketId = (await followTicket(ctx.db, { ...ctx.owner, ticketId: asked })) ?? fail('object.unknown')
  const ticket = (await loadTicket(ctx.db, { ...ctx.owner, ticketId })) ?? fail('object.unknown')
  const { messages, hasEarlier } = await findThread(ctx, { resellerId: ctx.resellerId, ticketId, before })
  const pictures = await picturesOf(ctx.db, ctx.resellerId, messages)
  return {
    ...itemOf(ticket),
    facts: ticket.facts,
    messages: messages.map(({ id, author, body, at }) => ({
      messageId: id,
      by: author,
      body,
      at: at.toISOString(),
      pictures: pictures(id),
    })),
    hasEarlier,
    reopenUntil: reopenUntil(ticket, ctx.now)?.toISOString() ?? null,
    canRate: canRate(ticket),
    rating: ticket.rating,
  }
}

type ThreadPage = { resellerId: number; ticketId: number; before?: number | undefined }

/** A page of messages, oldest first. */
export async function findThread(
  { db }: Pick<Ctx, 'db'>,
  { before = undefined, ...name }: ThreadPage,
): Promise<{ messages: MessageRow[]; hasEarlier: boolean }> {
  const rows = await findMessages(db, name, { before: before ?? null, limit: MESSAGES_SHOWN + 1 })
  return { messages: rows.slice(0, MESSAGES_SHOWN).toReversed(), hasEarlier: rows.length > MESSAGES_SHOWN }
}

/** Until when a closed ticket can be opened again; null when it is open, or the time is over. */
export function reopenUntil({ state, closedAt }: Pick<TicketRow, 'state' | 'closedAt'>, now: Date): Date | null {
  if (state !== 'closed' || closedAt === null) return null
  const until = new Date(closedAt.getTime() + limits.ticketReopenMs)
  return until > now ? until : null
}

/** There must be an answer to rate, and one rating for each closing. */
export function canRate({ state, firstAnsweredAt, rating }: TicketRow): boolean {
  return state === 'closed' && firstAnsweredAt !== null && rating === null
}

function itemOf(ticket: Pick<TicketRow, 'id' | 'category' | 'title' | 'state' | 'createdAt' | 'lastAt'>) {
  const { id, category, title, state, createdAt, lastAt } = ticket
  return { ticketId: id, category, title, state, createdAt: createdAt.toISOString(), lastAt: lastAt.toISOString() }
}

/** For a deleted account: also pictures that no message has, and what staff were told in Telegram. */
export async function forgetTickets(db: Tx, owner: Owner): Promise<void> {
  await deleteMessages(db, await findChats(db, owner))
  await deletePictures(db, owner)
  await deleteTexts(db, owner)
  await deleteTickets(db, owner)
}
