import Type, { type Static } from 'typebox'

import { Cursor, Instant, Nullable } from './fields.ts'
import { route } from './route.ts'

/** A stretch of text in one manner. `href` is a path of the portal, https or mailto, checked on the server. */
const MessageRun = Type.Object({
  text: Type.String(),
  isStrong: Type.Boolean(),
  isSlanted: Type.Boolean(),
  isCode: Type.Boolean(),
  href: Nullable(Type.String()),
})
export type MessageRun = Static<typeof MessageRun>

/** Markdown as a flat list of blocks: whoever shows it makes elements of them and never parses markup. */
const MessageBlock = Type.Object({
  kind: Type.Union([
    Type.Literal('heading'),
    Type.Literal('paragraph'),
    Type.Literal('item'),
    Type.Literal('quote'),
    Type.Literal('code'),
    Type.Literal('rule'),
  ]),
  /** How big a heading, how deep an item: from 1. */
  level: Type.Integer(),
  /** Of an ordered item. */
  number: Nullable(Type.Integer()),
  runs: Type.Array(MessageRun),
})
export type MessageBlock = Static<typeof MessageBlock>

export const Message = Type.Object({
  id: Type.String(),
  title: Type.String(),
  publishedAt: Instant,
  isPinned: Type.Boolean(),
  isRead: Type.Boolean(),
  /** Its beginning in plain words. */
  summary: Type.String(),
  blocks: Type.Array(MessageBlock),
})
export type Message = Static<typeof Message>

export const messages = {
  list: route({
    method: 'GET',
    path: '/api/message/list',
    access: 'user',
    summary: 'Messages to this user: pinned ones first, then newest first',
    input: Type.Object({ cursor: Type.Optional(Cursor) }, { additionalProperties: false }),
    output: Type.Object({ items: Type.Array(Message), next: Nullable(Type.String()) }),
    errors: ['request.invalid'],
  }),
  read: route({
    method: 'POST',
    path: '/api/message/read',
    access: 'user',
    summary: 'Mark one message as read, or `all`',
    input: Type.Object({ id: Type.String({ pattern: '^([0-9]{1,15}|all)$' }) }, { additionalProperties: false }),
    output: Type.Object({ unread: Type.Integer() }),
    errors: ['object.unknown'],
  }),
}
