import Type, { type Static } from 'typebox'

import { Cursor, Fen, Instant, Nullable, RequestKey, RowId, Uuid } from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { DaysWish, GiftPayer, TrafficWish } from './gift-wish.ts'
import { Tag, userFilters } from './users.ts'

const strict = { additionalProperties: false } as const

/** The users to act on: those of a filtered list, the ticked ones (`ids`), or those that an earlier bulk left out. */
const Selection = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 100 })),
    ...userFilters,
    /** Those that this earlier bulk left out. */
    leftOutOf: Type.Optional(Uuid),
  },
  { ...strict, minProperties: 0 },
)
export type BulkSelection = Static<typeof Selection>

const Work = Type.Union([
  DaysWish,
  TrafficWish,
  Type.Object(
    {
      kind: Type.Literal('notice'),
      title: Type.String({ minLength: 1, maxLength: limits.noticeTitleMax }),
      body: Type.String({ minLength: 1, maxLength: limits.noticeBodyMax }),
    },
    strict,
  ),
  Type.Object(
    { kind: Type.Literal('block'), reason: Type.String({ minLength: 1, maxLength: limits.blockReasonMax }) },
    strict,
  ),
  Type.Object({ kind: Type.Literal('unblock') }, strict),
  Type.Object({ kind: Type.Literal('tag'), tag: Tag }, strict),
  Type.Object({ kind: Type.Literal('untag'), tag: Tag }, strict),
])
export type BulkWork = Static<typeof Work>

/** How a user's package stands when a gift comes. Days for the expired start it again. */
export const giftStandings = ['active', 'paused', 'expired'] as const
const Standing = Type.Enum([...giftStandings])
export type GiftStanding = Static<typeof Standing>

const asked = {
  selection: Selection,
  work: Work,
  paidBy: Type.Optional(GiftPayer),
  /** The users that a gift includes; by default all but the expired. */
  standings: Type.Optional(Type.Array(Standing, { maxItems: giftStandings.length, uniqueItems: true })),
}
const Skipped = Type.Array(Type.Object({ reason: Type.String(), people: Type.Integer() }))

export const bulkActions = ['days', 'traffic', 'notice', 'block', 'unblock', 'tag', 'untag'] as const

const Run = Type.Object({
  id: Type.String(),
  action: Type.Enum([...bulkActions]),
  days: Nullable(Type.Integer()),
  gb: Nullable(Type.Integer()),
  /** Only for a notice. */
  title: Nullable(Type.String()),
  reason: Nullable(Type.String()),
  tag: Nullable(Type.String()),
  by: Type.String(),
  paidBy: GiftPayer,
  people: Type.Integer(),
  /** The cost that the preview showed; `spentFen` is the actual cost. */
  costFen: Type.Integer(),
  spentFen: Type.Integer(),
  done: Type.Integer(),
  /** Left out, before the beginning or since. */
  skipped: Type.Integer(),
  waiting: Type.Integer(),
  /** The bulk that this one takes back, and the one that takes this one back. */
  undoes: Nullable(Type.String()),
  undoneBy: Nullable(Type.String()),
  canUndo: Type.Boolean(),
  state: Type.Enum(['running', 'done', 'stopped']),
  createdAt: Instant,
  endedAt: Nullable(Instant),
})
export type BulkRun = Static<typeof Run>
const errors = [
  'bulk.empty',
  'bulk.too_many',
  'request.too_many',
  'staff.forbidden',
  'package.not_for_sale',
  'request.invalid',
] as const

export const bulk = {
  preview: route('POST /api/console/bulk/preview', {
    access: 'staff',
    permission: 'bulk.run',
    whenSuspended: true,
    summary: 'Whom a bulk would meet, whom it would leave out and why, and what it would cost',
    input: Type.Object(asked, strict),
    needs: { fields: { selection: ['users.read'] } },
    output: Type.Object({
      people: Type.Integer(),
      costFen: Type.Integer(),
      /** For a gift: the users who can get it, by the state of their package, whether included or not. */
      standings: Type.Array(
        Type.Object({
          standing: Standing,
          people: Type.Integer(),
          costFen: Type.Integer(),
          included: Type.Boolean(),
        }),
      ),
      /** Users that cannot be included. */
      skipped: Skipped,
      /** Names of the first users it reaches. */
      names: Type.Array(Type.String()),
    }),
    errors,
  }),
  start: route('POST /api/console/bulk/start', {
    access: 'staff',
    once: true,
    permission: 'bulk.run',
    summary:
      'Begin a bulk at the number and price that its preview showed. A block asks for the factor every time, and no key begins one',
    input: Type.Object(
      {
        ...asked,
        people: RowId,
        costFen: Fen,
        /** Typed by the member, to block more than 20 users: `people` again. */
        peopleTyped: Type.Optional(RowId),
        key: RequestKey,
      },
      strict,
    ),
    needs: { fields: { selection: ['users.read'] } },
    output: Run,
    errors: [
      ...errors,
      'bulk.changed',
      'bulk.untyped',
      'balance.short',
      'request.key_reused',
      'reseller.limit',
      'staff.step_up',
      'key.limit',
    ],
  }),
  list: route('GET /api/console/bulk/list', {
    access: 'staff',
    permission: 'bulk.run',
    polls: true,
    summary: 'Bulks of this reseller, the newest first, with their progress',
    input: Type.Object({ cursor: Type.Optional(Cursor) }, strict),
    output: Type.Object({ rows: Type.Array(Run), nextCursor: Nullable(Type.String()) }),
  }),
  show: route('GET /api/console/bulk/show', {
    access: 'staff',
    permission: 'bulk.run',
    polls: true,
    summary: 'One bulk and its progress',
    input: Type.Object({ id: Uuid }, strict),
    output: Run,
    errors: ['object.unknown'],
  }),
  results: route('GET /api/console/bulk/results', {
    access: 'staff',
    permission: 'bulk.run',
    summary: 'What became of each user of a bulk',
    input: Type.Object(
      {
        id: Uuid,
        state: Type.Optional(Type.Enum(['waiting', 'done', 'skipped'])),
        cursor: Type.Optional(Cursor),
      },
      strict,
    ),
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          accountId: Type.Integer(),
          userName: Type.String(),
          state: Type.Enum(['waiting', 'done', 'skipped']),
          reason: Nullable(Type.String()),
          pricedFen: Type.Integer(),
          doneAt: Nullable(Instant),
        }),
      ),
      nextCursor: Nullable(Type.String()),
    }),
    errors: ['object.unknown'],
  }),
  stop: route('POST /api/console/bulk/stop', {
    access: 'staff',
    permission: 'bulk.run',
    summary: 'End a bulk; what is done stays, the money that was not used comes back',
    input: Type.Object({ id: Uuid }, strict),
    output: Run,
    errors: ['object.unknown'],
  }),
  undo: route('POST /api/console/bulk/undo', {
    access: 'staff',
    permission: 'bulk.run',
    summary:
      'Take a bulk back, ending it first if it still runs: a block, a notice and tags. Whoever was changed since is left as is and named. Asked again, it shows the same run',
    input: Type.Object({ id: Uuid }, strict),
    output: Run,
    errors: ['object.unknown', 'bulk.not_undoable', 'staff.forbidden'],
  }),
}
