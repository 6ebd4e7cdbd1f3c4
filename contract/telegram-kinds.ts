import type { Permission } from './permissions.ts'

/**
 * What a user can hear in Telegram: an end or a renewal that failed, used traffic, answers of the help desk, troubles of
 * the own lines' nodes.
 */
export const telegramKinds = ['ends', 'traffic', 'answers', 'nodes'] as const
export type TelegramKind = (typeof telegramKinds)[number]

/** What a member of staff can hear, and the permission for it. */
export const telegramStaffKinds = {
  ticket: 'tickets.answer',
  withdrawal: 'withdrawals.decide',
  payment: 'orders.read',
} as const satisfies Record<string, Permission>
export type TelegramStaffKind = keyof typeof telegramStaffKinds

/** A bot's token as BotFather gives it. */
export const BOT_TOKEN = '^[0-9]{5,20}:[A-Za-z0-9_-]{30,80}$'
