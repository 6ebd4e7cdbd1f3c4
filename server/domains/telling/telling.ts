import type { EventName, Events } from '../../../contract/events.ts'
import { addJob } from '../../platform/jobs/jobs.ts'
import { hearing, type EventTx } from '../events/emit.ts'
import { ring } from '../staff/bell/ring.ts'
import type { StaffEvent } from '../telegram/tell-staff.ts'
import { tellHooks, type ToldEvent } from '../webhooks/tell-hooks.ts'

type Hearers<About> = {
  /** Webhooks, by what the event is about: events of one object arrive in their order. */
  hooks?: (about: About) => string
  /** Unless the platform's webhooks hear of it too. */
  isForPlatform?: (about: About) => boolean
  /** The bell of the team, or the platform's. */
  bell?: (about: About) => Parameters<typeof ring>[2]
  ringsAt?: 'platform'
  /** Members' chats in Telegram. */
  chat?: (about: About) => Omit<StaffEvent, 'resellerId'>
}

const user = ({ userId }: { userId: number }) => `user:${userId}`
const order = ({ orderId }: { orderId: string }) => `order:${orderId}`
const withdrawal = ({ withdrawalId }: { withdrawalId: string }) => `withdrawal:${withdrawalId}`

type Node = Events['node.down']
const incident = (event: 'down' | 'up' | 'planned' | 'maintenance'): Hearers<Node> => ({
  bell: ({ nodeId, region, lines, aside: { at, ...more } }) => {
    return { kind: 'incident', key: `node:${nodeId}:${event}:${at}`, detail: { event, nodeId, region, lines, ...more } }
  },
})
/** One event to each reseller with lines there, and one to the platform. */
const node: Hearers<Node> = {
  hooks: ({ nodeId }) => `node:${nodeId}`,
  isForPlatform: ({ resellerId }) => resellerId === null,
}

type Ticket = Events['ticket.opened']
/** The platform hears of its own and of what was handed to it. Who answers is told by the tickets themselves. */
const ticket: Hearers<Ticket> = {
  hooks: ({ ticketId }) => `ticket:${ticketId}`,
  isForPlatform: ({ resellerId, holder }) => resellerId === 0 || holder === 'operator',
}

/** Who hears of what happens. Users hear by reminders: contract/reminders.ts. */
const telling: { [E in EventName]: Hearers<Events[E]> } = {
  'user.registered': { hooks: user },
  'order.paid': {
    hooks: order,
    bell: (about) => {
      const { orderId, action, aside } = about
      return { kind: 'order', key: order(about), detail: { orderId, action, about: aside.what } }
    },
  },
  'package.started': { hooks: user },
  'package.ends_soon': { hooks: user },
  'package.ended': { hooks: user },
  'traffic.used': { hooks: user },
  'node.down': { ...node, ...incident('down') },
  'node.up': { ...node, ...incident('up') },
  'node.planned': incident('planned'),
  'node.maintenance': incident('maintenance'),
  'withdrawal.asked': {
    hooks: withdrawal,
    chat: (about) => ({ kind: 'withdrawal', key: withdrawal(about), amountFen: about.amountFen }),
  },
  'withdrawal.paid': { hooks: withdrawal },
  'withdrawal.rejected': { hooks: withdrawal },
  'payment.unpaid': {
    chat: ({ paymentId, amountFen }) => ({ kind: 'payment', key: `payment:${paymentId}`, amountFen }),
  },
  'payout.settled': {
    bell: ({ payoutId, state, amountFen }) => ({
      kind: 'payout',
      key: `payout:${payoutId}`,
      detail: { state, amountFen },
    }),
  },
  'refund.answered': {
    bell: ({ wishId, state, orderId, paymentId }) => {
      return { kind: 'refund', key: `wish:${wishId}`, detail: { state, orderId, paymentId } }
    },
  },
  'balance.low': {
    bell: ({ day, balanceFen, lastsDays }) => ({
      kind: 'balance',
      key: `balance:${day}`,
      detail: { balanceFen, lastsDays },
    }),
  },
  'agency.approved': { bell: ({ at }) => ({ kind: 'approved', key: `approved:${at}` }) },
  'word.asked': {
    bell: ({ resellerId, key, aside }) => ({ kind: 'word', key: `word:${resellerId}:${key}`, detail: aside }),
    ringsAt: 'platform',
  },
  'word.answered': { bell: ({ wordId, aside }) => ({ kind: 'answer', key: `word:${wordId}`, detail: aside }) },
  'webhook.off': {
    bell: ({ webhookId, at, reason, aside: { name } }) => {
      return { kind: 'webhook', key: `webhook:${webhookId}:${at}`, detail: { name, reason } }
    },
  },
  'ticket.opened': ticket,
  'ticket.written': ticket,
  'ticket.answered': ticket,
  'ticket.handed': { ...ticket, isForPlatform: () => true },
  'ticket.closed': ticket,
}

hearing.tell = (tx, happened) => {
  const hooks = happened.flatMap(([event, about]) => toldHooks(event, about))
  if (hooks.length > 0) tellHooks(tx, ...hooks)
  for (const [event, about] of happened) tellTeam(tx, event, about)
}

// Each event's row takes what that event says: the compiler no longer sees it once both have the type of any of them.
const rowOf = (event: EventName) => telling[event] as Hearers<Events[EventName]>

function toldHooks(event: EventName, about: Events[EventName]): ToldEvent[] {
  const { hooks, isForPlatform } = rowOf(event)
  if (!hooks) return []
  const { resellerId, aside: _, ...data } = { aside: null, ...about }
  const type = event as ToldEvent['type']
  return [{ resellerId, type, object: hooks(about), data, isForPlatform: isForPlatform?.(about) ?? true }]
}

function tellTeam(tx: EventTx, event: EventName, about: Events[EventName]): void {
  const { bell, ringsAt, chat } = rowOf(event)
  const { resellerId } = about
  if (resellerId === null) return
  if (bell) ring(tx, ringsAt ? null : resellerId, bell(about))
  if (chat) void addJob(tx.db, 'telegram.staff', { resellerId, ...chat(about) })
}
