import type { Language } from './languages.ts'
import type { TelegramKind } from './telegram-kinds.ts'
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

/** A text and its other languages. */
type Named = { name: string; names: unknown }
type Texts = { body: string; bodies: unknown }
type Renewal = OfUser & { amountFen: number; endsAt: string; aside: Named }
/** Of an agency, to its user: who has it now, or had it. */
type HandedAgency = OfUser & { agencyId: number; aside: { agency: string } }
/** Null: of the platform's team. */
type OfMember = { resellerId: number | null; staffId: number }

/** Of an account, and nothing more to say. */
type OnlyOfUser =
  | 'account.locked'
  | 'account.unlocked'
  | 'account.unblocked'
  | 'deletion.put_off'
  | 'feed.reset'
  | 'password.changed'
  | 'password.code_told'
  | 'pause.ended'
  | 'totp.turned_on'
  | 'totp.turned_off'

/**
 * What happens, and what is said of it. Programs hear numbers and times, never a name or the words of people: what only
 * people hear is `aside`. server/domains/telling says who hears what.
 */
export type Events = Record<OnlyOfUser, OfUser> & {
  'user.registered': OfUser & { inviterId: number | null }
  'account.blocked': OfUser & { aside: { reason: string } }
  /** Staff let the user in. */
  'account.helped': OfUser & { help: 'reset_code' | 'factor' | 'unlock' }
  'deletion.asked': OfUser & { until: string; isByStaff: boolean }
  /** From a browser and network that the account has not used lately. */
  'login.new': OfUser & { aside: { device: string; address: string } }
  'device.stolen': OfUser & { aside: { device: string } }
  'passkey.added': OfUser & { aside: { name: string } }
  'passkey.removed': OfUser & { aside: { name: string } }
  'line.node_gone': OfUser & { aside: Named }
  'line.moved': OfUser & { aside: { from: Named; to: Named } }
  /** `addresses`: the new one, and the one that it replaces. */
  'email.bound': OfUser & { isFirst: boolean; masked: string; aside: { addresses: string[]; language: Language } }
  'lines.end_soon': OfUser & { until: string }
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
  'package.ends_soon': OfUser & {
    packageId: number
    days: number
    endsAt: string
    /** `words`: the reseller's own, with a coupon that this user may use. */
    aside: Named & { isSold: boolean; words: { text: Texts; coupon: string | null } | null }
  }
  /** The price of the next renewal is told before it is charged. */
  'renewal.planned': Renewal
  'renewal.done': Renewal
  'renewal.failed': OfUser & { amountFen: number; endsAt: string | null; isStopped: boolean; aside: Named }
  /** Its price rose so that it is no longer sold. */
  'renewal.stopped': OfUser & { endsAt: string; aside: Named }
  'receipt.due': OfUser & { number: string; amountFen: number; paidAt: string; aside: Named & { text: string } }
  'package.ended': OfUser & { packageId: number | null; endedAt: string }
  'traffic.used': OfUser & { percent: number; leftBytes: number }
  'node.down': Node
  'node.up': Node
  'node.planned': Node
  'node.maintenance': Node
  'withdrawal.asked': Withdrawal & { method: string }
  'withdrawal.paid': SettledWithdrawal & { aside: { way: string } }
  'withdrawal.rejected': SettledWithdrawal & { aside: { reason: string } }
  /** A buyer's bank asks for the money: `warning`, `open`, `won`, `lost`. */
  'payment.disputed': {
    resellerId: number
    disputeNo: string
    state: string
    orderId: string | null
    paymentId: string
  }
  'payment.unpaid': { resellerId: number; paymentId: string; amountFen: number }
  /** `reason`: why it was not paid. */
  'payout.settled': {
    resellerId: number
    payoutId: string
    state: string
    amountFen: number
    aside: { reason: string | null }
  }
  'refund.answered': {
    resellerId: number
    wishId: number
    state: string
    orderId: string | null
    paymentId: string | null
  }
  'balance.low': { resellerId: number; day: string; balanceFen: number; lastsDays: number | null }
  'agency.approved': { resellerId: number; at: string }
  /** Its fee was refunded. */
  'agency.suspended': { resellerId: number }
  'agency.given_away': HandedAgency
  'agency.received': HandedAgency
  'reseller.suspended': { resellerId: number; aside: { reason: string } }
  'reseller.resumed': { resellerId: number }
  /** `isFull`: or near it. */
  'limit.near': { resellerId: number; kind: 'users' | 'traffic'; isFull: boolean; used: number; max: number }
  'prices.rise': { resellerId: number; from: string; aside: { packages: string } }
  'offers.stopped': { resellerId: number; aside: { packages: string } }
  'payee.changed': { resellerId: number }
  'member.signed_in': OfMember & { aside: { device: string; address: string } }
  'member.password_changed': OfMember
  'member.password_reset': OfMember & { aside: { member: string } }
  'member.factor_changed': OfMember
  /** The figures of a day, as this member may see them, by the ways that the member wants. */
  'day.summed': OfMember & { day: string; aside: { text: string; byMail: boolean; byChat: boolean } }
  /** A reseller's word to the platform, and the answer. */
  'word.asked': { resellerId: number; key: string; aside: Record<string, unknown> }
  'word.answered': { resellerId: number; wordId: number; aside: Record<string, unknown> }
  'webhook.off': {
    resellerId: number
    webhookId: string
    at: string
    reason: string | null
    aside: { name: string; host: string }
  }
  /** Without a message, the last one of the user. */
  'ticket.opened': Ticket & { aside: { messageId: number | null } }
  'ticket.written': Ticket & { aside: { messageId: number; wasWaiting: boolean } }
  'ticket.answered': Ticket & { aside: { answer: string } }
  'ticket.handed': Ticket
  'ticket.closed': Ticket
}
export type EventName = keyof Events

type Reminder = {
  /** What happened. */
  event: EventName
  /** Where the message in a browser or a chat leads. */
  page: `/user/${string}`
  /** The chat's switch for it. A receipt is for the mailbox: Telegram is for what asks for something. */
  telegram: TelegramKind | null
  /** Stands for itself. Of the others, a newer one takes the place of the last in a browser. */
  isSingle?: true
  /** Somebody waits for it: it comes at any hour, and the bell shows it in any case. */
  isAwaited?: true
}

/** What users are told by bell, mail, browser and chat, and what each kind is like. Each has its switch and a word for it in the portal. */
export const reminders = {
  /** An end without automatic renewal. */
  ends: { event: 'package.ends_soon', page: '/user/tcBuy', telegram: 'ends' },
  traffic: { event: 'traffic.used', page: '/user/tcBuy', telegram: 'traffic' },
  receipt: { event: 'receipt.due', page: '/user/user_payment', telegram: null, isSingle: true },
  /** A renewal that failed. */
  renewal: { event: 'renewal.failed', page: '/user/userPay', telegram: 'ends' },
  /** The help desk answered. */
  answer: {
    event: 'ticket.answered',
    page: '/user/customer_service',
    telegram: 'answers',
    isSingle: true,
    isAwaited: true,
  },
} as const satisfies Record<string, Reminder>

export type ReminderKind = keyof typeof reminders
export type ReminderEvent = (typeof reminders)[ReminderKind]['event']
export const reminderKinds = Object.keys(reminders) as ReminderKind[]
export const kindOf = (event: ReminderEvent) => reminderKinds.find((kind) => reminders[kind].event === event)!
export const reminderOf = (kind: ReminderKind): Reminder => reminders[kind]
