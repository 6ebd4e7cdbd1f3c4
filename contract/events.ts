import type { TicketCategory } from './ticket-choices.ts'

type OfUser = { resellerId: number; userId: number }
type Ticket = OfUser & { ticketId: number; category: TicketCategory; holder: 'reseller' | 'operator' }
type Withdrawal = OfUser & { withdrawalId: string; amountFen: number; feeFen: number }
type SettledWithdrawal = Withdrawal & { paidBy: 'platform' | 'reseller' | null }
/** Null: for the platform. A reseller hears how many of its lines are there. */
type Node = {
  resellerId: number | null
  nodeId: number
  region: string
  lines?: number
  aside: Record<string, unknown> & { at: string }
}

/**
 * What happens, and what is said of it. Programs hear numbers and times, never a name or the words of people: what only
 * people hear is `aside`. server/domains/telling says who hears what.
 */
export type Events = {
  'user.registered': OfUser & { inviterId: number | null }
  'order.paid': OfUser & {
    orderId: string
    action: string
    packageId: number | null
    period: string | null
    amountFen: number
    paidBy: string | null
    aside: { what: string }
  }
  'package.started': OfUser & { packageId: number | null; period: string | null; endsAt: string | null }
  'package.ends_soon': OfUser & { packageId: number; days: number; endsAt: string }
  'package.ended': OfUser & { packageId: number | null; endedAt: string }
  'traffic.used': OfUser & { percent: number; leftBytes: number }
  'node.down': Node
  'node.up': Node
  'node.planned': Node
  'node.maintenance': Node
  'withdrawal.asked': Withdrawal & { method: string }
  'withdrawal.paid': SettledWithdrawal
  'withdrawal.rejected': SettledWithdrawal
  'payment.unpaid': { resellerId: number; paymentId: string; amountFen: number }
  'payout.settled': { resellerId: number; payoutId: string; state: string; amountFen: number }
  'refund.answered': {
    resellerId: number
    wishId: number
    state: string
    orderId: string | null
    paymentId: string | null
  }
  'balance.low': { resellerId: number; day: string; balanceFen: number; lastsDays: number | null }
  'agency.approved': { resellerId: number; at: string }
  /** A reseller's word to the platform, and the answer. */
  'word.asked': { resellerId: number; key: string; aside: Record<string, unknown> }
  'word.answered': { resellerId: number; wordId: number; aside: Record<string, unknown> }
  'webhook.off': { resellerId: number; webhookId: string; at: string; reason: string | null; aside: { name: string } }
  'ticket.opened': Ticket
  'ticket.written': Ticket
  'ticket.answered': Ticket
  'ticket.handed': Ticket
  'ticket.closed': Ticket
}
export type EventName = keyof Events
