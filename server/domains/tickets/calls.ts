import { api } from '../../../contract/api.ts'
import { bind } from '../../platform/http/bind.ts'
import { showFacts } from './facts.ts'
import { listTickets, showTicket } from './own-tickets.ts'
import { showOwnPicture, uploadPicture } from './pictures.ts'
import { closeOwnTicket, openTicket, rateTicket, reopenTicket, writeTicket } from './write-tickets.ts'

export const ticketRoutes = [
  bind(api.tickets.list, listTickets),
  bind(api.tickets.show, showTicket),
  bind(api.tickets.facts, showFacts),
  bind(api.tickets.upload, uploadPicture),
  bind(api.tickets.picture, showOwnPicture),
  bind(api.tickets.open, openTicket),
  bind(api.tickets.write, writeTicket),
  bind(api.tickets.close, closeOwnTicket),
  bind(api.tickets.reopen, reopenTicket),
  bind(api.tickets.rate, rateTicket),
]
