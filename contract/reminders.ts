import type { EventName } from './events.ts'
import type { TelegramKind } from './telegram-kinds.ts'

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
