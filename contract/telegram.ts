import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, Strict } from './fields.ts'
import { route } from './route.ts'
import { telegramKinds } from './telegram-kinds.ts'

const Kind = Type.Enum([...telegramKinds])
export const Bound = Type.Object({
  /** The name that the chat shows, as text. */
  name: Type.String(),
  since: Instant,
  /** The reader stopped the bot in Telegram; a new binding starts it again. */
  isBlocked: Type.Boolean(),
})
const State = Type.Object({
  /** The bot's name; null: there is none, and nothing can be bound. */
  bot: Nullable(Type.String()),
  bound: Nullable(Bound),
  /** The kinds that are heard. */
  hears: Type.Array(Kind),
})
export type TelegramState = Static<typeof State>
export const TelegramLink = Type.Object({ url: Type.String(), expiresAt: Instant })

export const telegram = {
  show: route('GET /api/message/telegram', {
    access: 'user',
    summary: 'The chat in Telegram that hears reminders, and which',
    input: Nothing,
    output: State,
  }),
  link: route('POST /api/message/telegram/link', {
    access: 'user',
    summary: 'A link that binds the chat it is opened in, once and for a few minutes; it voids earlier ones',
    input: Nothing,
    output: TelegramLink,
    errors: ['telegram.no_bot', 'request.too_many'],
  }),
  hear: route('POST /api/message/telegram/hear', {
    access: 'user',
    summary: 'Hear one kind in Telegram or no more',
    input: Strict({ kind: Kind, on: Type.Boolean() }),
    output: State,
    errors: ['telegram.not_bound'],
  }),
  unbind: route('POST /api/message/telegram/unbind', {
    access: 'user',
    summary: 'Nothing more is said in Telegram; open links end too',
    input: Nothing,
    output: State,
  }),
}
