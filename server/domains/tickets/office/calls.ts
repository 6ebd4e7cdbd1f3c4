import { sql } from 'kysely'

import { consoleApi } from '../../../../contract/console/api.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import type { TicketFacts } from '../../../../contract/tickets.ts'
import { may, type StaffCtx } from '../../../platform/context.ts'
import { fail } from '../../../platform/errors.ts'
import { type Handler, bind } from '../../../platform/http/bind.ts'
import { once } from '../../../platform/http/idempotency.ts'
import { auditLook } from '../../audit/audit.ts'
import { filterWords } from '../../lists/filter-words.ts'
import { loadPage } from '../../lists/list-page.ts'
import { loadUserById } from '../../sessions/operator/load-user.ts'
import { answerTicket, getSeenTicket, ticketSubject, closeTicket, handTicket } from '../answer-ticket.ts'
import { assignTicket, findAnswering } from '../assign-ticket.ts'
import { countSuspects } from '../count-suspects.ts'
import { discardTicket, releaseTicket } from '../judge-suspect.ts'
import { mergeTickets } from '../merge-tickets.ts'
import { findNotes, writeNote, type NoteRow } from '../notes.ts'
import { findThread } from '../own-tickets.ts'
import { picturesOf, showPicture } from '../pictures.ts'
import { searchTickets } from '../search-tickets.ts'
import { countWaiting, loadMemberName, ticketList, type ListedTicket } from './queries.ts'
import { templateRoutes } from './template-routes.ts'

const { tickets } = consoleApi

function showNote({ id, side, member, body, at }: NoteRow) {
  return { noteId: id, side, member, body, at }
}

/** Pressed twice, it is sent once. */
const answer: Handler<typeof tickets.answer> = (ctx, { key, ...input }) =>
  once(ctx, 'ticket_answer', key, input, async (tx) => ({ messageId: await answerTicket(tx, input) }))

const note: Handler<typeof tickets.note> = (ctx, { key, ...input }) =>
  once(ctx, 'ticket_note', key, input, async (tx) => ({ noteId: await writeNote(tx, input) }))

function shownFacts(ctx: StaffCtx, facts: TicketFacts): TicketFacts {
  const { payment } = facts
  return may(ctx, 'orders.read') || !payment ? facts : { ...facts, payment: { ...payment, amountFen: null } }
}

function showRow(ticket: Omit<ListedTicket, 'resellerTitle'>) {
  const { id, accountId, userName, heldAt, assigneeId, assigneeName, ...row } = ticket
  return {
    ...row,
    ticketId: id,
    user: { accountId, userName },
    isHeld: heldAt !== null,
    assignee: assigneeId === null || assigneeName === null ? null : { staffId: assigneeId, name: assigneeName },
  }
}

export const ticketRoutes = [
  bind(tickets.list, async (ctx, input) => {
    const { resellerId, actor } = ctx
    const text = (input.search ?? '').trim()
    // The search knows no held ones apart; the list itself leaves the others out.
    const state = input.state === 'held' ? undefined : input.state
    const ids = text === '' ? null : await searchTickets(ctx.db, { resellerId, text, state })
    const isGuest = actor.resellerId === null && resellerId !== 0
    const whose = sql`t.reseller_id = ${resellerId}${isGuest ? sql` and t.holder = 'operator'` : sql``}`
    const { rows, ...page } = await loadPage<ListedTicket, 'waitsSince'>(
      ctx,
      ticketList({ whose, ids, selfId: actor.staffId, isSearch: ids !== null }, input),
      input,
    )
    if (input.cursor === undefined) await auditLook(ctx, 'tickets.listed', null, filterWords(input, page.count))
    return { rows: rows.map(showRow), ...page }
  }),
  bind(tickets.handed, async (ctx, input) => {
    const text = (input.search ?? '').trim().toLowerCase()
    const number = /^#?(\d{1,15})$/.exec(text)?.[1]
    const begins = sql`strpos(lower(t.title), ${text}) > 0`
    const found = number === undefined ? begins : sql`(t.id = ${Number(number)} or ${begins})`
    const handed = sql`(t.holder = 'operator' or t.reseller_id = 0)`
    const whose = text === '' ? handed : sql`${handed} and ${found}`
    const { rows, ...page } = await loadPage<ListedTicket, 'waitsSince'>(
      ctx,
      ticketList({ whose, ids: null, selfId: ctx.actor.staffId, isSearch: text !== '' }, input),
      input,
    )
    if (input.cursor === undefined) await auditLook(ctx, 'tickets.listed', null, filterWords(input, page.count))
    return { rows: rows.map((row) => ({ ...showRow(row), resellerTitle: row.resellerTitle })), ...page }
  }),
  bind(tickets.counts, async ({ db, resellerId, actor }) => {
    const holder = actor.resellerId === null ? 'operator' : 'reseller'
    return {
      waiting: await countWaiting(db, { resellerId, holder }, FIGURE_MAX),
      held: await countSuspects(db, resellerId, FIGURE_MAX),
    }
  }),
  bind(tickets.release, (ctx, { ticketId }) => releaseTicket(ctx, ticketId)),
  bind(tickets.discard, (ctx, { ticketId }) => discardTicket(ctx, ticketId)),
  bind(tickets.show, async (ctx, { ticketId, before }) => {
    const { resellerId } = ctx
    const ticket = await getSeenTicket(ctx, ticketId)
    const { userName } = (await loadUserById(ctx.db, resellerId, ticket.accountId)) ?? fail('object.unknown')
    const { messages, hasEarlier } = await findThread(ctx, { resellerId, ticketId, before })
    const pictures = await picturesOf(ctx.db, resellerId, messages)
    const fromId = hasEarlier ? (messages[0]?.id ?? null) : null
    const notes = await findNotes(ctx.db, { resellerId, ticketId }, { fromId, beforeId: before ?? null })
    await auditLook(ctx, 'ticket.opened', ticketSubject(ticketId))
    return {
      ...showRow({ ...ticket, resellerId, userName, assigneeName: await loadMemberName(ctx.db, ticket.assigneeId) }),
      facts: ticket.facts && shownFacts(ctx, ticket.facts),
      messages: messages.map(({ id, author, ...message }) => ({
        ...message,
        messageId: id,
        by: author,
        pictures: pictures(id),
      })),
      notes: notes.map(showNote),
      hasEarlier,
      firstAnsweredAt: ticket.firstAnsweredAt,
      closedBy: ticket.closedBy,
      ratingWord: ticket.ratingWord,
      mergedInto: ticket.mergedInto,
    }
  }),
  /** Not in the audit: opening its ticket is. */
  bind(tickets.picture, async (ctx, { ticketId, pictureId }) => {
    await getSeenTicket(ctx, ticketId)
    return showPicture(ctx.db, { resellerId: ctx.resellerId, ticketId, pictureId })
  }),
  bind(tickets.answer, answer),
  bind(tickets.note, note),
  bind(tickets.close, (ctx, { ticketId }) => closeTicket(ctx, ticketId)),
  bind(tickets.hand, (ctx, { ticketId, to }) => handTicket(ctx, ticketId, to)),
  bind(tickets.members, async (ctx, { ticketId }) => ({ rows: await findAnswering(ctx, ticketId) })),
  bind(tickets.assign, (ctx, { ticketId, staffId }) => assignTicket(ctx, ticketId, staffId ?? null)),
  bind(tickets.merge, mergeTickets),
  ...templateRoutes,
]
