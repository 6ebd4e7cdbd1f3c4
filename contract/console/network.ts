import Type, { type Static } from 'typebox'

import { Done, Instant, Nothing, Nullable, RequestKey, ShortRowId } from '../fields.ts'
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

const Network = Type.Object({
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
  show: route({
    ...reads,
    method: 'GET',
    path: '/api/console/network',
    summary: 'The nodes as the users of this reseller meet them: state, incidents, planned maintenance',
    input: Nothing,
    output: Network,
    polls: true,
    errors: [],
  }),
  tell: route({
    ...reads,
    method: 'POST',
    path: '/api/console/network/tell',
    summary: 'A word to the platform, about one node, one user, or in general',
    input: Type.Object(
      {
        nodeId: Type.Optional(ShortRowId),
        accountId: Type.Optional(AccountId),
        text: Type.String({ minLength: 1, maxLength: 500 }),
        key: RequestKey,
      },
      { additionalProperties: false },
    ),
    output: Done,
    whenSuspended: true,
    errors: ['object.unknown', 'request.too_many', 'request.key_reused'],
  }),
  words: route({
    ...reads,
    method: 'GET',
    path: '/api/console/network/words',
    summary: 'The last ten words of this team to the platform, with their answers',
    input: Nothing,
    output: Type.Object({ rows: Type.Array(PlatformWord) }),
    errors: [],
  }),
}
