import Type, { type Static } from 'typebox'

import { Instant, Nullable } from './fields.ts'

const Count = Type.Integer({ minimum: 0 })
const Percent = Type.Number({ minimum: 0, maximum: 100 })

/** Kinds that the server's own watch raises. Other parts raise their own (`payment.mismatch`, `node.refused` …). */
export const watchedKinds = [
  'node.silent',
  'node.engine_down',
  'node.update_failed',
  'payment.success_low',
  'payment.unsettled',
  'books.unclean',
  'job.failing',
  'job.stuck',
  'disk.full',
  'backup.old',
  'database.away',
] as const
export type WatchedKind = (typeof watchedKinds)[number]

/** Every kind of alert. Each needs a sentence in each language; a missing one does not compile. */
export const alertKinds = [
  ...watchedKinds,
  'address.inside',
  'backup.hook',
  'money.unclaimed',
  'node.batch_refused',
  'node.refused',
  'payment.bill_differs',
  'payment.disputed',
  'payment.mismatch',
  'payment.refunded_outside',
  'payment.unknown_order',
  'refund.unknown',
  'refund.wished',
  'reseller.fee_refunded',
  'reseller.short',
  'reseller.word',
  'staff.mails',
  'staff.refused',
  'telegram.failing',
  'ticket.waiting',
  'webhook.off',
  'withdrawal.missed',
] as const
export type AlertKind = (typeof alertKinds)[number]

export const MonitorAlert = Type.Object({
  id: Type.Integer(),
  resellerId: Nullable(Type.Integer()),
  /** Area and problem: `node.silent`. */
  kind: Type.String(),
  /** What it is about: `node:12`, `payment:<id>`. */
  subject: Type.String(),
  /** Plain values: nodeName, region, count, percent, outTradeNo … */
  detail: Type.Record(Type.String(), Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()]))),
  /** One sentence about what happened, in the language of the request. */
  text: Type.String(),
  severity: Type.Union([Type.Literal('warning'), Type.Literal('critical')]),
  createdAt: Instant,
  lastSeenAt: Instant,
  /** How often it occurred while open. */
  times: Count,
  acknowledgedAt: Nullable(Instant),
  acknowledgedBy: Nullable(Type.String()),
  /** Null while open. */
  resolvedAt: Nullable(Instant),
})
export type MonitorAlert = Static<typeof MonitorAlert>

export const MonitorNode = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  region: Type.String(),
  resellerId: Nullable(Type.Integer()),
  /** `new`: never reported. `silent`: no report for too long. `down`: reports that its engine does not run. */
  state: Type.Union([
    Type.Literal('up'),
    Type.Literal('starting'),
    Type.Literal('down'),
    Type.Literal('silent'),
    Type.Literal('new'),
  ]),
  inMaintenance: Type.Boolean(),
  seenAt: Nullable(Instant),
  connection: Type.Union([Type.Literal('agent'), Type.Literal('uniproxy')]),
  agentVersion: Type.String(),
  cpuPercent: Nullable(Percent),
  memoryPercent: Nullable(Percent),
  onlineUsers: Count,
  connections: Count,
  upBps: Count,
  downBps: Count,
  /** Lines on the node, and how many it can take. */
  lines: Count,
  capacity: Count,
})
export type MonitorNode = Static<typeof MonitorNode>

const MonitorProcess = Type.Object({
  host: Type.String(),
  pid: Type.Integer(),
  version: Type.String(),
  startedAt: Instant,
  seenAt: Instant,
  rssBytes: Count,
  /** 99th percentile since the last report. */
  eventLoopDelayMs: Type.Number(),
  streams: Count,
  diskFreePercent: Nullable(Percent),
})

/** Figures of the platform; null for a monitor that is limited to one reseller. */
export const MonitorPlatform = Type.Object({
  jobs: Type.Object({
    waiting: Count,
    running: Count,
    /** Failed, will be retried. */
    retrying: Count,
    /** Failed for good. */
    failed: Count,
    /** Running longer than their kind may take. */
    stuck: Count,
    /** Wait of the oldest due job; null when none is due. */
    oldestWaitS: Nullable(Count),
  }),
  database: Type.Object({
    sizeBytes: Count,
    connections: Count,
    connectionsMax: Count,
    /** Age of the longest open transaction. */
    longestTransactionS: Count,
  }),
  processes: Type.Array(MonitorProcess),
  /** Null before the first check. */
  books: Nullable(Type.Object({ checkedAt: Instant, problems: Count, transactions: Count, tookMs: Count })),
  /** The last successful backup; null before the first. */
  backup: Nullable(Type.Object({ madeAt: Instant, bytes: Count })),
})
export type MonitorPlatform = Static<typeof MonitorPlatform>

export const MonitorOverview = Type.Object({
  at: Instant,
  /** The last event that these figures include: use it as `since` for the stream. */
  eventId: Count,
  /** The reseller of the filter, or the monitor's own. */
  resellerId: Nullable(Type.Integer()),
  nodes: Type.Array(MonitorNode),
  onlineUsers: Count,
  /** One entry per minute of the last hour, oldest first, without the current minute. */
  traffic: Type.Array(Type.Object({ at: Instant, upBytes: Count, downBytes: Count })),
  /** Same minutes as `traffic`. */
  sales: Type.Array(Type.Object({ at: Instant, orders: Count, payments: Count, paid: Count, paidFen: Count })),
  payments: Type.Object({
    /** Share of the payments decided in the last hour; null without any. */
    successPercent: Nullable(Percent),
    decided: Count,
    pending: Count,
    oldestUnsettled: Nullable(Type.Object({ createdAt: Instant, outTradeNo: Type.String(), ageS: Count })),
  }),
  /** Open alerts, worst and newest first, at most 100. */
  alerts: Type.Array(MonitorAlert),
  platform: Nullable(MonitorPlatform),
})
export type MonitorOverview = Static<typeof MonitorOverview>

/**
 * Events of the stream by name. `alert` and `maintenance` have an id, arrive in order and are never lost: after a break
 * the client sends the last id and gets the missing ones first. `snapshot` has no id; it follows them, then comes every
 * 2 s. `end` means that the token expired or was signed out (sign in again) or that the server stops (reconnect).
 */
export type MonitorEvents = {
  snapshot: MonitorOverview
  alert: { change: 'raised' | 'acknowledged' | 'resolved'; alert: MonitorAlert }
  maintenance: { nodeId: number; nodeName: string; on: boolean; at: string }
  end: { reason: 'signed_out' | 'stopping' }
}
