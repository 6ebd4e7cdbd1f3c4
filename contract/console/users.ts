import Type, { type Static } from 'typebox'

import { Email, Instant, Nullable, RequestKey, RowId, ShortRowId, Strict, UserName } from '../fields.ts'
import { LANGUAGES } from '../languages.ts'
import { limits } from '../limits.ts'
import { PackageId } from '../packages.ts'
import { route } from '../route.ts'
import { tickedMax } from './choices.ts'
import { CsvFile, FileAnswer, listInput, listOutput } from './list.ts'
import { staffLimits } from './staff-limits.ts'

export const userStates = ['active', 'paused', 'blocked', 'expired', 'none'] as const
export const userSorts = ['created', 'name', 'ends', 'balance'] as const

/** `12,15,99`. As many as a body can hold. */
const TickedIds = Type.String({
  pattern: `^[1-9][0-9]{0,14}(,[1-9][0-9]{0,14}){0,${tickedMax - 1}}$`,
  maxLength: tickedMax * 16,
})

/** A word of the reseller's own on users. Counted as the database counts. */
export const Tag = Type.String({
  pattern: `^\\S(.{0,${staffLimits.tagLength - 2}}\\S)?$`,
  maxLength: staffLimits.tagLength,
})

const turnable = {
  state: Type.Optional(Type.Enum([...userStates, 'locked', 'leaving'])),
  package: Type.Optional(ShortRowId),
  endsWithinDays: Type.Optional(Type.Integer({ minimum: 0, maximum: 366 })),
  /** Has a running package but has never used it. */
  neverConnected: Type.Optional(Type.Boolean()),
  overQuota: Type.Optional(Type.Boolean()),
  balanceFromFen: Type.Optional(Type.Integer({ minimum: 1, maximum: limits.moneyMaxFen })),
  inviter: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
  registeredFrom: Type.Optional(Instant),
  registeredTo: Type.Optional(Instant),
  /** Has a line on this node. */
  node: Type.Optional(ShortRowId),
  /** Used a line within so many days, today included. */
  seenWithinDays: Type.Optional(Type.Integer({ minimum: 1, maximum: 366 })),
  /** At least so many devices are connected now. */
  devicesFrom: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
  tag: Type.Optional(Tag),
}
export type UserFilterName = keyof typeof turnable
const name = `(${Object.keys(turnable).join('|')})`

/** Filters that describe users, in the list and for a notice. */
export const userQuestions = {
  ...turnable,
  /** Has a line on a node that this outage was about. */
  outage: Type.Optional(RowId),
  /** Bought a plan for the first time in these days, and this one. */
  boughtFrom: Type.Optional(Instant),
  boughtTo: Type.Optional(Instant),
  firstPackage: Type.Optional(ShortRowId),
  /** Bought a plan again, or once only. */
  renewed: Type.Optional(Type.Boolean()),
  /** The filters that are meant the other way round: `package,node`. */
  not: Type.Optional(Type.String({ pattern: `^${name}(,${name}){0,12}$`, maxLength: 300 })),
}

/** Filters of the users list. Bulk work takes the same ones. */
export const userFilters = {
  /** The ticked users: `12,15,99`. */
  ids: Type.Optional(TickedIds),
  ...userQuestions,
}

const Choice = Type.Object({ id: Type.Integer(), name: Type.String() })
export const AccountId = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })

const UserRow = Type.Object({
  id: Type.Integer(),
  userName: Type.String(),
  /** Masked without `users.private`. */
  email: Nullable(Type.String()),
  state: Type.Enum(userStates),
  locked: Type.Boolean(),
  deleteAfter: Nullable(Instant),
  packageId: Nullable(PackageId),
  packageName: Nullable(Type.String()),
  expiresAt: Nullable(Instant),
  /** Time left, stored while paused or blocked. */
  bankedSeconds: Type.Integer(),
  usedBytes: Type.Integer(),
  totalBytes: Type.Integer(),
  balanceFen: Type.Integer(),
  createdAt: Instant,
  /** Precise to the hour. */
  lastTrafficAt: Nullable(Instant),
  hasConnected: Type.Boolean(),
  lines: Type.Array(Type.Object({ node: Type.String(), state: Type.String() })),
  inviterId: Nullable(Type.Integer()),
  tags: Type.Array(Type.String()),
})
export type ListedUser = Static<typeof UserRow>

const Filters = listInput(userSorts, userFilters)
export type UserFilters = Static<typeof Filters>

export const users = {
  list: route('GET /api/console/users/list', {
    access: 'staff',
    permission: 'users.read',
    summary: 'Users of a reseller: searched inside names, mails and notes, by id, invite code or number of a line',
    input: Filters,
    output: listOutput(UserRow),
  }),
  export: route('GET /api/console/users/export', {
    access: 'staff',
    permission: 'users.export',
    summary: 'The same list as a CSV file, all of it',
    input: Type.Omit(Filters, ['cursor', 'limit'], { additionalProperties: false }),
    output: FileAnswer,
  }),
  exportTicked: route('POST /api/console/users/exportTicked', {
    access: 'staff',
    permission: 'users.export',
    whenSuspended: true,
    summary: 'The ticked users as a CSV file',
    input: Strict({ ids: TickedIds }),
    output: CsvFile,
  }),
  /** The options of the filters. */
  choices: route('GET /api/console/users/choices', {
    access: 'staff',
    permission: 'users.read',
    summary:
      'Packages that users of this reseller have or can get, nodes that they use and tags, for filters and gifts',
    input: Strict({}),
    output: Type.Object({ packages: Type.Array(Choice), nodes: Type.Array(Choice), tags: Type.Array(Type.String()) }),
  }),
  create: route('POST /api/console/users/create', {
    access: 'staff',
    once: true,
    permission: 'users.write',
    summary: 'Make an account; its user sets the password by mail, or by a link that is shown this once',
    input: Strict({
      userName: UserName,
      email: Type.Optional(Email),
      language: Type.Optional(Type.Enum([...LANGUAGES])),
      /** Sent again with the same key, it answers the first account and its link. */
      key: Type.Optional(RequestKey),
    }),
    output: Type.Object({
      accountId: Type.Integer(),
      sentTo: Nullable(Type.String()),
      link: Nullable(Type.String()),
    }),
    errors: ['account.taken', 'email.taken', 'reseller.limit', 'mail.too_many', 'request.key_reused'],
  }),
}
