import Type, { type Static } from 'typebox'

import { Cursor, Done, Instant, Nothing, Nullable, RequestKey, RowId, Strict, Uuid } from './fields.ts'
import { limits } from './limits.ts'
import { PICTURE_BODY_MAX_BYTES, PICTURES_PER_MESSAGE } from './pictures.ts'
import { route } from './route.ts'
import { ticketCategories, ticketStates } from './ticket-choices.ts'

/**
 * What helps support, as the server knows it. Made by the server and shown to the user before sending; never a
 * credential, an address or a destination.
 */
export const TicketFacts = Type.Object({
  at: Instant,
  /** Browser and system of the page that the ticket is written in. */
  system: Type.String(),
  /** The client that last fetched the feed. */
  client: Nullable(Type.Object({ name: Type.String(), fetchedAt: Instant })),
  lines: Type.Array(
    Type.Object({
      node: Type.String(),
      region: Type.String(),
      state: Type.String(),
      reason: Nullable(Type.String()),
      nodeState: Type.Enum(['up', 'down', 'maintenance']),
      lastByteAt: Nullable(Instant),
    }),
  ),
  /** The amount is null for staff who may not see payments. */
  payment: Nullable(
    Type.Object({
      at: Instant,
      state: Type.Enum(['pending', 'paid', 'closed', 'refunded']),
      amountFen: Nullable(Type.Integer()),
    }),
  ),
})
export type TicketFacts = Static<typeof TicketFacts>

const Category = Type.Enum([...ticketCategories])
/** In UTF-16 units; the server counts characters. */
const Text = Type.String({ minLength: 1, maxLength: limits.ticketTextMax * 2 })
const One = Strict({ ticketId: RowId })
export const Rating = Type.Enum(['good', 'bad'])

const TicketItem = Type.Object({
  ticketId: Type.Integer(),
  category: Category,
  /** The first words. */
  title: Type.String(),
  state: Type.Enum([...ticketStates]),
  createdAt: Instant,
  lastAt: Instant,
})
export type TicketItem = Static<typeof TicketItem>

/** A picture of a message; its bytes come by the call `picture`. */
export const TicketPicture = Type.Object({ pictureId: Type.String(), width: Type.Integer(), height: Type.Integer() })
export type TicketPicture = Static<typeof TicketPicture>
export const PictureUpload = Strict({
  bytes: Type.String({ minLength: 4, maxLength: PICTURE_BODY_MAX_BYTES, pattern: '^[A-Za-z0-9+/]+={0,2}$' }),
})
/** Always encoded by the server itself. */
export const PictureBytes = Type.Object({ type: Type.Literal('image/webp'), bytes: Type.String() })
export const OnePicture = Strict({ ticketId: RowId, pictureId: Uuid })
/** Uploaded before by the call `upload`. */
const Pictures = Type.Optional(Type.Array(Uuid, { maxItems: PICTURES_PER_MESSAGE, uniqueItems: true }))

const TicketMessage = Type.Object({
  messageId: Type.Integer(),
  by: Type.Enum(['user', 'staff']),
  body: Type.String(),
  at: Instant,
  pictures: Type.Array(TicketPicture),
})
export type TicketMessage = Static<typeof TicketMessage>

export const TicketThread = Type.Object({
  ...TicketItem.properties,
  /** Null: nothing was attached. */
  facts: Nullable(TicketFacts),
  /** Oldest first. */
  messages: Type.Array(TicketMessage),
  /** There are messages before these. */
  hasEarlier: Type.Boolean(),
  /** Closed, and can be opened again until then. */
  reopenUntil: Nullable(Instant),
  /** Closed after an answer, and not rated since. */
  canRate: Type.Boolean(),
  rating: Nullable(Rating),
})
export type TicketThread = Static<typeof TicketThread>

const Written = Type.Object({ ticketId: Type.Integer() })
const change = { access: 'user' } as const

/** The help desk, for users. The one-time tickets of downloads and frames are others: see sessions.ts. */
export const tickets = {
  list: route('GET /api/tickets/list', {
    access: 'user',
    summary: 'Own tickets of the help desk, newest first',
    input: Strict({ cursor: Type.Optional(Cursor) }),
    output: Type.Object({ items: Type.Array(TicketItem), next: Nullable(Type.String()) }),
  }),
  show: route('GET /api/tickets/show', {
    access: 'user',
    summary: 'One ticket with its latest messages, or with those before the message `before`',
    input: Strict({ ticketId: RowId, before: Type.Optional(RowId) }),
    output: TicketThread,
    errors: ['object.unknown'],
  }),
  facts: route('GET /api/tickets/facts', {
    access: 'user',
    summary: 'What would be attached to a new ticket, to read and to send back sealed',
    input: Nothing,
    output: Type.Object({ facts: TicketFacts, sealed: Type.String() }),
  }),
  upload: route('POST /api/tickets/upload', {
    ...change,
    bodyMaxBytes: PICTURE_BODY_MAX_BYTES,
    summary: 'Upload a picture for the next message: JPEG, PNG or WebP of at most 2 MB, in base64',
    input: PictureUpload,
    output: TicketPicture,
    errors: ['picture.refused', 'help.pictures_max', 'request.too_large', 'request.too_many'],
  }),
  picture: route('GET /api/tickets/picture', {
    access: 'user',
    summary: 'A picture of an own ticket in base64: never a file that a browser could open by itself',
    input: OnePicture,
    output: PictureBytes,
    errors: ['object.unknown'],
  }),
  open: route('POST /api/tickets/open', {
    ...change,
    summary: 'Ask the help desk. `facts` is `sealed` of the call facts; left out, nothing is attached',
    input: Strict({
      category: Category,
      text: Text,
      pictures: Pictures,
      facts: Type.Optional(Type.String({ minLength: 1, maxLength: 40_000, pattern: '^[\\w-]+$' })),
      key: RequestKey,
    }),
    output: Written,
    errors: ['help.open_max', 'object.unknown', 'request.too_many', 'request.key_reused'],
  }),
  write: route('POST /api/tickets/write', {
    ...change,
    summary: 'Add a message to a ticket that is not closed',
    input: Strict({ ticketId: RowId, text: Text, pictures: Pictures, key: RequestKey }),
    output: Written,
    errors: ['object.unknown', 'help.wrong_state', 'request.too_many', 'request.key_reused'],
  }),
  close: route('POST /api/tickets/close', {
    ...change,
    summary: 'Close an own ticket: it is solved. Closing twice changes nothing more',
    input: One,
    output: Done,
    errors: ['object.unknown'],
  }),
  reopen: route('POST /api/tickets/reopen', {
    ...change,
    summary: 'Open a ticket again within 14 days of its closing, and say why',
    input: Strict({ ticketId: RowId, text: Text, pictures: Pictures, key: RequestKey }),
    output: Written,
    errors: [
      'object.unknown',
      'help.wrong_state',
      'help.reopen_over',
      'help.open_max',
      'request.too_many',
      'request.key_reused',
    ],
  }),
  rate: route('POST /api/tickets/rate', {
    ...change,
    summary: 'Rate the help, once for each closing',
    input: Strict({
      ticketId: RowId,
      rating: Rating,
      word: Type.Optional(Type.String({ maxLength: limits.ticketWordMax })),
    }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
}
