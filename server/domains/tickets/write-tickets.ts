import type { Static } from 'typebox'

import type { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { inTx, type Ctx } from '../../platform/context.ts'
import type { Tx } from '../../platform/db/db.ts'
import { fail } from '../../platform/errors.ts'
import { once } from '../../platform/http/idempotency.ts'
import { takeOne } from '../../platform/limits/limits.ts'
import { claimAccount } from '../accounts/lock-account-row.ts'
import { emit } from '../events/emit.ts'
import { aboutTicket } from './about-ticket.ts'
import { openFacts } from './facts.ts'
import { looksLikeSpam } from './looks-like-spam.ts'
import { canRate, reopenUntil } from './own-tickets.ts'
import { addPictures } from './pictures.ts'
import {
  countNotClosed,
  followTicket,
  insertMessage,
  insertTicket,
  lockForWords,
  lockTicket,
  saveTicket,
  type TicketRow,
} from './queries.ts'
import { cleanText, titleOf } from './ticket-text.ts'

type Calls = typeof api.tickets
type UserTx = Ctx<'user'> & { db: Tx }

const MESSAGES = { name: 'ticket_messages', points: limits.ticketMessages, windowMs: limits.ticketWindowMs }

export async function openTicket(
  ctx: Ctx<'user'>,
  { key, ...input }: Static<Calls['open']['input']>,
): Promise<Static<Calls['open']['output']>> {
  const body = cleanText(input.text)
  const facts = input.facts === undefined ? null : openFacts(ctx, input.facts)
  await takeMessage(ctx)
  return once(ctx, 'ticket_open', key, input, async (tx) => {
    await takePlace(tx)
    const { owner, now } = tx
    const ticketId = await insertTicket(tx.db, { ...owner, category: input.category, title: titleOf(body), facts, now })
    const messageId = await addOwnMessage(tx, ticketId, { ...input, body })
    await tellUnlessSpam(tx, { ticketId, messageId, category: input.category }, body, null)
    return { ticketId }
  })
}

export async function writeTicket(
  ctx: Ctx<'user'>,
  { key, ...input }: Static<Calls['write']['input']>,
): Promise<Static<Calls['write']['output']>> {
  const body = cleanText(input.text)
  await takeMessage(ctx)
  return once(ctx, 'ticket_write', key, input, async (tx) => {
    const ticket = await getLocked(tx, input.ticketId)
    const ticketId = ticket.id
    if (ticket.state === 'closed') fail('help.wrong_state')
    const messageId = await addOwnMessage(tx, ticketId, { ...input, body })
    // A second message does not send the user back to the end of the queue.
    const isOpen = ticket.state === 'open'
    const waitsSince = isOpen ? ticket.waitsSince : tx.now
    await saveTicket(tx.db, nameOf(tx, ticketId), { state: 'open', waitsSince, lastAt: tx.now })
    await tellUnlessSpam(tx, { ticketId, messageId, category: ticket.category }, body, ticket)
    return { ticketId }
  })
}

export async function reopenTicket(
  ctx: Ctx<'user'>,
  { key, ...input }: Static<Calls['reopen']['input']>,
): Promise<Static<Calls['reopen']['output']>> {
  const body = cleanText(input.text)
  await takeMessage(ctx)
  return once(ctx, 'ticket_reopen', key, input, async (tx) => {
    await takePlace(tx)
    const ticket = await getLocked(tx, input.ticketId)
    const ticketId = ticket.id
    if (ticket.state !== 'closed') fail('help.wrong_state')
    if (reopenUntil(ticket, tx.now) === null) fail('help.reopen_over')
    const messageId = await addOwnMessage(tx, ticketId, { ...input, body })
    const closing = { closedAt: null, closedBy: null, rating: null, ratingWord: null }
    const times = { waitsSince: tx.now, lastAt: tx.now }
    await saveTicket(tx.db, nameOf(tx, ticketId), { state: 'open', ...times, ...closing })
    await tellUnlessSpam(tx, { ticketId, messageId, category: ticket.category }, body, ticket)
    return { ticketId }
  })
}

export async function closeOwnTicket(ctx: Ctx<'user'>, { ticketId }: { ticketId: number }): Promise<object> {
  return inTx(ctx, async (tx) => {
    const ticket = await getLocked(tx, ticketId)
    const { id, state, heldAt } = ticket
    const { now } = tx
    const closing = { state: 'closed', waitsSince: now, closedAt: now, closedBy: 'user' } as const
    if (state === 'closed') return {}
    await saveTicket(tx.db, nameOf(tx, id), closing)
    if (!heldAt) await emit(tx, 'ticket.closed', aboutTicket(tx.resellerId, ticket))
    return {}
  })
}

export async function rateTicket(
  ctx: Ctx<'user'>,
  { ticketId, rating, word = '' }: Static<Calls['rate']['input']>,
): Promise<object> {
  const ratingWord = word.trim() === '' ? null : cleanText(word, limits.ticketWordMax)
  return inTx(ctx, async (tx) => {
    const ticket = await getLocked(tx, ticketId)
    if (!canRate(ticket)) fail('help.wrong_state')
    await saveTicket(tx.db, nameOf(tx, ticket.id), { rating, ratingWord })
    return {}
  })
}

/** Every message counts, also one that is refused afterwards. */
function takeMessage(ctx: Ctx<'user'>): Promise<void> {
  return takeOne(ctx, MESSAGES, `${ctx.owner.resellerId}:${ctx.owner.accountId}`)
}

/** Holds the account, so that two calls at once do not take the last place both. */
async function takePlace(tx: UserTx): Promise<void> {
  await claimAccount(tx, tx.owner)
  if ((await countNotClosed(tx.db, tx.owner)) >= limits.ticketsOpen) fail('help.open_max')
}

/** For a merged ticket, the one that has its messages. */
async function getLocked(tx: UserTx, asked: number): Promise<TicketRow> {
  await lockForWords(tx.db, tx.owner)
  const ticketId = (await followTicket(tx.db, { ...tx.owner, ticketId: asked })) ?? fail('object.unknown')
  return (await lockTicket(tx.db, { ...tx.owner, ticketId })) ?? fail('object.unknown')
}

type OwnMessage = { body: string; pictures?: readonly string[] }

async function addOwnMessage(tx: UserTx, ticketId: number, { body, pictures = [] }: OwnMessage): Promise<number> {
  const { db, resellerId, now } = tx
  const messageId = await insertMessage(db, { resellerId, ticketId, staffId: null, body, now })
  await addPictures(tx, messageId, pictures)
  return messageId
}

type Told = { ticketId: number; messageId: number; category: TicketRow['category'] }

/** Holds a ticket that looks like spam, and tells nobody of it. `ticket`: as it was before these words. */
async function tellUnlessSpam(
  tx: UserTx,
  { ticketId, messageId, category }: Told,
  body: string,
  ticket: TicketRow | null,
): Promise<void> {
  if (await looksLikeSpam(tx, { ticketId, body, ticket })) {
    if (!ticket?.heldAt) await saveTicket(tx.db, nameOf(tx, ticketId), { heldAt: tx.now })
    return
  }
  const holder = ticket?.holder ?? 'reseller'
  const told = { id: ticketId, accountId: tx.owner.accountId, category, holder }
  if (ticket)
    await emit(tx, 'ticket.written', {
      ...aboutTicket(tx.resellerId, told),
      aside: { messageId, wasWaiting: ticket.state === 'open' },
    })
  else await emit(tx, 'ticket.opened', { ...aboutTicket(tx.resellerId, told), aside: { messageId } })
}

const nameOf = ({ resellerId }: Pick<UserTx, 'resellerId'>, ticketId: number) => ({ resellerId, ticketId })
