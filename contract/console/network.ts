import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RequestKey, ShortRowId, Strict } from '../fields.ts'
import { NodeCheck, NodeReason, NodeState } from '../lines.ts'
import { route } from '../route.ts'
import { AccountId } from './users.ts'

const Count = Type.Integer({ minimum: 0 })

const NetworkNode = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** ISO 3166 code. */
  region: Type.String(),
  /** What its users are shown. */
  state: NodeState,
  check: NodeCheck,
  reason: Nullable(NodeReason),
  isFull: Type.Boolean(),
  /** Share of its capacity, 0 to 100. */
  loadPercent: Count,
  /** This reseller's lines on it, with those that are suspended. */
  lines: Count,
  /** False: the reseller may not sell it any more; its lines run on. */
  isSold: Type.Boolean(),
  /** Covers the last 30 days; null without a record. */
  uptimePercent: Nullable(Type.Number({ minimum: 0, maximum: 100 })),
  /** Since when it is down or in maintenance; null when it runs or nobody noted it. */
  since: Nullable(Instant),
})
export type NetworkNode = Static<typeof NetworkNode>

/** What the users are told while nodes do not work. */
const Outage = Type.Object({
  id: Type.Integer(),
  nodeIds: Type.Array(Type.Integer()),
  nodes: Type.Array(Type.String()),
  since: Instant,
  backAt: Nullable(Instant),
})
export type Outage = Static<typeof Outage>

const Network = Type.Object({
  outage: Nullable(Outage),
  /** Nodes that this reseller may sell or has lines on, those in trouble first. */
  nodes: Type.Array(NetworkNode),
  planned: Type.Array(
    Type.Object({
      nodeId: Type.Integer(),
      node: Type.String(),
      region: Type.String(),
      startsAt: Instant,
      endsAt: Instant,
      note: Type.String(),
      lines: Count,
    }),
  ),
  /** Newest first, at most 30 of the last 90 days. */
  incidents: Type.Array(
    Type.Object({
      kind: Type.Enum(['silent', 'engine_down', 'maintenance']),
      nodeId: Type.Integer(),
      node: Type.String(),
      region: Type.String(),
      startedAt: Instant,
      endedAt: Nullable(Instant),
    }),
  ),
  /** How to reach the operator otherwise; null when none is set. */
  operatorContact: Nullable(Type.String()),
})
export type Network = Static<typeof Network>

/** A word to the platform, and what it answered. */
export const PlatformWord = Type.Object({
  id: Type.Integer(),
  resellerId: Type.Integer(),
  member: Type.String(),
  text: Type.String(),
  /** The name of the node or user that it is about. */
  about: Nullable(Type.String()),
  at: Instant,
  answer: Nullable(Type.Object({ text: Type.String(), by: Type.String(), at: Instant })),
})
export type PlatformWord = Static<typeof PlatformWord>

const reads = { access: 'staff', permission: 'overview.read' } as const

export const network = {
  show: route('GET /api/console/network', {
    ...reads,
    summary: 'The nodes as the users of this reseller meet them: state, incidents, planned maintenance',
    input: Nothing,
    output: Network,
    polls: true,
  }),
  tell: route('POST /api/console/network/tell', {
    ...reads,
    summary: 'A word to the platform, about one node, one user, or in general',
    input: Strict({
      nodeId: Type.Optional(ShortRowId),
      accountId: Type.Optional(AccountId),
      text: Type.String({ minLength: 1, maxLength: 500 }),
      key: RequestKey,
    }),
    output: Done,
    whenSuspended: true,
    errors: ['object.unknown', 'request.too_many', 'request.key_reused'],
  }),
  words: route('GET /api/console/network/words', {
    ...reads,
    summary: 'The last ten words of this team to the platform, with their answers',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PlatformWord) }),
  }),
  beginOutage: route('POST /api/console/network/begin-outage', {
    access: 'staff',
    permission: 'notices.write',
    summary: 'Tell the users in the shop which nodes do not work, or change what they are told',
    input: Strict({
      nodeIds: Type.Array(ShortRowId, { minItems: 1, maxItems: 50, uniqueItems: true }),
      /** When it should be over, within three days. */
      backAt: Type.Optional(Instant),
    }),
    output: Outage,
    errors: ['object.unknown'],
  }),
  endOutage: route('POST /api/console/network/end-outage', {
    access: 'staff',
    permission: 'notices.write',
    summary: 'End what the users are told; a bulk can make good to them by its number',
    input: Nothing,
    output: Type.Object({ id: Type.Integer() }),
    errors: ['object.unknown'],
  }),
}
