import Type from 'typebox'

import { Cursor, Done, Instant, Nullable, RequestKey, RowId, ShortRowId, Strict } from '../fields.ts'
import { limits } from '../limits.ts'
import { lineErrors, placeErrors } from '../lines.ts'
import { PackageId, Period } from '../packages.ts'
import { route } from '../route.ts'
import { historyNeeds } from './choices.ts'
import { GiftPayer, GiftWish } from './gift-wish.ts'
import { staffLimits } from './staff-limits.ts'
import { type HistoryKind, HistoryRow, TimelineRow, User } from './user-fields.ts'
import { AccountId, Tag } from './users.ts'

const One = Strict({ id: AccountId })

export const user = {
  show: route('GET /api/console/users/show', {
    access: 'staff',
    permission: 'users.read',
    summary: 'One user; each look is written down',
    input: One,
    output: User,
    errors: ['object.unknown'],
  }),
  subscription: route('GET /api/console/users/subscription', {
    access: 'staff',
    permission: 'users.read',
    summary: 'What one user has and until when, for programs; each look is written down',
    input: One,
    output: Type.Pick(User, ['id', 'userName', 'state', 'package', 'usedBytes', 'totalBytes', 'lastTrafficAt']),
    errors: ['object.unknown'],
  }),
  traffic: route('GET /api/console/users/traffic', {
    access: 'staff',
    permission: 'users.read',
    summary: 'Bytes of one user by day, and by node',
    input: Strict({ id: AccountId, days: Type.Optional(Type.Integer({ minimum: 1, maximum: 90 })) }),
    output: Type.Object({
      days: Type.Array(Type.Object({ day: Type.String(), upBytes: Type.Integer(), downBytes: Type.Integer() })),
      nodes: Type.Array(Type.Object({ node: Type.String(), upBytes: Type.Integer(), downBytes: Type.Integer() })),
    }),
    errors: ['object.unknown'],
  }),
  history: route('GET /api/console/users/history', {
    access: 'staff',
    permission: 'users.read',
    summary: 'What one user ordered, paid, was given, redeemed, whom it invited and what was done to it, newest first',
    input: Strict({
      id: AccountId,
      kind: Type.Enum(Object.keys(historyNeeds) as HistoryKind[]),
      cursor: Type.Optional(Cursor),
    }),
    output: Type.Object({ rows: Type.Array(HistoryRow), nextCursor: Nullable(Type.String()) }),
    errors: ['object.unknown', 'staff.forbidden'],
  }),
  timeline: route('GET /api/console/users/timeline', {
    access: 'staff',
    permission: 'users.read',
    summary:
      'What happened to one user, newest first: paid, moved, wrote, connected, was helped; as far as the member may see it',
    input: Strict({ id: AccountId, cursor: Type.Optional(Cursor) }),
    output: Type.Object({ rows: Type.Array(TimelineRow), nextCursor: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  reveal: route('POST /api/console/users/reveal', {
    access: 'staff',
    summary: 'The whole mail address of one user; written down',
    permission: 'users.private',
    whenSuspended: true,
    input: One,
    output: Type.Object({ email: Nullable(Type.String()) }),
    errors: ['object.unknown'],
  }),
  resetCode: route('POST /api/console/users/reset-code', {
    access: 'staff',
    summary: 'A code to set a new password: mailed to the verified address, else shown this once',
    permission: 'users.help',
    stepUp: true,
    byKey: 'never',
    input: One,
    /** Code and link stand together: without an address to mail to. */
    output: Type.Object({
      sentTo: Nullable(Type.String()),
      code: Nullable(Type.String()),
      link: Nullable(Type.String()),
    }),
    errors: ['object.unknown', 'staff.second_member', 'staff.operator_only', 'mail.too_many'],
  }),
  clearFactor: route('POST /api/console/users/clear-factor', {
    access: 'staff',
    summary: 'Turn TOTP off for who lost it; passkeys stay',
    permission: 'users.factor',
    stepUp: true,
    input: One,
    output: Done,
    errors: ['object.unknown', 'factor.missing', 'staff.second_member', 'staff.operator_only'],
  }),
  unlock: route('POST /api/console/users/unlock', {
    access: 'staff',
    summary: 'Unlock an account whose owner cannot do it by mail',
    permission: 'users.help',
    stepUp: true,
    byKey: 'never',
    input: One,
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'staff.second_member', 'staff.operator_only'],
  }),
  block: route('POST /api/console/users/block', {
    access: 'staff',
    summary: 'Block: the user signs in, reads and withdraws; buys, tops up and resumes nothing',
    permission: 'users.write',
    input: Strict({ id: AccountId, reason: Type.String({ minLength: 1, maxLength: limits.blockReasonMax }) }),
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'staff.operator_only'],
  }),
  unblock: route('POST /api/console/users/unblock', {
    access: 'staff',
    summary: 'End a block; the time that was kept runs again',
    permission: 'users.write',
    input: One,
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'staff.operator_only'],
  }),
  pause: route('POST /api/console/users/pause', {
    access: 'staff',
    summary: 'Pause for a user who asks for it, within the limits of its own pauses; the time left is kept',
    permission: 'users.write',
    input: One,
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'freeze.too_often', 'request.too_many'],
  }),
  resume: route('POST /api/console/users/resume', {
    access: 'staff',
    summary: 'End a pause of a user; within minutes it is undone',
    permission: 'users.write',
    input: One,
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'freeze.too_early', 'account.blocked'],
  }),
  message: route('POST /api/console/users/message', {
    access: 'staff',
    summary: 'A message to one user, shown with the bell as a notice',
    permission: 'notices.write',
    input: Strict({
      id: AccountId,
      title: Type.String({ minLength: 1, maxLength: limits.noticeTitleMax }),
      body: Type.String({ minLength: 1, maxLength: limits.noticeBodyMax }),
      key: RequestKey,
    }),
    output: Type.Object({ noticeId: Type.Integer() }),
    errors: ['object.unknown', 'request.key_reused', 'request.invalid'],
  }),
  endSessions: route('POST /api/console/users/end-sessions', {
    access: 'staff',
    summary: 'Sign a user out everywhere',
    permission: 'users.write',
    stepUp: true,
    input: One,
    output: Type.Object({ ended: Type.Integer() }),
    errors: ['object.unknown'],
  }),
  resetFeed: route('POST /api/console/users/reset-feed', {
    access: 'staff',
    summary: 'A new subscription address for a user; nobody but the user sees it',
    permission: 'users.help',
    input: One,
    output: Done,
    errors: ['object.unknown'],
  }),
  moveTargets: route('GET /api/console/users/move-targets', {
    access: 'staff',
    permission: 'users.help',
    summary: 'Nodes with room that a line of this user can move to, best first for the speed mode',
    input: One,
    output: Type.Object({
      rows: Type.Array(Type.Object({ nodeId: Type.Integer(), name: Type.String(), region: Type.String() })),
    }),
    errors: ['object.unknown'],
  }),
  moveLine: route('POST /api/console/users/move-line', {
    access: 'staff',
    summary: 'Move a line of a user to another node; the old one runs on for a moment',
    permission: 'users.help',
    input: Strict({ id: AccountId, number: RowId, nodeId: ShortRowId }),
    output: Done,
    errors: [...lineErrors, ...placeErrors, 'line.wrong_state'],
  }),
  note: route('POST /api/console/users/note', {
    access: 'staff',
    summary: 'Write a note on a user; staff read it, and the user with the own data',
    permission: 'users.help',
    input: Strict({ id: AccountId, body: Type.String({ minLength: 1, maxLength: limits.noteMax }) }),
    output: Type.Object({ noteId: Type.Integer() }),
    errors: ['object.unknown'],
  }),
  tag: route('POST /api/console/users/tag', {
    access: 'staff',
    summary: 'The words that the reseller keeps on a user: these afterwards, and no others',
    permission: 'users.help',
    input: Strict({ id: AccountId, tags: Type.Array(Tag, { maxItems: staffLimits.tagsPerUser, uniqueItems: true }) }),
    output: Done,
    errors: ['object.unknown', 'request.too_many'],
  }),
  givePrice: route('POST /api/console/users/give-price', {
    access: 'staff',
    summary: 'What a gift would cost the reseller, and whether this user can have it',
    permission: 'users.give',
    whenSuspended: true,
    input: Strict({ id: AccountId, wish: GiftWish }),
    output: Type.Object({ costFen: Type.Integer() }),
    errors: ['object.unknown', 'gift.no_package', 'gift.not_upward', 'package.not_for_sale', 'package.sold_out'],
  }),
  give: route('POST /api/console/users/give', {
    access: 'staff',
    summary: 'Give days, traffic, balance or a higher package, at the price that was shown',
    permission: 'users.give',
    once: true,
    input: Strict({
      id: AccountId,
      wish: GiftWish,
      /** The cost that the button showed. */
      costFen: Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen }),
      paidBy: Type.Optional(GiftPayer),
      key: RequestKey,
    }),
    output: Type.Object({ giftId: Type.Integer(), costFen: Type.Integer() }),
    errors: [
      'reseller.limit',
      'object.unknown',
      'gift.no_package',
      'gift.not_upward',
      'package.not_for_sale',
      'package.sold_out',
      'balance.short',
      'order.price_changed',
      'request.key_reused',
      'staff.forbidden',
      'staff.step_up',
      'key.limit',
    ],
  }),
  sellOffers: route('GET /api/console/users/sell-offers', {
    access: 'staff',
    permission: 'users.give',
    summary: 'The plans that a user can be sold by hand now, each at its wholesale price',
    input: One,
    output: Type.Object({
      rows: Type.Array(
        Type.Object({
          packageId: PackageId,
          name: Type.String(),
          period: Period,
          /** `renew` prolongs the plan that runs. */
          action: Type.Enum(['new', 'renew']),
          /** Leaves the reseller's balance. */
          costFen: Type.Integer(),
          retailFen: Type.Integer(),
        }),
      ),
      /** Null for members who may not see it. */
      balanceFen: Nullable(Type.Integer()),
    }),
    errors: ['object.unknown'],
  }),
  sell: route('POST /api/console/users/sell', {
    access: 'staff',
    summary: 'Sell a plan to a user who paid outside: wholesale leaves the balance, what was paid is noted',
    permission: 'users.give',
    once: true,
    input: Strict({
      id: AccountId,
      packageId: PackageId,
      period: Period,
      /** The cost that the button showed. */
      costFen: Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen }),
      /** What the user paid outside; a note, no money moves for it. */
      notedFen: Type.Optional(Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen })),
      key: RequestKey,
    }),
    output: Type.Object({ orderId: Type.String(), costFen: Type.Integer() }),
    errors: [
      'reseller.limit',
      'object.unknown',
      'account.blocked',
      'package.not_for_sale',
      'package.sold_out',
      'order.wrong_action',
      'order.open',
      'order.price_changed',
      'balance.short',
      'request.key_reused',
      'staff.step_up',
      'key.limit',
    ],
  }),
  delete: route('POST /api/console/users/delete', {
    access: 'staff',
    summary: 'Ask for the deletion of an empty account, in 14 days; its user can take it back',
    permission: 'users.write',
    input: One,
    output: Type.Object({ deleteAfter: Instant }),
    errors: ['object.unknown', 'account.not_empty', 'account.helped_lately', 'staff.operator_only'],
  }),
  keep: route('POST /api/console/users/keep', {
    access: 'staff',
    summary: 'Take back a deletion that staff asked for',
    permission: 'users.write',
    input: One,
    output: Done,
    errors: ['object.unknown', 'freeze.wrong_state', 'reseller.limit'],
  }),
}
