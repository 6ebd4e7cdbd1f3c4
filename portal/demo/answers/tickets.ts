import { api } from '../../../contract/api.ts'
import { answer, type Answer } from '../answer.ts'
import {
  closeTicket,
  factsNow,
  findTickets,
  openTicket,
  rateTicket,
  showTicket,
  writeTicket,
} from '../world/tickets.ts'

export const ticketAnswers: Answer[] = [
  answer(api.tickets.list, () => ({ items: findTickets(), next: null })),
  answer(api.tickets.show, ({ ticketId }) => showTicket(Number(ticketId))),
  answer(api.tickets.facts, () => ({ facts: factsNow(), sealed: 'demo' })),
  // A picture stays in the visitor's browser: the demo sends nothing.
  answer(api.tickets.upload, () => ({ pictureId: '00000000-0000-4000-8000-000000000000', width: 1, height: 1 })),
  answer(api.tickets.picture, () => ({ type: 'image/webp' as const, bytes: 'UklGRg==' })),
  answer(api.tickets.open, ({ category, text, facts }) => ({
    ticketId: openTicket(category, text, facts === undefined ? null : factsNow()),
  })),
  answer(api.tickets.write, ({ ticketId, text }) => ({ ticketId: writeTicket(ticketId, text) })),
  answer(api.tickets.reopen, ({ ticketId, text }) => ({ ticketId: writeTicket(ticketId, text) })),
  answer(api.tickets.close, ({ ticketId }) => {
    closeTicket(ticketId)
    return {}
  }),
  answer(api.tickets.rate, ({ ticketId, rating }) => {
    rateTicket(ticketId, rating)
    return {}
  }),
]
