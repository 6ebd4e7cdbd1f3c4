import Type, { type Static } from 'typebox'

import { AnyInteger, AnyNumber, Done, Instant, Nullable, ResellerKey, ShortRowId } from '../fields.ts'
import { LineState, NodeCheck, nodeFaults, NodeReason, NodeState, SuspendReason } from '../lines.ts'
import { MonitorAlert, MonitorNode } from '../monitor-figures.ts'
import { route } from '../route.ts'
import { nodeHours, nodeProtocols, nodeSuits } from './choices.ts'
import { listInput, listOutput } from './list.ts'

const strict = { additionalProperties: false } as const
const Count = Type.Integer({ minimum: 0 })
const Hours = Type.Unsafe<(typeof nodeHours)[number]>(Type.Integer({ enum: [...nodeHours] }))
const named = Type.Object({ nodeId: ShortRowId }, strict)
const Names = Type.Object({ 'zh-TW': Type.Optional(Type.String()), en: Type.Optional(Type.String()) }, strict)
/** Settings of the protocol (contract/node-settings.ts); checked together with the other fields of the node. */
const Settings = Type.Record(Type.String(), Type.Union([Type.String(), AnyNumber, Type.Boolean()]))
const State = Type.Enum(['up', 'starting', 'down', 'silent', 'new', 'maintenance'])

const NodeRow = Type.Object({
  ...MonitorNode.properties,
  /** `maintenance` wins over whatever the agent reports. */
  state: State,
  /** The node as its users see it: they are not told of every hiccup. */
  userState: NodeState,
  check: NodeCheck,
  reason: Nullable(NodeReason),
  protocol: Type.Enum([...nodeProtocols]),
  latencyMs: Nullable(Count),
  ratePercent: Count,
  isDemo: Type.Boolean(),
})
export type NodeRow = Static<typeof NodeRow>

/** A running move of the node's lines to another node: of all users, or of one reseller's. */
const Move = Type.Object({
  toNodeId: Type.Integer(),
  toName: Type.String(),
  onlyResellerId: Nullable(Type.Integer()),
  by: Type.String(),
  lines: Count,
  done: Count,
  skipped: Count,
  /** Why some lines stay, with counts. */
  reasons: Type.Array(Type.Object({ reason: Type.String(), lines: Count })),
  state: Type.Enum(['running', 'done', 'stopped']),
  createdAt: Instant,
  endedAt: Nullable(Instant),
})
export type NodeMove = Static<typeof Move>

const NodeDetail = Type.Object({
  ...NodeRow.properties,
  names: Names,
  address: Type.String(),
  port: Type.Integer(),
  speedMbps: Type.Integer(),
  suits: Type.Array(Type.Enum([...nodeSuits])),
  settings: Settings,
  /** Of REALITY. */
  hasPrivateKey: Type.Boolean(),
  resellerName: Nullable(Type.String()),
  /** The last look from outside; null when nobody has looked. */
  look: Nullable(
    Type.Object({
      at: Instant,
      /** From the last look that found the node; null before the first. */
      way: Nullable(Type.Enum(['engine', 'tls', 'tcp'])),
      ms: Nullable(Count),
      /** In a row, since then. */
      failures: Count,
      fault: Nullable(Type.Enum([...nodeFaults])),
      /** The node that looked; null: the server itself. */
      by: Nullable(Type.String()),
    }),
  ),
  /**
   * It has a certificate of its own, and apps do not know it: those with a current Xray carry nothing. `seen` is the SHA-256
   * that a look saw. Null: they know it, or need not.
   */
  unpinned: Nullable(Type.Object({ seen: Nullable(Type.String()) })),
  /** SHA-256 of the certificate that its agent made itself; null where it made none, or has not told yet. */
  ownCertificate: Nullable(Type.String()),
  /** How often the rules of this node refused a connection, today and in 30 days; null where nobody counts. */
  blocked: Nullable(Type.Object({ today: Count, month: Count })),
  /** The revision that the agent has applied, and the newest one. */
  appliedRevision: Nullable(Count),
  revision: Count,
  engine: Nullable(Type.Enum(['unknown', 'running', 'starting', 'down'])),
  /** When an agent last exchanged a token for its key. */
  enrolledAt: Nullable(Instant),
  /** Expiry of the last issued enrolment command; null when there is none or it was used. */
  enrolUntil: Nullable(Instant),
  linesByState: Type.Array(Type.Object({ state: Type.String(), lines: Count })),
  /** Alerts of the last 90 days, newest first. */
  alerts: Type.Array(MonitorAlert),
  move: Nullable(Move),
})
export type NodeDetail = Static<typeof NodeDetail>

const Point = Type.Object({
  at: Instant,
  cpuPercent: Nullable(Type.Number()),
  memoryPercent: Nullable(Type.Number()),
  onlineUsers: Count,
  upBps: Count,
  downBps: Count,
  latencyMs: Nullable(Type.Number()),
  /** Share of the recorded minutes; null without records. */
  upPercent: Nullable(Type.Number()),
})
export type NodePoint = Static<typeof Point>

const LineRow = Type.Object({
  number: Type.Integer(),
  resellerId: Type.Integer(),
  accountId: Type.Integer(),
  userName: Type.String(),
  state: LineState,
  reason: Nullable(SuspendReason),
  since: Instant,
})
export type NodeLine = Static<typeof LineRow>

const AgentRow = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  region: Type.String(),
  agentVersion: Nullable(Type.String()),
  engineVersion: Nullable(Type.String()),
  /**
   * Of the newest signed release: `current` runs it, `updating` was offered it, `failed` went back to the old one or
   * takes none, `behind` runs another. Null while none is signed.
   */
  state: Nullable(Type.Enum(['current', 'updating', 'failed', 'behind'])),
  /** Why it does not run, in the agent's words. */
  fault: Nullable(Type.String()),
  /** It was enrolled before a release was signed, and takes none. */
  lacksKey: Type.Boolean(),
  seenAt: Nullable(Instant),
})
export type NodeAgent = Static<typeof AgentRow>

/** Fields that can change later. Resellers, protocol and agent stay fixed, because lines are made for them. */
const place = {
  name: Type.String({ maxLength: 40 }),
  names: Names,
  region: Type.String({ maxLength: 2 }),
  address: Type.String({ maxLength: 253 }),
  port: AnyInteger,
  ratePercent: AnyInteger,
  capacity: AnyInteger,
  speedMbps: AnyInteger,
  suits: Type.Array(Type.Enum([...nodeSuits]), { maxItems: 3 }),
  settings: Settings,
}
const PrivateKey = Type.String({ maxLength: 100 })
/** Of an encryption of VLESS. */
const Half = Type.String({ maxLength: 2000 })

const base = { access: 'staff', scope: 'platform' } as const
const reads = { ...base, permission: 'nodes.read' } as const
const writes = { ...base, permission: 'nodes.write' } as const

export const nodes = {
  list: route('GET /api/console/nodes/list', {
    ...reads,
    polls: true,
    summary: 'Nodes in use with their live state and load. Searched by name, region and address',
    input: listInput(['name', 'onlineUsers', 'lines', 'downBps', 'cpuPercent'], {
      state: Type.Optional(State),
      region: Type.Optional(Type.String({ pattern: '^[A-Z]{2}$' })),
      protocol: Type.Optional(Type.Enum([...nodeProtocols])),
    }),
    output: listOutput(NodeRow),
  }),
  show: route('GET /api/console/nodes/show', {
    ...reads,
    secret: true,
    polls: true,
    summary: 'Everything about one node but its secrets',
    input: named,
    output: NodeDetail,
    errors: ['object.unknown'],
  }),
  history: route('GET /api/console/nodes/history', {
    ...reads,
    polls: true,
    summary: 'Load, users, speed and latency of one node over time',
    input: Type.Object({ nodeId: ShortRowId, hours: Hours }, strict),
    output: Type.Object({ stepMinutes: Count, points: Type.Array(Point) }),
    errors: ['object.unknown'],
  }),
  lines: route('GET /api/console/nodes/lines', {
    ...reads,
    summary: 'Lines on one node and whose they are',
    input: listInput(['number'], {
      nodeId: ShortRowId,
      state: Type.Optional(Type.String({ pattern: '^[a-z]{3,12}$' })),
    }),
    output: listOutput(LineRow),
    errors: ['object.unknown'],
  }),
  agents: route('GET /api/console/nodes/agents', {
    ...reads,
    polls: true,
    summary: 'Which release of our own agent and which engine runs on each node, and who lags',
    input: Type.Object({}, strict),
    output: Type.Object({
      /** The newest signed release; null: none is signed. */
      release: Nullable(Type.Object({ number: Type.String(), signedAt: Instant })),
      /** Gives a node without it the key that signs; run there as root. Null while nothing is signed. */
      keyLine: Nullable(Type.String()),
      nodes: Type.Array(AgentRow),
    }),
  }),
  offerAgent: route('POST /api/console/nodes/offer-agent', {
    ...writes,
    summary: 'Have one node update to a signed release of the agent; once one runs it, all of them',
    input: Type.Object(
      {
        number: Type.String({ pattern: '^\\d{1,4}\\.\\d{1,4}\\.\\d{1,4}$' }),
        /** Left out: all nodes of our own agent. */
        nodeId: Type.Optional(ShortRowId),
      },
      strict,
    ),
    output: Type.Object({ offered: Count }),
    errors: ['object.unknown', 'node.agent_unsigned', 'node.agent_untried'],
  }),
  add: route('POST /api/console/nodes/add', {
    ...writes,
    summary: 'A new node. It serves when its agent has enrolled',
    input: Type.Object(
      {
        ...place,
        protocol: Type.Enum([...nodeProtocols]),
        connection: Type.Enum(['agent', 'uniproxy']),
        /** Left out: the node serves users of all resellers. */
        onlyFor: Type.Optional(ResellerKey),
        realityPrivateKey: Type.Optional(PrivateKey),
        /** The node's half of `settings.encryption`. */
        decryption: Type.Optional(Half),
      },
      strict,
    ),
    output: Type.Object({ nodeId: Type.Integer() }),
    errors: ['request.invalid', 'object.unknown', 'node.taken', 'node.port_taken'],
  }),
  edit: route('POST /api/console/nodes/edit', {
    ...writes,
    summary: 'Change a node; its agent hears of it within seconds',
    input: Type.Object({ nodeId: ShortRowId, ...Type.Partial(Type.Object(place)).properties }, strict),
    output: Type.Object({ fields: Type.Array(Type.String()) }),
    errors: ['object.unknown', 'request.invalid', 'node.taken', 'node.port_taken'],
  }),
  replaceKey: route('POST /api/console/nodes/replace-key', {
    ...writes,
    stepUp: true,
    summary: 'Other keys of REALITY: the private one for the node, the public one for clients',
    input: Type.Object({ nodeId: ShortRowId, privateKey: PrivateKey, publicKey: PrivateKey }, strict),
    output: Done,
    errors: ['object.unknown', 'request.invalid'],
  }),
  setEncryption: route('POST /api/console/nodes/set-encryption', {
    ...writes,
    stepUp: true,
    summary: "Another pair for VLESS's own encryption: one half for clients, one for the node; both empty: none",
    input: Type.Object({ nodeId: ShortRowId, encryption: Half, decryption: Half }, strict),
    output: Done,
    errors: ['object.unknown', 'request.invalid'],
  }),
  pin: route('POST /api/console/nodes/pin', {
    ...writes,
    summary: 'Let apps accept the certificate of its own that a look saw at a node, and no other one',
    input: Type.Object({ nodeId: ShortRowId, seen: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, strict),
    output: Done,
    errors: ['object.unknown', 'request.invalid'],
  }),
  maintenance: route('POST /api/console/nodes/maintenance', {
    ...writes,
    summary: 'Take a node out of feeds and installs, or back in. Its lines go on',
    input: Type.Object({ nodeId: ShortRowId, on: Type.Boolean() }, strict),
    output: Done,
    errors: ['object.unknown'],
  }),
  remove: route('POST /api/console/nodes/remove', {
    ...writes,
    summary: 'For good: its lines are suspended and their owners told by mail',
    input: named,
    output: Done,
    errors: ['object.unknown'],
  }),
  enrol: route('POST /api/console/nodes/enrol', {
    ...writes,
    stepUp: true,
    summary: 'The line that enrols an agent, good once and for a day. Shown this once',
    input: named,
    output: Type.Object({
      command: Type.String(),
      /** Whether the command gives the node the key that signs releases. */
      hasKey: Type.Boolean(),
      expiresAt: Instant,
    }),
    errors: ['object.unknown', 'request.invalid'],
  }),
  uniproxyToken: route('POST /api/console/nodes/uniproxy-token', {
    ...writes,
    stepUp: true,
    summary: "A new token for a foreign agent's settings; the old one stops at once. Shown this once",
    input: named,
    output: Type.Object({ apiHost: Type.String(), nodeId: Type.Integer(), token: Type.String() }),
    errors: ['object.unknown', 'request.invalid'],
  }),
  previewMove: route('GET /api/console/nodes/preview-move', {
    ...reads,
    permission: 'nodes.write',
    summary: 'How many lines would move to another node, how many could not and why',
    input: Type.Object({ nodeId: ShortRowId, toNodeId: ShortRowId }, strict),
    output: Type.Object({
      lines: Count,
      stay: Type.Array(Type.Object({ reason: Type.String(), lines: Count })),
      told: Count,
    }),
    errors: ['object.unknown', 'node.unavailable', 'node.full', 'request.invalid'],
  }),
  move: route('POST /api/console/nodes/move', {
    ...writes,
    summary: 'Begin to move everybody to another node; each owner is told by mail. Pressed again it is the same move',
    input: Type.Object({ nodeId: ShortRowId, toNodeId: ShortRowId }, strict),
    output: Move,
    errors: ['object.unknown', 'node.unavailable', 'node.full', 'node.moving', 'node.empty', 'request.invalid'],
  }),
  stopMove: route('POST /api/console/nodes/stop-move', {
    ...writes,
    summary: 'End a move; who has moved stays where he is',
    input: named,
    output: Done,
    errors: ['object.unknown'],
  }),
}
