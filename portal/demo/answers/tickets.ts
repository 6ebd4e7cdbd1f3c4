import { api } from '../../../contract/api.ts'
import { answer, type Answer } from '../answer.ts'
import {
  closeTicket,
  factsNow,
  findTickets,
  keepPicture,
  openTicket,
  pictureOf,
  rateTicket,
  showTicket,
  writeTicket,
} from '../world/tickets.ts'

export const ticketAnswers: Answer[] = [
  answer(api.tickets.list, () => ({ items: findTickets(), next: null })),
  answer(api.tickets.show, ({ ticketId }) => showTicket(Number(ticketId))),
  answer(api.tickets.facts, () => ({ facts: factsNow(), sealed: 'demo' })),
  answer(api.tickets.upload, ({ bytes }) => keepPicture(bytes)),
  // Browsers tell a picture by its content; this one is as the visitor chose it.
  answer(api.tickets.picture, ({ pictureId }) => ({ type: 'image/webp' as const, bytes: pictureOf(pictureId) })),
  answer(api.tickets.open, ({ category, text, facts, pictures }) => ({
    ticketId: openTicket(category, { text, pictures }, facts === undefined ? null : factsNow()),
  })),
  answer(api.tickets.write, ({ ticketId, ...wish }) => ({ ticketId: writeTicket(ticketId, wish) })),
  answer(api.tickets.reopen, ({ ticketId, ...wish }) => ({ ticketId: writeTicket(ticketId, wish) })),
  answer(api.tickets.close, ({ ticketId }) => {
    closeTicket(ticketId)
    return {}
  }),
  answer(api.tickets.rate, ({ ticketId, rating }) => {
    rateTicket(ticketId, rating)
    return {}
  }),
]
