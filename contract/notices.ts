import Type, { type Static, type TBoolean } from 'typebox'

import { reminderKinds, type ReminderKind } from './events.ts'
import { Cursor, Instant, Nothing, Nullable, Strict } from './fields.ts'
import { route } from './route.ts'

/** Text in one style. `href` is a path of the portal, https or mailto; the server checks it. */
const NoticeRun = Type.Object({
  text: Type.String(),
  isStrong: Type.Boolean(),
  isSlanted: Type.Boolean(),
  isCode: Type.Boolean(),
  href: Nullable(Type.String()),
})
export type NoticeRun = Static<typeof NoticeRun>

/** Markdown as a flat list of blocks: the page makes elements of them and never parses markup. */
export const NoticeBlock = Type.Object({
  kind: Type.Union([
    Type.Literal('heading'),
    Type.Literal('paragraph'),
    Type.Literal('item'),
    Type.Literal('quote'),
    Type.Literal('code'),
    Type.Literal('rule'),
  ]),
  /** Size of a heading or depth of an item, from 1. */
  level: Type.Integer(),
  /** Only for an ordered item. */
  number: Nullable(Type.Integer()),
  runs: Type.Array(NoticeRun),
})
export type NoticeBlock = Static<typeof NoticeBlock>

export const Notice = Type.Object({
  id: Type.String(),
  title: Type.String(),
  publishedAt: Instant,
  isPinned: Type.Boolean(),
  isRead: Type.Boolean(),
  /** The first words as plain text. */
  summary: Type.String(),
  blocks: Type.Array(NoticeBlock),
})
export type Notice = Static<typeof Notice>

const ReminderKind = Type.Unsafe<ReminderKind>(Type.Union(reminderKinds.map((kind) => Type.Literal(kind))))
/** Which reminders the user gets, by the bell and by mail. */
const Reminders = Type.Object(
  Object.fromEntries(reminderKinds.map((kind) => [kind, Type.Boolean()])) as Record<ReminderKind, TBoolean>,
)

export const notices = {
  list: route('GET /api/message/list', {
    access: 'user',
    summary: 'Notices to this user: pinned ones first, then newest first',
    input: Strict({ cursor: Type.Optional(Cursor) }),
    output: Type.Object({ items: Type.Array(Notice), next: Nullable(Type.String()) }),
    errors: ['request.invalid'],
  }),
  read: route('POST /api/message/read', {
    access: 'user',
    summary: 'Mark one notice as read, `all`, or `public`: those for every user of the reseller',
    input: Strict({ id: Type.String({ pattern: '^([0-9]{1,15}|all|public)$' }) }),
    output: Type.Object({ unread: Type.Integer() }),
    errors: ['object.unknown'],
  }),
  reminders: route('GET /api/message/reminders', {
    access: 'user',
    summary: 'Which reminders this user gets',
    input: Nothing,
    output: Reminders,
  }),
  remind: route('POST /api/message/reminders', {
    access: 'user',
    summary: 'Switch one kind of reminder on or off',
    input: Strict({ kind: ReminderKind, on: Type.Boolean() }),
    output: Reminders,
  }),
}
