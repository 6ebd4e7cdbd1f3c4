import { consoleApi } from '../../../../contract/console/api.ts'
import { FIGURE_MAX } from '../../../../contract/console/list.ts'
import { bind } from '../../../platform/http/bind.ts'
import { closeTicket, handTicket } from '../../tickets/answer-ticket.ts'
import { assignTicket, findAnswering } from '../../tickets/assign-ticket.ts'
import { countSuspects } from '../../tickets/count-suspects.ts'
import { discardTicket, releaseTicket } from '../../tickets/judge-suspect.ts'
import { mergeTickets } from '../../tickets/merge-tickets.ts'
import { answer, listHanded, listTickets, note, showTicket, showTicketPicture } from './calls.ts'
import { fillTemplate } from './fill-template.ts'
import { templateRoutes } from './template-routes.ts'

const { tickets } = consoleApi

export const ticketRoutes = [
  bind(tickets.list, listTickets),
  bind(tickets.handed, listHanded),
  bind(tickets.heldCount, async ({ db, resellerId }) => ({
    count: await countSuspects(db, resellerId, FIGURE_MAX),
  })),
  bind(tickets.release, async (ctx, { ticketId }) => {
    await releaseTicket(ctx, ticketId)
    return {}
  }),
  bind(tickets.discard, async (ctx, { ticketId }) => {
    await discardTicket(ctx, ticketId)
    return {}
  }),
  bind(tickets.show, showTicket),
  bind(tickets.picture, showTicketPicture),
  bind(tickets.answer, answer),
  bind(tickets.note, note),
  bind(tickets.fill, fillTemplate),
  bind(tickets.close, async (ctx, { ticketId }) => {
    await closeTicket(ctx, ticketId)
    return {}
  }),
  bind(tickets.hand, async (ctx, { ticketId, to }) => {
    await handTicket(ctx, ticketId, to)
    return {}
  }),
  bind(tickets.members, async (ctx, { ticketId }) => ({ rows: await findAnswering(ctx, ticketId) })),
  bind(tickets.assign, async (ctx, { ticketId, staffId }) => {
    await assignTicket(ctx, ticketId, staffId ?? null)
    return {}
  }),
  bind(tickets.merge, async (ctx, input) => {
    await mergeTickets(ctx, input)
    return {}
  }),
  ...templateRoutes,
]
