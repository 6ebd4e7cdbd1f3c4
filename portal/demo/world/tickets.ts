import type { TicketFacts, TicketItem, TicketMessage, TicketThread } from '../../../contract/tickets.ts'
import { lines } from './net.ts'
import { at, DAY_MS, HOUR_MS } from './sample-time.ts'

type Kept = TicketItem & { messages: TicketMessage[]; facts: TicketFacts | null; rating: 'good' | 'bad' | null }

let made = 100
const next = () => (made += 1)
const message = (by: 'user' | 'staff', body: string, agoMs: number): TicketMessage => ({
  messageId: next(),
  by,
  body,
  at: at(-agoMs),
  pictures: [],
})

const kept: Kept[] = [
  {
    ticketId: 12,
    category: 'slow',
    title: '晚上看视频有点卡',
    state: 'answered',
    createdAt: at(-3 * HOUR_MS),
    lastAt: at(-HOUR_MS),
    messages: [
      message('user', '晚上看视频有点卡', 3 * HOUR_MS),
      message('staff', '高峰时段试试“东京”，那边现在比较空。', HOUR_MS),
    ],
    facts: null,
    rating: null,
  },
]

export function factsNow(): TicketFacts {
  return {
    at: at(0),
    system: 'Safari · iOS',
    client: { name: 'Shadowrocket', fetchedAt: at(-2 * HOUR_MS) },
    lines: lines().map(({ nodeName, region, state, reason, nodeState, lastConnectedAt }) => ({
      node: nodeName,
      region,
      state,
      reason,
      nodeState,
      lastByteAt: lastConnectedAt,
    })),
    payment: { at: at(-20 * DAY_MS), state: 'paid', amountFen: 3000 },
  }
}

export function findTickets(): TicketItem[] {
  return kept.map(({ ticketId, category, title, state, createdAt, lastAt }) => ({
    ticketId,
    category,
    title,
    state,
    createdAt,
    lastAt,
  }))
}

/** The first one when it is not there: the demo forgets with each visit. */
function ticketOf(ticketId: number): Kept {
  return kept.find((one) => one.ticketId === ticketId) ?? kept[0]!
}

export function showTicket(ticketId: number): TicketThread {
  const ticket = ticketOf(ticketId)
  const isClosed = ticket.state === 'closed'
  return {
    ...ticket,
    hasEarlier: false,
    reopenUntil: isClosed ? at(14 * DAY_MS) : null,
    canRate: isClosed && ticket.rating === null,
  }
}

export function openTicket(category: TicketItem['category'], text: string, facts: TicketFacts | null): number {
  const ticketId = next()
  const times = { createdAt: at(0), lastAt: at(0) }
  const ticket = { ticketId, category, title: text.slice(0, 80), state: 'open' as const, ...times }
  kept.unshift({ ...ticket, messages: [message('user', text, 0)], facts, rating: null })
  return ticketId
}

export function writeTicket(ticketId: number, text: string): number {
  const ticket = ticketOf(ticketId)
  ticket.messages.push(message('user', text, 0))
  ticket.state = 'open'
  ticket.rating = null
  ticket.lastAt = at(0)
  return ticket.ticketId
}

export function closeTicket(ticketId: number): void {
  ticketOf(ticketId).state = 'closed'
}

export function rateTicket(ticketId: number, rating: 'good' | 'bad'): void {
  ticketOf(ticketId).rating = rating
}
