import Type, { type Static } from 'typebox'

import { Instant, Nullable } from './fields.ts'
import { nodeFaults, SpeedMode } from './lines.ts'
import { route } from './route.ts'

const Bytes = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER })
const Count = Type.Integer({ minimum: 0, maximum: 10_000_000 })
const LineNumber = Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })
const BootId = Type.String({ maxLength: 100, pattern: '^[\\w.:-]*$' })
const strict = { additionalProperties: false } as const
const Fingerprint = Type.String({ pattern: '^[0-9a-f]{64}$' })
const LineBytes = Type.Array(Type.Object({ number: LineNumber, up: Bytes, down: Bytes }, strict), { maxItems: 5_000 })

/** An agent that cannot reach the server asks more and more seldom, but at least this often. */
export const AGENT_PAUSE_MAX_MS = 30_000

/** What the agent runs: enough to write the engine's configuration file. */
export const NodeSetup = Type.Object({
  nodeId: Type.Integer(),
  name: Type.String(),
  protocol: Type.String(),
  port: Type.Integer(),
  settings: Type.Record(Type.String(), Type.Unknown()),
  settingsRevision: Type.Integer(),
  /** By which clients know the node's certificate. */
  serverName: Type.Optional(Type.String()),
  speedMbps: Type.Integer(),
  /** The node's own keys, such as REALITY's. Only the node itself gets them. */
  secrets: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** A user with which other nodes test whether this one carries bytes. It reaches only `place`, and is counted to nobody. */
  probe: Type.Optional(Type.Object({ credential: Type.String(), place: Type.String() })),
})
export type NodeSetup = Static<typeof NodeSetup>

/** What a look fetches through a node. */
export const nodeProbe = { path: '/api/node/v1/probe', bytes: 1024 } as const

/** A look at another node of this installation. */
export const NodeLook = Type.Object({
  nodeId: Type.Integer(),
  address: Type.String(),
  port: Type.Integer(),
  protocol: Type.String(),
  settings: Type.Record(Type.String(), Type.Unknown()),
  /** The probe's credential; null: there is no probe, so only the port can be tried. */
  credential: Nullable(Type.String()),
})
export type NodeLook = Static<typeof NodeLook>

/** What was found: how long it took, or why it failed. */
export const NodeFinding = Type.Object(
  {
    nodeId: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }),
    way: Type.Enum(['engine', 'tls', 'tcp']),
    ms: Type.Integer({ minimum: 0, maximum: 60_000 }),
    fault: Nullable(Type.Enum([...nodeFaults])),
    /** SHA-256 of the certificate that the node showed, where nobody else has signed it for this name. */
    certSha256: Type.Optional(Fingerprint),
  },
  strict,
)
export type NodeFinding = Static<typeof NodeFinding>

export const NodeUser = Type.Object({
  number: Type.Integer(),
  generation: Type.Integer(),
  /** `off`: nobody with this number may stay connected; the fields below are then null. */
  state: Type.Union([Type.Literal('on'), Type.Literal('off')]),
  /** A UUID: the id for vless and vmess, the password for trojan and shadowsocks. */
  credential: Nullable(Type.String()),
  port: Nullable(Type.Integer()),
  notAfter: Nullable(Instant),
  /** In bytes that the engine counts: the node's rate is already applied. Null without a limit (rate 0). */
  bytesLeft: Nullable(Type.Integer()),
  deviceLimit: Type.Integer(),
  mode: SpeedMode,
  /** True: the package has ended, and this user gets to the answer's `places` only. `bytesLeft` is then as counted. */
  lifeline: Type.Optional(Type.Boolean()),
})
export type NodeUser = Static<typeof NodeUser>

/** Calls of our node agent. Not in `api`, because the portal's bundle does not need them. */
export const nodeApi = {
  enrol: route('POST /api/node/v1/enrol', {
    access: 'public',
    summary: 'Trade the one-time token for the key of a node; an older agent with its key is told to stop',
    input: Type.Object(
      { token: Type.String({ minLength: 20, maxLength: 200 }), agentVersion: Type.String({ maxLength: 60 }) },
      strict,
    ),
    output: Type.Object({ nodeId: Type.Integer(), secret: Type.String(), epoch: Type.Integer(), setup: NodeSetup }),
    errors: ['node.enrol_refused', 'request.too_many'],
  }),
  users: route('GET /api/node/v1/users', {
    secret: true,
    access: 'node',
    summary:
      'Who may use the node: changes since a revision, everybody since 0. Waits for a change up to `wait` seconds',
    input: Type.Object(
      {
        since: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        wait: Type.Integer({ minimum: 0, maximum: 30 }),
        /** The agent can hold users to `places`. Without it, users on a lifeline are never named. */
        lifeline: Type.Optional(Type.Boolean()),
      },
      strict,
    ),
    output: Type.Object({
      revision: Type.Integer(),
      /** False: `users` holds only changes. */
      full: Type.Boolean(),
      /** Null when the agent's setup is current. */
      setup: Nullable(NodeSetup),
      /** The agent enforces expiry by this clock, not by its own. */
      now: Instant,
      /** Without contact until then, the agent admits nobody new. */
      leaseUntil: Instant,
      users: Type.Array(NodeUser),
      /** Where users on a lifeline get to, as host:port; only for agents that asked with `lifeline`. */
      places: Type.Optional(Type.Array(Type.String())),
    }),
    errors: ['node.refused', 'node.epoch'],
  }),
  batches: route('POST /api/node/v1/batches', {
    access: 'node',
    summary: 'Count traffic. The same batch id again counts nothing',
    input: Type.Object(
      {
        batchId: Type.String({ minLength: 8, maxLength: 100, pattern: '^[\\w.:-]+$' }),
        boot: BootId,
        seq: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        /** Duration of the count in seconds. With the node's speed it limits what a batch may claim. */
        seconds: Type.Integer({ minimum: 1, maximum: 2_678_400 }),
        items: LineBytes,
        /** Bytes of users on a lifeline. They are counted apart and charged to nobody. */
        lifeline: Type.Optional(LineBytes),
      },
      strict,
    ),
    output: Type.Object({
      duplicate: Type.Boolean(),
      /** Lines of this batch that must be cut off. */
      cut: Type.Array(Type.Integer()),
      /** Bytes left for lines of this batch, counted as in NodeUser. Near the end of a quota: this node's share of them. */
      left: Type.Array(Type.Object({ number: Type.Integer(), bytesLeft: Nullable(Type.Integer()) })),
      /** The same for lines under `lifeline`, in bytes as counted. */
      lifelineLeft: Type.Optional(Type.Array(Type.Object({ number: Type.Integer(), bytesLeft: Type.Integer() }))),
    }),
    errors: ['node.refused', 'node.epoch', 'node.batch_refused'],
  }),
  state: route('POST /api/node/v1/state', {
    access: 'node',
    summary: 'How the node is, what it has applied, who is connected from where',
    input: Type.Object(
      {
        boot: BootId,
        engine: Type.Union([Type.Literal('running'), Type.Literal('starting'), Type.Literal('down')]),
        appliedRevision: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
        failed: Type.Array(LineNumber, { maxItems: 5_000 }),
        agentVersion: Type.String({ maxLength: 60 }),
        /** Name and number of the engine's program. */
        engineVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
        cpuPercent: Type.Integer({ minimum: 0, maximum: 100 }),
        memoryPercent: Type.Integer({ minimum: 0, maximum: 100 }),
        /** SHA-256 of the certificate that the agent has made itself, for the node's setting of the same name. */
        certSha256: Type.Optional(Fingerprint),
        /** How long the answer to the previous report took. */
        latencyMs: Type.Optional(Type.Integer({ minimum: 0, maximum: 60_000 })),
        /** Whether it takes releases at all: without the key that signs them it takes none. */
        hasUpdateKey: Type.Optional(Type.Boolean()),
        /** Why the offered release does not run. Only from agents that were offered one. */
        updateFault: Type.Optional(Type.String({ maxLength: 200 })),
        /**
         * Tries that the operator's rules for this node have refused since `run` began: how many, never whose or where to.
         * Left out by engines that do not tell, and where there are no rules.
         */
        blocked: Type.Optional(
          Type.Object({ run: BootId, count: Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 }) }, strict),
        ),
        connections: Count,
        upBps: Bytes,
        downBps: Bytes,
        addresses: Type.Array(
          Type.Object(
            { number: LineNumber, addresses: Type.Array(Type.String({ maxLength: 45 }), { maxItems: 64 }) },
            strict,
          ),
          { maxItems: 5_000 },
        ),
      },
      strict,
    ),
    output: Type.Object({
      /** Addresses beyond a line's device limit: cut off their connections. */
      over: Type.Array(Type.Object({ number: Type.Integer(), addresses: Type.Array(Type.String()) })),
      /** Last sequence number of this boot on the server, for an agent whose own record is damaged. */
      lastSeq: Type.Integer(),
      /** The release that the operator wants here. The agent takes it only if its pinned key has signed it. */
      update: Type.Optional(Type.Object({ number: Type.String(), sha256: Type.String(), signature: Type.String() })),
    }),
    errors: ['node.refused', 'node.epoch'],
  }),
  looks: route('POST /api/node/v1/looks', {
    access: 'node',
    summary: 'Which other nodes to look at, once a minute, and what the last looks found',
    input: Type.Object(
      {
        /** Engines on this machine that can be a client. */
        engines: Type.Array(Type.Enum(['v2ray', 'xray']), { maxItems: 2 }),
        /** Whether this node lets its own probe in. */
        hasProbe: Type.Boolean(),
        findings: Type.Array(NodeFinding, { maxItems: 200 }),
      },
      strict,
    ),
    output: Type.Object({ looks: Type.Array(NodeLook) }),
    errors: ['node.refused', 'node.epoch'],
  }),
}
export type NodeStateReport = Static<typeof nodeApi.state.input>
