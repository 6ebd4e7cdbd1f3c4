import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RequestKey, RowId, Strict, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { PICTURES_PER_MESSAGE } from '../pictures.ts'
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
const One = Strict({ ticketId: RowId })
const answering = { access: 'staff', permission: 'tickets.answer' } as const
/** The staff of a suspended reseller still answer its users. */
const change = { ...answering, whenSuspended: true } as const

export const tickets = {
  list: route('GET /api/console/tickets/list', {
    ...answering,
    summary: 'The queue of the help desk. Platform staff see what was handed to them, and all of key 0',
    input: listInput(['waitsSince'], { ...filters, account: Type.Optional(RowId) }),
    output: listOutput(TicketRow),
  }),
  handed: route('GET /api/console/tickets/handed', {
    ...answering,
    scope: 'platform',
    summary:
      'Every ticket that waits for the platform: handed over by a reseller, or of key 0. Found by its number or its first words',
    input: listInput(['waitsSince'], {
      state: filters.state,
      category: filters.category,
      assignee: filters.assignee,
    }),
    output: listOutput(HandedTicket),
  }),
  counts: route('GET /api/console/tickets/counts', {
    ...answering,
    summary: 'How many tickets wait for an answer of this side, and how many are held because they look like spam',
    input: Nothing,
    output: Type.Object({ waiting: Type.Integer(), held: Type.Integer() }),
  }),
  release: route('POST /api/console/tickets/release', {
    ...change,
    summary: 'A held ticket is no spam: it comes into the queue. Twice changes nothing more',
    input: One,
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  discard: route('POST /api/console/tickets/discard', {
    ...change,
    summary: 'A held ticket is spam: it is closed without a word, and stays held if its user opens it again',
    input: One,
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  show: route('GET /api/console/tickets/show', {
    ...answering,
    summary: 'One ticket with its facts and its latest messages, or those before the message `before`',
    input: Strict({ ticketId: RowId, before: Type.Optional(RowId) }),
    output: StaffThread,
    errors: ['object.unknown'],
  }),
  desk: route('GET /api/console/tickets/desk', {
    access: 'staff',
    permission: 'users.read',
    summary: 'Who wrote the ticket, as the user is now, with what happened last; the look is written down',
    input: One,
    output: Desk,
    errors: ['object.unknown'],
  }),
  picture: route('GET /api/console/tickets/picture', {
    ...answering,
    summary: 'A picture that a user sent with a ticket, in base64',
    input: OnePicture,
    output: PictureBytes,
    errors: ['object.unknown'],
  }),
  answer: route('POST /api/console/tickets/answer', {
    ...change,
    summary: 'Answer: the user is told by the bell, by mail, in browsers that show it and in Telegram',
    input: Strict({
      ticketId: RowId,
      text: Type.String({ minLength: 1, maxLength: limits.ticketTextMax * 2 }),
      /** Of templates of the member's own team. */
      pictures: Type.Optional(Type.Array(Uuid, { maxItems: PICTURES_PER_MESSAGE, uniqueItems: true })),
      /** Solved with this answer: the ticket is closed. */
      closes: Type.Optional(Type.Boolean()),
      key: RequestKey,
    }),
    output: Type.Object({ messageId: Type.Integer() }),
    errors: ['object.unknown', 'help.wrong_state', 'request.key_reused'],
  }),
  fill: route('GET /api/console/tickets/fill', {
    ...answering,
    summary: "A template of the member's own team with this user's facts, in the user's language",
    input: Strict({ ticketId: RowId, templateId: TemplateId }),
    output: Type.Object({ text: Type.String(), pictures: Type.Array(TicketPicture) }),
    errors: ['object.unknown', 'template.not_done'],
  }),
  note: route('POST /api/console/tickets/note', {
    ...change,
    summary: 'Write an internal note: staff who see the ticket read it, the user never',
    input: Strict({
      ticketId: RowId,
      text: Type.String({ minLength: 1, maxLength: limits.ticketNoteMax * 2 }),
      key: RequestKey,
    }),
    output: Type.Object({ noteId: Type.Integer() }),
    errors: ['object.unknown', 'request.key_reused'],
  }),
  close: route('POST /api/console/tickets/close', {
    ...change,
    summary: 'Close a ticket without an answer; its user can open it again. Closing twice changes nothing more',
    input: One,
    output: Done,
    errors: ['object.unknown'],
  }),
  members: route('GET /api/console/tickets/members', {
    ...answering,
    summary: 'Who can work on a ticket: members of the side that holds it, who may answer',
    input: One,
    output: Type.Object({ rows: Type.Array(Type.Object({ staffId: Type.Integer(), name: Type.String() })) }),
    errors: ['object.unknown'],
  }),
  assign: route('POST /api/console/tickets/assign', {
    ...change,
    summary: 'Give a ticket to a member who may answer; without one, to nobody',
    input: Strict({ ticketId: RowId, staffId: Type.Optional(RowId) }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  merge: route('POST /api/console/tickets/merge', {
    ...change,
    summary: 'Move everything of a ticket into another of the same user that is not closed. Twice changes nothing more',
    input: Strict({ ticketId: RowId, into: RowId }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
  hand: route('POST /api/console/tickets/hand', {
    ...change,
    summary: 'Hand a ticket to the operator, or back to the reseller',
    input: Strict({ ticketId: RowId, to: Type.Enum([...ticketHolders]) }),
    output: Done,
    errors: ['object.unknown', 'help.wrong_state'],
  }),
}
