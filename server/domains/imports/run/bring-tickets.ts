import type { Tx } from '../../../platform/db/db.ts'
import { findKept } from '../../accounts/import-accounts.ts'
import {
  continueImportedTicket,
  insertImportedTickets,
  type ImportedMessage,
  type ImportedTicket,
} from '../../tickets/import-tickets.ts'
import type { SourceMessage, SourceTicket } from '../neutral.ts'
import { inBatches, keepHere, markOf, type ImportCtx, type Work } from './context.ts'
import { plainText, plainTitle } from './plain-text.ts'
import { findThings, saveThings, type Thing } from './queries.ts'

const BATCH = 200
const TITLE_MAX = 80
const MESSAGE_MAX = 4000
const MESSAGES_MAX = 500

/** Tickets with their words, and what was said since in those that came before, unless they went on here too. */
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
    const accountId = users.get(ticket.userId ?? -1)
    if (thing?.marks['ticket'] === mark || accountId === undefined || !kept.has(accountId)) return []
    const imported = toTicket(ctx, ticket, messages, accountId)
    return imported ? [{ oldKey: String(ticket.id), mark, imported, said: messages.length, thing }] : []
  })
  const fresh = wanted.filter(({ thing }) => thing === undefined)
  for (const one of wanted) if (one.thing) await goOn(ctx, work, { ...one, thing: one.thing })
  for (const batch of inBatches(fresh, BATCH)) {
    const ids = await insertImportedTickets(
      ctx.db,
      work.resellerId,
      batch.map(({ imported }) => imported),
      ctx.now,
    )
    const things = batch.map((one, at) => {
      const own = { oldKey: one.oldKey, ourKey: String(ids[at]!), marks: marksOf(one) }
      return { ...own, balanceFen: 0, commissionFen: 0, turn: 0 }
    })
    await saveThings(ctx.db, work, 'ticket', things)
    work.brought.tickets += batch.length
    ctx.onProgress?.({ stage: 'tickets', done: work.brought.tickets, of: fresh.length })
  }
}

type Wanted = { oldKey: string; mark: string; imported: ImportedTicket; said: number }

/** With what the ticket looked like when it came, and how much had been said. */
const marksOf = ({ mark, imported, said }: Wanted) => {
  return { ticket: mark, state: imported.state, lastAt: imported.lastAt.toISOString(), said: String(said) }
}

async function goOn(ctx: ImportCtx & { db: Tx }, work: Work, one: Wanted & { thing: Thing }): Promise<void> {
  const { thing, imported, said } = one
  const { state = '', lastAt = '', said: before = '' } = thing.marks
  const since = said - Number(before)
  const isKnown = lastAt !== '' && since >= 0
  const messages = since > 0 ? imported.messages.slice(-since) : []
  const own = { ticketId: Number(thing.ourKey), before: { state, lastAt: new Date(lastAt) }, messages }
  const ticket = { ...own, state: imported.state, lastAt: imported.lastAt }
  if (!isKnown || !(await continueImportedTicket(ctx.db, work.resellerId, ticket, ctx.now))) {
    work.brought.ticketsLeft++
    return keepHere(work, `ticket ${one.oldKey}: went on there, and here too`)
  }
  work.brought.ticketsChanged++
  await saveThings(ctx.db, work, 'ticket', [{ ...thing, marks: marksOf(one) }])
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
