import Type, { type Static } from 'typebox'

import { Instant, Nullable } from '../fields.ts'
import { LineState, NamedDevice, NodeCheck, NodeState, SuspendReason } from '../lines.ts'
import { type historyNeeds, timelineKinds } from './choices.ts'
import { userStates } from './users.ts'

const Words = Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])))
/** One user as staff see it. */
export const User = Type.Object({
  id: Type.Integer(),
  userName: Type.String(),
  /** Always masked here: another call shows the whole address, and the audit records that. */
  email: Nullable(Type.String()),
  emailVerified: Type.Boolean(),
  language: Type.String(),
  createdAt: Instant,
  inviteCode: Type.String(),
  inviter: Nullable(Type.Object({ id: Type.Integer(), userName: Type.String() })),
  state: Type.Enum(userStates),
  blockedReason: Nullable(Type.String()),
  pausedAt: Nullable(Instant),
  lockedAt: Nullable(Instant),
  deleteAfter: Nullable(Instant),
  deletionByStaff: Type.Boolean(),
  hasTotp: Type.Boolean(),
  passkeys: Type.Integer(),
  /** The panel that the user came from, the operator's name for it, and the user's number there. Null: registered here. */
  cameFrom: Nullable(Type.Object({ panel: Type.String(), source: Type.String(), number: Type.String() })),
  /** The user owns a reseller: only the operator may help, block or delete this account. */
  ownsAgency: Type.Boolean(),
  /** Staff let somebody in lately: no withdrawal, no new e-mail address and no deletion until then. */
  helpedUntil: Nullable(Instant),
  package: Nullable(
    Type.Object({
      id: Type.Integer(),
      name: Type.String(),
      period: Nullable(Type.String()),
      expiresAt: Nullable(Instant),
      /** Its days begin with the first byte, or then at the latest. Null: they run. */
      startsBy: Nullable(Instant),
      bankedSeconds: Type.Integer(),
      autoRenew: Type.Boolean(),
      nextResetAt: Nullable(Instant),
      deviceLimit: Type.Integer(),
      lineLimit: Type.Integer(),
    }),
  ),
  usedBytes: Type.Integer(),
  totalBytes: Type.Integer(),
  balanceFen: Type.Integer(),
  /** Commission: withdrawable, pending, and requested. Null for members who may not read money. */
  commissionFen: Nullable(Type.Integer()),
  pendingFen: Nullable(Type.Integer()),
  heldFen: Nullable(Type.Integer()),
  firstConnectedAt: Nullable(Instant),
  /** The last hour with traffic. */
  lastTrafficAt: Nullable(Instant),
  /** Devices that are connected now, by the network that a node sees. */
  connected: Type.Array(Type.Object({ network: Type.String(), node: Type.String(), seenAt: Instant })),
  lines: Type.Array(
    Type.Object({
      number: Type.Integer(),
      node: Type.String(),
      region: Type.String(),
      state: LineState,
      reason: Nullable(SuspendReason),
      nodeState: NodeState,
      nodeCheck: NodeCheck,
      since: Instant,
    }),
  ),
  devices: Type.Array(
    Type.Object({
      device: Type.String(),
      /** Cut to /24 or /48. */
      network: Nullable(Type.String()),
      seenAt: Instant,
      remembered: Type.Boolean(),
    }),
  ),
  /** Devices that their clients name when they fetch the subscription, the last seen first. */
  namedDevices: Type.Array(Type.Omit(NamedDevice, ['id'])),
  tags: Type.Array(Type.String()),
  notes: Type.Array(Type.Object({ id: Type.Integer(), author: Type.String(), body: Type.String(), at: Instant })),
})
export type ShownUser = Static<typeof User>

export type HistoryKind = keyof typeof historyNeeds
/** One event of one kind. */
export const HistoryRow = Type.Object({
  id: Type.String(),
  at: Instant,
  /** The event, in the terms of its kind: `renew`, `topup`, `account.blocked`. */
  what: Type.String(),
  state: Nullable(Type.String()),
  amountFen: Nullable(Type.Integer()),
  balanceFen: Nullable(Type.Integer()),
  /** The actor, or the person it is about. */
  who: Nullable(Type.String()),
  detail: Words,
})
export type HistoryRow = Static<typeof HistoryRow>

/** What happened to one user, whatever list it stands in. */
export const TimelineRow = Type.Object({
  ...Type.Omit(HistoryRow, ['balanceFen']).properties,
  kind: Type.Enum([...timelineKinds]),
})
export type TimelineRow = Static<typeof TimelineRow>
