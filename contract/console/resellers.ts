import Type, { type Static } from 'typebox'

import {
  Done,
  Email,
  Instant,
  Nothing,
  Nullable,
  ResellerKey,
  RowId,
  ShortRowId,
  ShortRowIdOrNone,
  SomeBytes,
  UserName,
} from '../fields.ts'
import { limits } from '../limits.ts'
import { route } from '../route.ts'
import { limitEffects, resellerStates } from './choices.ts'
import { listInput, listOutput } from './list.ts'
import { PlatformWord } from './network.ts'

const Limits = Type.Object({
  usersMax: Nullable(Type.Integer()),
  usersCount: Type.Integer(),
  trafficMaxBytes: Nullable(Type.Integer()),
  /** In this business month. */
  trafficBytes: Type.Integer(),
  atLimit: Type.Enum([...limitEffects]),
  isFull: Type.Boolean(),
  checkedAt: Instant,
})
export type ResellerLimits = Static<typeof Limits>

const basics = {
  resellerId: ResellerKey,
  title: Type.String(),
  /** The name that its owner gave when opening it. */
  agencyName: Nullable(Type.String()),
  state: Type.Enum([...resellerStates]),
  createdAt: Instant,
  /** The count stops where a list stops counting. */
  users: Type.Object({ count: Type.Integer(), isFloor: Type.Boolean() }),
  /** Users of a line on the last whole day. */
  activeUsers: Type.Integer(),
  /** Last 30 days including today. Amounts are null for members who may not see them. */
  salesFen: Nullable(Type.Integer()),
  marginFen: Nullable(Type.Integer()),
  balanceFen: Nullable(Type.Integer()),
  owedFen: Nullable(Type.Integer()),
  creditLimitFen: Nullable(Type.Integer()),
  priceList: Type.Object({ listId: Type.Integer(), name: Type.String() }),
  limits: Nullable(Limits),
}
const ResellerRow = Type.Object(basics)
export type ResellerRow = Static<typeof ResellerRow>

const ShownReseller = Type.Object({
  ...basics,
  isWhitelisted: Type.Boolean(),
  /** Whether its users' lines get to the portal after a package has ended, and what that carried in 30 days. */
  lifelines: Type.Object({ isOn: Type.Boolean(), endings: Type.Integer(), bytes: Type.Integer() }),
  suspendedAt: Nullable(Instant),
  /** The text that its own staff read. */
  suspendedReason: Nullable(Type.String()),
  commissionPercent: Type.Integer(),
  agencyContact: Nullable(Type.String()),
  contact: Nullable(Type.String()),
  owner: Nullable(Type.Object({ resellerId: ResellerKey, accountId: Type.Integer(), userName: Type.String() })),
  members: Type.Array(
    Type.Object({ id: Type.Integer(), name: Type.String(), role: Type.String(), seenAt: Nullable(Instant) }),
  ),
  domains: Type.Array(Type.Object({ host: Type.String(), isMain: Type.Boolean(), isVerified: Type.Boolean() })),
  merchants: Type.Array(Type.Object({ name: Type.String(), provider: Type.String(), isOn: Type.Boolean() })),
  groups: Type.Array(Type.Object({ id: Type.Integer(), name: Type.String(), has: Type.Boolean() })),
  audit: Type.Array(Type.Object({ id: Type.Integer(), at: Instant, actor: Type.String(), action: Type.String() })),
})
export type ShownReseller = Static<typeof ShownReseller>

const One = { resellerId: ResellerKey }
const read = { access: 'staff', permission: 'resellers.read', scope: 'platform' } as const
const write = { access: 'staff', permission: 'resellers.write', scope: 'platform' } as const
const terms = {
  access: 'staff',
  permission: 'resellers.terms',
  scope: 'platform',
  stepUp: true,
} as const
const closed = { additionalProperties: false } as const
const GroupIds = Type.Array(ShortRowId, { maxItems: 100 })

/** The platform's resellers. */
export const resellers = {
  list: route('GET /api/console/resellers/list', {
    ...read,
    summary: 'Every reseller with its figures. Searched by number, title or name',
    input: listInput(['resellerId', 'createdAt', 'salesFen', 'marginFen', 'balanceFen'], {
      state: Type.Optional(Type.Enum([...resellerStates])),
      /** True: at 80 % of a limit or more. */
      nearLimit: Type.Optional(Type.Boolean()),
      owes: Type.Optional(Type.Boolean()),
    }),
    needs: {
      sorts: { salesFen: ['money.read'], marginFen: ['money.read', 'prices.read'], balanceFen: ['money.read'] },
      fields: { owes: ['money.read'] },
    },
    output: listOutput(ResellerRow),
  }),
  show: route('GET /api/console/resellers/show', {
    ...read,
    summary: 'One reseller with everything that is decided about it',
    input: Type.Object(One, closed),
    output: ShownReseller,
    errors: ['object.unknown'],
  }),
  words: route('GET /api/console/resellers/words', {
    ...read,
    summary: 'What resellers told the platform: those without an answer first, then the newest, 50 in all',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PlatformWord) }),
  }),
  answer: route('POST /api/console/resellers/answer', {
    ...write,
    permission: 'resellers.enter',
    summary: 'Answer a word, once; the team that wrote it hears it',
    input: Type.Object({ wordId: RowId, text: Type.String({ minLength: 1, maxLength: 500 }) }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  create: route('POST /api/console/resellers/create', {
    ...write,
    summary: 'A new reseller, off the whitelist; without a price list it has the default one',
    input: Type.Object(
      {
        listId: Type.Optional(ShortRowIdOrNone),
        title: Type.Optional(Type.String({ minLength: 1, maxLength: limits.brandTitleMax })),
      },
      closed,
    ),
    output: Type.Object(One),
    errors: ['object.unknown'],
  }),
  approve: route('POST /api/console/resellers/approve', {
    ...write,
    summary: 'Let a new agency sell online, by a price list; its owner is told',
    input: Type.Object({ ...One, listId: Type.Optional(ShortRowIdOrNone) }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  whitelist: route('POST /api/console/resellers/whitelist', {
    ...write,
    summary: 'Let a reseller sell online, or by card keys and balance only',
    input: Type.Object({ ...One, on: Type.Boolean() }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  lifelines: route('POST /api/console/resellers/lifelines', {
    ...write,
    summary: "Let its users' lines get to portal and cashier for 72 hours after a package has ended, or not",
    input: Type.Object({ ...One, on: Type.Boolean() }, closed),
    output: Done,
    errors: ['object.unknown'],
  }),
  suspend: route('POST /api/console/resellers/suspend', {
    ...terms,
    summary: 'No registration, sale or payment from now on, with the reason that its people read; or end that',
    input: Type.Object(
      {
        ...One,
        on: Type.Boolean(),
        /** Required to suspend. */
        reason: Type.Optional(Type.String({ minLength: 1, maxLength: limits.blockReasonMax * 2 })),
      },
      closed,
    ),
    output: Done,
    errors: ['object.unknown'],
  }),
  setTerms: route('POST /api/console/resellers/set-terms', {
    ...terms,
    summary: 'How far it may owe, and what its inviters earn; from the next sale on',
    input: Type.Object(
      {
        ...One,
        creditLimitFen: Type.Integer({ minimum: 0, maximum: limits.moneyMaxFen }),
        commissionPercent: Type.Integer({ minimum: 0, maximum: 100 }),
      },
      closed,
    ),
    output: Done,
    errors: ['object.unknown'],
  }),
  setLimits: route('POST /api/console/resellers/set-limits', {
    ...terms,
    summary: 'How many users and how much traffic a month; null is no limit',
    input: Type.Object(
      {
        ...One,
        usersMax: Nullable(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
        trafficMaxBytes: Nullable(SomeBytes),
        atLimit: Type.Enum([...limitEffects]),
      },
      closed,
    ),
    output: Type.Object({ limits: Nullable(Limits) }),
    errors: ['object.unknown'],
  }),
  previewGroups: route('POST /api/console/resellers/preview-groups', {
    ...write,
    summary: 'How many lines would stand outside these node groups',
    input: Type.Object({ ...One, groupIds: GroupIds }, closed),
    output: Type.Object({
      lines: Type.Integer(),
      nodes: Type.Array(Type.Object({ nodeId: Type.Integer(), node: Type.String(), lines: Type.Integer() })),
      /** Nodes inside the groups that take lines now; `free` is how many. */
      targets: Type.Array(Type.Object({ nodeId: Type.Integer(), node: Type.String(), free: Type.Integer() })),
    }),
    errors: ['object.unknown'],
  }),
  setGroups: route('POST /api/console/resellers/set-groups', {
    ...write,
    summary: 'Which groups of shared nodes it sells; none: all. Its lines outside run on, or move to a node inside',
    input: Type.Object({ ...One, groupIds: GroupIds, moveTo: Type.Optional(ShortRowId) }, closed),
    output: Type.Object({ moving: Type.Integer() }),
    errors: ['object.unknown', 'node.unavailable', 'node.full', 'node.moving'],
  }),
  handOver: route('POST /api/console/resellers/hand-over', {
    ...terms,
    summary: 'Give it to another account, or to nobody. Its team ends, its merchants are switched off',
    input: Type.Object(
      { ...One, to: Nullable(Type.Object({ resellerId: ResellerKey, userName: UserName }, closed)) },
      closed,
    ),
    output: Done,
    errors: ['object.unknown', 'account.has_agency'],
  }),
  inviteOwner: route('POST /api/console/resellers/invite-owner', {
    ...terms,
    byKey: 'never',
    summary: 'A link for the first owner of a reseller that belongs to no account, mailed or to hand over',
    input: Type.Object({ ...One, email: Type.Optional(Email) }, closed),
    output: Type.Object({ link: Nullable(Type.String()), expiresAt: Instant }),
    errors: ['object.unknown', 'agency.has_owner', 'email.off', 'request.too_many', 'mail.too_many'],
  }),
}

const NodeGroup = Type.Object({
  groupId: Type.Integer(),
  name: Type.String(),
  nodes: Type.Array(Type.Object({ nodeId: Type.Integer(), name: Type.String() })),
  resellers: Type.Array(Type.Object({ resellerId: ResellerKey, title: Type.String() })),
})
export type NodeGroup = Static<typeof NodeGroup>

/** Sets of shared nodes that resellers sell. */
export const nodeGroups = {
  list: route('GET /api/console/node-groups/list', {
    access: 'staff',
    permission: 'nodes.read',
    scope: 'platform',
    summary: 'All groups, and the shared nodes to choose from',
    input: Type.Object({}, closed),
    output: Type.Object({
      rows: Type.Array(NodeGroup),
      nodes: Type.Array(Type.Object({ nodeId: Type.Integer(), name: Type.String(), region: Type.String() })),
    }),
  }),
  save: route('POST /api/console/node-groups/save', {
    access: 'staff',
    permission: 'nodes.write',
    scope: 'platform',
    summary: 'A new group, or another name and other nodes of one',
    input: Type.Object(
      {
        groupId: Type.Optional(ShortRowId),
        name: Type.String({ minLength: 1, maxLength: 40 }),
        nodeIds: Type.Array(ShortRowId, { maxItems: 1000 }),
      },
      closed,
    ),
    output: Type.Object({ groupId: Type.Integer() }),
    errors: ['object.unknown', 'group.taken'],
  }),
  remove: route('POST /api/console/node-groups/remove', {
    access: 'staff',
    permission: 'nodes.write',
    scope: 'platform',
    summary: 'Take a group away that nobody sells by',
    input: Type.Object({ groupId: ShortRowId }, closed),
    output: Done,
    errors: ['object.unknown', 'group.used'],
  }),
}
