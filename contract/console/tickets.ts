import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RequestKey, RowId } from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import {
  ticketAssignees,
  ticketCategories,
  ticketDeeds,
  ticketHolders,
  ticketQueues,
  ticketStates,
} from '../ticket-choices.ts'
import { OnePicture, PictureBytes, Rating, TicketFacts, TicketPicture } from '../tickets.ts'
import { listInput, listOutput } from './list.ts'
import { paymentStates } from './payments.ts'
import { TemplateId } from './ticket-templates.ts'
import { TimelineRow, User } from './user-fields.ts'

const TicketRow = Type.Object({
  ticketId: Type.Integer(),
  resellerId: Type.Integer(),
  user: Type.Object({ accountId: Type.Integer(), userName: Type.String() }),
  category: Type.Enum([...ticketCategories]),
  title: Type.String(),
  state: Type.Enum([...ticketStates]),
  holder: Type.Enum([...ticketHolders]),
  /** It looks like spam: nobody was told of it, and its user sees it as sent. */
  isHeld: Type.Boolean(),
  createdAt: Instant,
  /** When the wait of this state began; of a closed one the closing. */
  waitsSince: Instant,
  rating: Nullable(Rating),
  /** The member who works on it; null: nobody. */
  assignee: Nullable(Type.Object({ staffId: Type.Integer(), name: Type.String() })),
})
export type TicketRow = Static<typeof TicketRow>

const HandedTicket = Type.Object({ ...TicketRow.properties, resellerTitle: Type.String() })
export type HandedTicket = Static<typeof HandedTicket>

const StaffMessage = Type.Object({
  messageId: Type.Integer(),
  by: Type.Enum(['user', 'staff']),
  /** Who answered; null for the user, and for a member who is gone. */
  member: Nullable(Type.String()),
  body: Type.String(),
  at: Instant,
  pictures: Type.Array(TicketPicture),
})
export type StaffMessage = Static<typeof StaffMessage>

/** Staff write these for staff: the user never gets them. */
const TicketNote = Type.Object({
  noteId: Type.Integer(),
  side: Type.Enum([...ticketHolders]),
  /** Null for a member who is gone. */
  member: Nullable(Type.String()),
  body: Type.String(),
  at: Instant,
})
export type TicketNote = Static<typeof TicketNote>

const StaffThread = Type.Object({
  ...TicketRow.properties,
  /** As the user saw them before sending. */
  facts: Nullable(TicketFacts),
  messages: Type.Array(StaffMessage),
  /** Internal notes of the time of these messages. */
  notes: Type.Array(TicketNote),
  hasEarlier: Type.Boolean(),
  firstAnsweredAt: Nullable(Instant),
  closedBy: Nullable(Type.Enum(['user', 'staff', 'time'])),
  ratingWord: Nullable(Type.String()),
  /** The ticket that took over the messages of this one. */
  mergedInto: Nullable(Type.Integer()),
})
export type StaffThread = Static<typeof StaffThread>

const Payment = Type.Object({
  paymentId: Type.String(),
  at: Instant,
  amountFen: Type.Integer(),
  state: Type.Enum([...paymentStates]),
})

/** The user as it is now, beside what was sent along. */
const Desk = Type.Object({
  user: User,
  /** The latest first; none for members who may not see payments. */
  payments: Type.Array(Payment),
  /** The last things that happened. */
  lately: Type.Array(TimelineRow),
  /** What was done since the ticket was written, so that an answer may say it. */
  done: Type.Array(Type.Enum([...ticketDeeds])),
})
export type TicketDesk = Static<typeof Desk>

const filters = {
  /** Absent: what is not closed; in a search and for one user, closed ones too. */
  state: Type.Optional(Type.Enum([...ticketQueues])),
  category: Type.Optional(Type.Enum([...ticketCategories])),
  holder: Type.Optional(Type.Enum([...ticketHolders])),
  assignee: Type.Optional(Type.Enum([...ticketAssignees])),
}
const One = Type.Object({ ticketId: RowId }, { additionalProperties: false })
const answering = { access: 'staff', permission: 'tickets.answer' } as const
/** The staff of a suspended reseller still answer its users. */
const change = { ...answering, method: 'POST', whenSuspended: true } as const

export const tickets = {
  list: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/list',
    summary: 'The queue of the help desk. Platform staff see what was handed to them, and all of key 0',
    input: listInput(['waitsSince'], { ...filters, account: Type.Optional(RowId) }),
    output: listOutput(TicketRow),
    errors: [],
  }),
  handed: route({
    ...answering,
    method: 'GET',
    scope: 'platform',
    path: '/api/console/tickets/handed',
    summary:
      'Every ticket that waits for the platform: handed over by a reseller, or of key 0. Found by its number or its first words',
    input: listInput(['waitsSince'], {
      state: filters.state,
      category: filters.category,
      assignee: filters.assignee,
    }),
    output: listOutput(HandedTicket),
    errors: [],
  }),
  counts: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/counts',
    summary: 'How many tickets wait for an answer of this side, and how many are held because they look like spam',
    input: Nothing,
    output: Type.Object({ waiting: Type.Integer(), held: Type.Integer() }),
    errors: [],
  }),
  release: route({
    ...change,
    path: '/api/console/tickets/release',
    summary: 'A held ticket is no spam: it comes into the queue. Twice changes nothing more',
    input: One,
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  discard: route({
    ...change,
    path: '/api/console/tickets/discard',
    summary: 'A held ticket is spam: it is closed without a word, and stays held if its user opens it again',
    input: One,
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  show: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/show',
    summary: 'One ticket with its facts and its latest messages, or those before the message `before`',
    input: Type.Object({ ticketId: RowId, before: Type.Optional(RowId) }, { additionalProperties: false }),
    output: StaffThread,
    errors: ['object.unknown'],
  }),
  desk: route({
    access: 'staff',
    method: 'GET',
    permission: 'users.read',
    path: '/api/console/tickets/desk',
    summary: 'Who wrote the ticket, as the user is now, with what happened last; the look is written down',
    input: One,
    output: Desk,
    errors: ['object.unknown'],
  }),
  picture: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/picture',
    summary: 'A picture that a user sent with a ticket, in base64',
    input: OnePicture,
    output: PictureBytes,
    errors: ['object.unknown'],
  }),
  answer: route({
    ...change,
    path: '/api/console/tickets/answer',
    summary: 'Answer: the user is told by the bell, by mail, in browsers that show it and in Telegram',
    input: Type.Object(
      {
        ticketId: RowId,
        text: Type.String({ minLength: 1, maxLength: limits.ticketTextMax * 2 }),
        /** Solved with this answer: the ticket is closed. */
        closes: Type.Optional(Type.Boolean()),
        key: RequestKey,
      },
      { additionalProperties: false },
    ),
    output: Type.Object({ messageId: Type.Integer() }),
    errors: ['object.unknown', 'help.wrong_state', 'request.key_reused'],
  }),
  fill: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/fill',
    summary: "A template of the member's own team with this user's facts, in the user's language",
    input: Type.Object({ ticketId: RowId, templateId: TemplateId }, { additionalProperties: false }),
    output: Type.Object({ text: Type.String() }),
    errors: ['object.unknown', 'template.not_done'],
  }),
  note: route({
    ...change,
    path: '/api/console/tickets/note',
    summary: 'Write an internal note: staff who see the ticket read it, the user never',
    input: Type.Object(
      { ticketId: RowId, text: Type.String({ minLength: 1, maxLength: limits.ticketNoteMax * 2 }), key: RequestKey },
      { additionalProperties: false },
    ),
    output: Type.Object({ noteId: Type.Integer() }),
    errors: ['object.unknown', 'request.key_reused'],
  }),
  close: route({
    ...change,
    path: '/api/console/tickets/close',
    summary: 'Close a ticket without an answer; its user can open it again. Closing twice changes nothing more',
    input: One,
    output: Done,
    errors: ['object.unknown'],
  }),
  members: route({
    ...answering,
    method: 'GET',
    path: '/api/console/tickets/members',
    summary: 'Who can work on a ticket: members of the side that holds it, who may answer',
    input: One,
    output: Type.Object({ rows: Type.Array(Type.Object({ staffId: Type.Integer(), name: Type.String() })) }),
    errors: ['object.unknown'],
  }),
  assign: route({
    ...change,
    path: '/api/console/tickets/assign',
    summary: 'Give a ticket to a member who may answer; without one, to nobody',
    input: Type.Object({ ticketId: RowId, staffId: Type.Optional(RowId) }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  merge: route({
    ...change,
    path: '/api/console/tickets/merge',
    summary: 'Move everything of a ticket into another of the same user that is not closed. Twice changes nothing more',
    input: Type.Object({ ticketId: RowId, into: RowId }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  hand: route({
    ...change,
    path: '/api/console/tickets/hand',
    summary: 'Hand a ticket to the operator, or back to the reseller',
    input: Type.Object({ ticketId: RowId, to: Type.Enum([...ticketHolders]) }, { additionalProperties: false }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
}
