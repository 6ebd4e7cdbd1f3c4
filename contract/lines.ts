import Type, { type Static } from 'typebox'

import { Instant, Nothing, Nullable, RowId, ShortRowId, Strict, Uuid } from './fields.ts'
import { route } from './route.ts'

export const SpeedMode = Type.Union([
  Type.Literal('standard'),
  Type.Literal('game'),
  Type.Literal('video'),
  Type.Literal('saver'),
])
export type SpeedMode = Static<typeof SpeedMode>

/** A node as its users see it. */
export const NodeState = Type.Union([Type.Literal('up'), Type.Literal('down'), Type.Literal('maintenance')])

/**
 * What a look from outside found of a node that is up: `good` and `slow` when its engine carried bytes, `port` when only its
 * port answered, `none` when nobody looked.
 */
export const NodeCheck = Type.Union([
  Type.Literal('good'),
  Type.Literal('slow'),
  Type.Literal('port'),
  Type.Literal('none'),
])
export type NodeCheck = Static<typeof NodeCheck>

/** What a look from outside can find wrong. */
export const nodeFaults = ['refused', 'timeout', 'name', 'tls', 'carry'] as const
/** Why a node is down: its agent is silent, its engine stands still, or the last looks did not find it. */
export const NodeReason = Type.Enum(['silent', 'engine', ...nodeFaults])
export type NodeReason = Static<typeof NodeReason>

export const LineNode = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  /** ISO 3166 code. */
  region: Type.String(),
  protocol: Type.String(),
  state: NodeState,
  check: NodeCheck,
  /** Only of a node that is down. */
  reason: Nullable(NodeReason),
  /** Share of its capacity, 0 to 100. */
  loadPercent: Type.Integer(),
  isFull: Type.Boolean(),
  /** Traffic counts at this percentage. */
  ratePercent: Type.Integer(),
  suits: Type.Array(SpeedMode),
  /** Recommended for the user's speed mode. */
  isRecommended: Type.Boolean(),
  /** True: the node enforces speed classes. */
  enforcesSpeed: Type.Boolean(),
  /** An https address that the browser can time; null without one. */
  probeUrl: Nullable(Type.String()),
  /** The user's line on this node. */
  lineId: Nullable(Uuid),
})
export type LineNode = Static<typeof LineNode>

export const LineState = Type.Union([
  Type.Literal('installing'),
  Type.Literal('active'),
  Type.Literal('suspended'),
  Type.Literal('moving'),
  Type.Literal('failed'),
])
export const SuspendReason = Type.Union([
  Type.Literal('paused'),
  Type.Literal('expired'),
  Type.Literal('quota'),
  Type.Literal('limit'),
  Type.Literal('node'),
])

export const Line = Type.Object({
  id: Uuid,
  nodeId: Type.Integer(),
  nodeName: Type.String(),
  region: Type.String(),
  protocol: Type.String(),
  state: LineState,
  reason: Nullable(SuspendReason),
  nodeState: NodeState,
  nodeCheck: NodeCheck,
  /** Only of a node that is down. */
  nodeReason: Nullable(NodeReason),
  ratePercent: Type.Integer(),
  todayBytes: Type.Integer(),
  /** When it last carried bytes, to the minute; null when it never did. */
  lastConnectedAt: Nullable(Instant),
  createdAt: Instant,
  /** Data to connect by hand; null unless the line is active. The portal translates the label keys. */
  connection: Nullable(
    Type.Object({
      address: Type.String(),
      port: Type.Integer(),
      credential: Type.String(),
      /** Other settings in the client's own terms: cipher, network, sni … */
      settings: Type.Record(Type.String(), Type.String()),
      /** vless://, vmess://, trojan://, ss:// …; the QR code shows it too. */
      uri: Type.String(),
    }),
  ),
})
export type Line = Static<typeof Line>

/** `opened`: the page of the feed's address; `imported`: a client took the feed; `connected`: bytes flowed after it. */
const Stage = Type.Union([
  Type.Literal('none'),
  Type.Literal('opened'),
  Type.Literal('imported'),
  Type.Literal('connected'),
])

/** How far a user's device has come, as the server sees it. */
export const Connected = Type.Object({
  stage: Stage,
  /** The system that opened the page: ios, android …; null before. */
  system: Nullable(Type.String()),
  /** The client that took the feed; null when it did not say its name. */
  client: Nullable(Type.String()),
  importedAt: Nullable(Instant),
  /** The line that carried the first byte. */
  line: Nullable(Type.Object({ lineId: Uuid, nodeName: Type.String(), region: Type.String() })),
  /** From the import to the first byte; null without an import before it. */
  seconds: Nullable(Type.Integer()),
  /** When any line last carried bytes, to the minute. */
  lastAt: Nullable(Instant),
})
export type Connected = Static<typeof Connected>

/** A device with an address of its own, which it got by a one-scan code. */
export const FeedDevice = Type.Object({
  id: RowId,
  stage: Stage,
  /** As in `Connected`. */
  system: Nullable(Type.String()),
  client: Nullable(Type.String()),
  createdAt: Instant,
  /** While its code waits to be used: until when. */
  expiresAt: Nullable(Instant),
})
export type FeedDevice = Static<typeof FeedDevice>

const NamedDeviceId = Type.String({ pattern: '^[0-9a-f]{64}$' })

/** A device that its client names. It holds one of the places that the plan allows. */
export const NamedDevice = Type.Object({
  id: NamedDeviceId,
  client: Nullable(Type.String()),
  /** What it says it runs on: ios, android …; null when it does not say. */
  system: Nullable(Type.String()),
  seenAt: Instant,
})
export type NamedDevice = Static<typeof NamedDevice>

const ById = Strict({ lineId: Uuid })
export const lineErrors = ['object.unknown', 'account.paused', 'line.no_package'] as const
export const placeErrors = ['node.unavailable', 'node.full', 'line.exists', 'line.limit', 'request.too_many'] as const

export const lines = {
  nodes: route('GET /api/line/nodes', {
    access: 'user',
    summary: 'Nodes this user may install, best first for the speed mode',
    input: Nothing,
    output: Type.Array(LineNode),
  }),
  list: route('GET /api/line/list', {
    secret: true,
    access: 'user',
    summary: "The user's lines and the address of the feed",
    input: Nothing,
    output: Type.Object({
      lines: Type.Array(Line),
      subscriptionUrl: Type.String(),
      /** After a package has ended: until then lines still reach the portal and ways to pay. Null: they do not. */
      reachUntil: Nullable(Instant),
    }),
  }),
  connected: route('GET /api/line/connected', {
    access: 'user',
    summary: 'Whether a client took the feed, and whether bytes flow since',
    /** Given: only the last so many seconds count. Not a time, because clocks of phones are wrong. */
    input: Strict({ within: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400 })) }),
    output: Connected,
  }),
  install: route('POST /api/line/install', {
    access: 'user',
    summary: 'Install a line on a node',
    input: Strict({ nodeId: ShortRowId }),
    output: Line,
    errors: [...lineErrors, ...placeErrors],
  }),
  installFirst: route('POST /api/line/installFirst', {
    access: 'user',
    summary: 'Install the first two lines by speed mode, load and measured latency; nothing for who has lines already',
    input: Strict({
      /** As timed by this browser; nodes it could not time are left out. */
      latencies: Type.Array(Strict({ nodeId: ShortRowId, ms: Type.Integer({ minimum: 0, maximum: 60_000 }) }), {
        maxItems: 100,
      }),
    }),
    output: Type.Object({ lines: Type.Array(Line), subscriptionUrl: Type.String() }),
    errors: [...lineErrors, 'request.too_many'],
  }),
  uninstall: route('POST /api/line/uninstall', {
    access: 'user',
    summary: 'Remove a line',
    input: ById,
    output: Nothing,
    errors: ['object.unknown'],
  }),
  move: route('POST /api/line/move', {
    access: 'user',
    summary: 'Move a line to another node, where it gets a new id and credential; the old one runs on for a moment',
    input: Strict({ lineId: Uuid, nodeId: ShortRowId }),
    output: Line,
    errors: [...lineErrors, ...placeErrors, 'line.wrong_state'],
  }),
  undoMove: route('POST /api/line/undoMove', {
    access: 'user',
    summary: 'Take back a move a moment ago; the old line stays, with its credential',
    /** The new line's id. */
    input: ById,
    output: Line,
    errors: [...lineErrors, 'line.undo_over'],
  }),
  rotate: route('POST /api/line/rotate', {
    access: 'user',
    summary: "Change a line's credential",
    input: ById,
    output: Line,
    errors: [...lineErrors, 'line.wrong_state', 'request.too_many'],
  }),
  resetSub: route('POST /api/line/resetSub', {
    access: 'user',
    summary: 'Give the feed a new address; the old one stops at once',
    input: Nothing,
    output: Type.Object({ subscriptionUrl: Type.String() }),
    errors: ['request.too_many'],
  }),
  deviceCode: route('POST /api/line/deviceCode', {
    access: 'user',
    summary: 'Make a one-scan code, which gives one other device an address of its own',
    input: Nothing,
    output: Type.Object({ id: RowId, url: Type.String(), expiresAt: Instant }),
    errors: ['line.device_limit', 'request.too_many'],
  }),
  devices: route('GET /api/line/devices', {
    access: 'user',
    summary: 'Devices with an address of their own, the code that still waits, and devices that their clients name',
    input: Nothing,
    output: Type.Object({
      /** The newest first. */
      items: Type.Array(FeedDevice),
      /** The last seen first. */
      named: Type.Array(NamedDevice),
    }),
  }),
  revokeDevice: route('POST /api/line/revokeDevice', {
    access: 'user',
    summary: "Take back a device's address, or a code that nobody used",
    input: Strict({ id: RowId }),
    output: Nothing,
    errors: ['object.unknown'],
  }),
  forgetDevice: route('POST /api/line/forgetDevice', {
    access: 'user',
    summary: 'Free the place of a device that its client names; it takes a free one when it comes again',
    input: Strict({ id: NamedDeviceId }),
    output: Nothing,
    errors: ['object.unknown'],
  }),
  speedMode: route('POST /api/user/speedMode', {
    access: 'user',
    summary: 'Choose how nodes are ordered and driven',
    input: Strict({ mode: SpeedMode }),
    output: Type.Object({ mode: SpeedMode }),
    errors: ['account.paused', 'request.too_many'],
  }),
}
