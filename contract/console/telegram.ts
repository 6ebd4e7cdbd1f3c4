import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, Strict } from '../fields.ts'
import { route } from '../route.ts'
import { BOT_TOKEN, telegramStaffKinds, type TelegramStaffKind } from '../telegram-kinds.ts'
import { Bound, TelegramLink } from '../telegram.ts'

const Kind = Type.Enum(Object.keys(telegramStaffKinds) as TelegramStaffKind[])
const State = Type.Object({
  bot: Nullable(Type.String()),
  bound: Nullable(Bound),
  /** What this member's role allows, and whether it is heard. */
  kinds: Type.Array(Type.Object({ kind: Kind, isOn: Type.Boolean() })),
})
const Bot = Type.Object({
  /** Null: the team has no bot of its own. */
  name: Nullable(Type.String()),
  /** The platform's bot speaks for a team without its own. */
  platformName: Nullable(Type.String()),
  /** Telegram calls the portal, or the server asks. */
  updates: Type.Enum(['webhook', 'polling']),
  since: Nullable(Instant),
  /** Chats that hear by this bot. */
  users: Type.Integer(),
  members: Type.Integer(),
  waiting: Type.Integer(),
  /** Covers the last 30 days. */
  sent: Type.Integer(),
  givenUp: Type.Integer(),
  /** Sent, but an answer got lost on the way: the chat may have them twice. */
  doubtful: Type.Integer(),
  /** Since when calls fail, and Telegram's words; null: all is well. */
  failingSince: Nullable(Instant),
  problem: Nullable(Type.String()),
  /** Messages that were given up, newest first. */
  last: Type.Array(Type.Object({ kind: Type.String(), at: Instant, problem: Type.String() })),
})
export type ShownBot = Static<typeof Bot>

const own = { access: 'staff', scope: 'any', permission: 'own' } as const
const bot = { access: 'staff', scope: 'any', permission: 'staff.write' } as const

/** The member's own chat. */
export const telegram = {
  show: route('GET /api/console/telegram/own', {
    ...own,
    summary: 'The chat in Telegram that hears for this member, and what',
    input: Nothing,
    output: State,
  }),
  link: route('POST /api/console/telegram/link', {
    ...own,
    summary: 'A link that binds the chat it is opened in, once and for a few minutes; it voids earlier ones',
    input: Nothing,
    output: TelegramLink,
    errors: ['telegram.no_bot', 'request.too_many'],
  }),
  hear: route('POST /api/console/telegram/hear', {
    ...own,
    summary: 'Hear one kind in Telegram or no more',
    input: Strict({ kind: Kind, on: Type.Boolean() }),
    output: State,
    errors: ['telegram.not_bound', 'object.unknown'],
  }),
  unbind: route('POST /api/console/telegram/unbind', {
    ...own,
    whenSuspended: true,
    summary: 'Nothing more is said in Telegram; open links end too',
    input: Nothing,
    output: State,
  }),
}

/** The team's bot. Only the team's own members change it; platform staff inside a reseller can only look. */
export const telegramBot = {
  show: route('GET /api/console/telegram/bot', {
    ...bot,
    summary: "The team's bot without its token, and how it fares",
    input: Nothing,
    output: Bot,
  }),
  set: route('POST /api/console/telegram/bot/set', {
    ...bot,
    stepUp: true,
    summary: 'The token of the bot, tried at Telegram first and never shown again. Another bot ends all bindings',
    input: Strict({ token: Type.String({ pattern: BOT_TOKEN }) }),
    output: Bot,
    errors: ['telegram.refused', 'telegram.away', 'telegram.taken', 'staff.forbidden', 'request.too_many'],
  }),
  remove: route('POST /api/console/telegram/bot/remove', {
    ...bot,
    stepUp: true,
    summary: 'Forget the bot. All its bindings and waiting messages end',
    input: Nothing,
    output: Bot,
    errors: ['staff.forbidden'],
  }),
}
