import type { Tx } from '../../../platform/db/db.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import { insertImportedTickets, type ImportedMessage, type ImportedTicket } from '../../tickets/import-tickets.ts'
import type { SourceMessage, SourceTicket } from '../neutral.ts'
import { inBatches, markOf, type ImportCtx, type Work } from './context.ts'
import { plainText, plainTitle } from './plain-text.ts'
import { findThings, saveThings } from './queries.ts'

const BATCH = 200
const TITLE_MAX = 80
const MESSAGE_MAX = 4000
const MESSAGES_MAX = 500

/** Tickets with their words. One that was brought before and goes on there is left: its words are in the old panel. */
export async function bringTickets(ctx: ImportCtx & { db: Tx }, work: Work): Promise<void> {
  const known = new Map((await findThings(ctx.db, work, 'ticket')).map((thing) => [thing.oldKey, thing]))
  const users = new Map(
    (await findThings(ctx.db, work, 'user')).map(({ oldKey, ourKey }) => [Number(oldKey), Number(ourKey)]),
  )
  const kept = await findKept(ctx.db, work.resellerId, [...users.values()])
  const wanted = [...work.rows.tickets.values()].flatMap((ticket) => {
    const messages = work.rows.messages.get(ticket.id) ?? []
    const mark = markOf(ctx, ['ticket', ticket.isOpen, messages.length])
    const thing = known.get(String(ticket.id))
    if (thing && thing.marks['ticket'] !== mark) work.brought.ticketsLeft++
    const accountId = users.get(ticket.userId ?? -1)
    if (thing || accountId === undefined || !kept.has(accountId)) return []
    const imported = toTicket(ctx, ticket, messages, accountId)
    return imported ? [{ oldKey: String(ticket.id), mark, imported }] : []
  })
  for (const batch of inBatches(wanted, BATCH)) {
    const ids = await insertImportedTickets(
      ctx.db,
      work.resellerId,
      batch.map(({ imported }) => imported),
    )
    const things = batch.map(({ oldKey, mark }, at) => {
      return { oldKey, ourKey: String(ids[at]!), marks: { ticket: mark }, balanceFen: 0, commissionFen: 0, turn: 0 }
    })
    await saveThings(ctx.db, work, 'ticket', things)
    work.brought.tickets += batch.length
    ctx.onProgress?.({ stage: 'tickets', done: work.brought.tickets, of: wanted.length })
  }
}

function toTicket(
  ctx: ImportCtx,
  ticket: SourceTicket,
  said: readonly SourceMessage[],
  accountId: number,
): ImportedTicket | null {
  const { id, subject, isOpen, isWithdrawal, userId } = ticket
  const createdAt = momentOf(ticket.createdAt, ctx.now)
  const messages = said.slice(-MESSAGES_MAX).flatMap((message): ImportedMessage[] => {
    const body = plainText(message.body, MESSAGE_MAX)
    const author = message.userId === userId ? 'user' : 'staff'
    return body === '' ? [] : [{ author, body, createdAt: momentOf(message.createdAt, createdAt) }]
  })
  const last = messages.at(-1)
  if (!last) return null
  const waits = last.author === 'user'
  return {
    accountId,
    category: isWithdrawal ? 'payment' : 'other',
    title: plainTitle(subject, TITLE_MAX) || `ticket ${id}`,
    state: isOpen ? (waits ? 'open' : 'answered') : 'closed',
    createdAt,
    lastAt: last.createdAt,
    messages,
  }
}

/** In the past, and never before there were such panels. */
function momentOf(seconds: number | null, otherwise: Date): Date {
  const isPlausible = seconds !== null && seconds > 1_300_000_000 && seconds * 1000 <= Date.now()
  return isPlausible ? new Date(seconds * 1000) : otherwise
}
