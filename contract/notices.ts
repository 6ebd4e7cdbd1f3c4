import Type, { type Static } from 'typebox'

import { Cursor, Instant, Nothing, Nullable } from './fields.ts'
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

/**
 * An end without automatic renewal, used traffic, a receipt, a renewal that failed, and an answer of the help desk, which
 * the bell shows in any case.
 */
export const REMINDER_KINDS = ['ends', 'traffic', 'receipt', 'renewal', 'answer'] as const
const ReminderKind = Type.Union([
  Type.Literal('ends'),
  Type.Literal('traffic'),
  Type.Literal('receipt'),
  Type.Literal('renewal'),
  Type.Literal('answer'),
])
export type ReminderKind = Static<typeof ReminderKind>
/** Which reminders the user gets, by the bell and by mail. */
const Reminders = Type.Object({
  ends: Type.Boolean(),
  traffic: Type.Boolean(),
  receipt: Type.Boolean(),
  renewal: Type.Boolean(),
  answer: Type.Boolean(),
})

export const notices = {
  list: route({
    method: 'GET',
    path: '/api/message/list',
    access: 'user',
    summary: 'Notices to this user: pinned ones first, then newest first',
    input: Type.Object({ cursor: Type.Optional(Cursor) }, { additionalProperties: false }),
    output: Type.Object({ items: Type.Array(Notice), next: Nullable(Type.String()) }),
    errors: ['request.invalid'],
  }),
  read: route({
    method: 'POST',
    path: '/api/message/read',
    access: 'user',
    summary: 'Mark one notice as read, `all`, or `public`: those for every user of the reseller',
    input: Type.Object({ id: Type.String({ pattern: '^([0-9]{1,15}|all|public)$' }) }, { additionalProperties: false }),
    output: Type.Object({ unread: Type.Integer() }),
    errors: ['object.unknown'],
  }),
  reminders: route({
    method: 'GET',
    path: '/api/message/reminders',
    access: 'user',
    summary: 'Which reminders this user gets',
    input: Nothing,
    output: Reminders,
    errors: [],
  }),
  remind: route({
    method: 'POST',
    path: '/api/message/reminders',
    access: 'user',
    summary: 'Switch one kind of reminder on or off',
    input: Type.Object({ kind: ReminderKind, on: Type.Boolean() }, { additionalProperties: false }),
    output: Reminders,
    errors: [],
  }),
}
