import type { TicketFacts, TicketItem, TicketMessage, TicketPicture, TicketThread } from '../../../contract/tickets.ts'
import { lines } from './net.ts'
import { at, DAY_MS, HOUR_MS } from './sample-time.ts'

type Kept = TicketItem & { messages: TicketMessage[]; facts: TicketFacts | null; rating: 'good' | 'bad' | null }

let made = 100
const next = () => (made += 1)
/** They stay in the visitor's browser: the demo sends nothing. */
const pictures = new Map<string, string>()
const named = (pictureId: string): TicketPicture => ({ pictureId, width: 1600, height: 1200 })

export function keepPicture(bytes: string): TicketPicture {
  const pictureId = `00000000-0000-4000-8000-${String(next()).padStart(12, '0')}`
  pictures.set(pictureId, bytes)
  return named(pictureId)
}

export const pictureOf = (pictureId: string): string => pictures.get(pictureId) ?? ''

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

type Written = { text: string; pictures?: string[] | undefined }
const written = ({ text, pictures: sent = [] }: Written): TicketMessage => ({
  ...message('user', text, 0),
  pictures: sent.map(named),
})

export function openTicket(category: TicketItem['category'], wish: Written, facts: TicketFacts | null): number {
  const ticketId = next()
  const times = { createdAt: at(0), lastAt: at(0) }
  const ticket = { ticketId, category, title: wish.text.slice(0, 80), state: 'open' as const, ...times }
  kept.unshift({ ...ticket, messages: [written(wish)], facts, rating: null })
  return ticketId
}

export function writeTicket(ticketId: number, wish: Written): number {
  const ticket = ticketOf(ticketId)
  ticket.messages.push(written(wish))
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
