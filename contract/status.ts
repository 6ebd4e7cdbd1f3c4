import Type, { type Static } from 'typebox'

import { Instant, Nullable, ResellerKey, Strict } from './fields.ts'
import { NodeCheck, NodeReason, NodeState } from './lines.ts'
import { route } from './route.ts'

const Percent = Type.Number({ minimum: 0, maximum: 100 })
/** One entry per day, oldest first; the last one is today. Null: nothing was recorded. */
const Days = Type.Array(Nullable(Percent))

const StatusNode = Type.Object({
  name: Type.String(),
  state: NodeState,
  check: NodeCheck,
  reason: Nullable(NodeReason),
  uptimePercent: Nullable(Percent),
  days: Days,
})

/** `partial`: some nodes are down. `maintenance`: none is down, but some are out of service on purpose. */
const Overall = Type.Union([
  Type.Literal('up'),
  Type.Literal('maintenance'),
  Type.Literal('partial'),
  Type.Literal('down'),
])

export const StatusReport = Type.Object({
  /** The minute of the calculation. */
  at: Instant,
  state: Overall,
  /** The business day of the first entry in every `days`. */
  firstDay: Type.String(),
  regions: Type.Array(
    Type.Object({
      /** ISO 3166 code. */
      region: Type.String(),
      state: Overall,
      uptimePercent: Nullable(Percent),
      days: Days,
      nodes: Type.Array(StatusNode),
    }),
  ),
  /** Planned maintenance, future or running, next one first. */
  planned: Type.Array(
    Type.Object({
      nodeName: Type.String(),
      region: Type.String(),
      startsAt: Instant,
      endsAt: Instant,
      note: Type.String(),
    }),
  ),
  /** Newest first, at most 50 from the last 90 days. */
  incidents: Type.Array(
    Type.Object({
      kind: Type.Union([Type.Literal('silent'), Type.Literal('engine_down'), Type.Literal('maintenance')]),
      nodeName: Type.String(),
      region: Type.String(),
      startedAt: Instant,
      endedAt: Nullable(Instant),
    }),
  ),
})
export type StatusReport = Static<typeof StatusReport>

export const status = {
  report: route('GET /api/status', {
    access: 'public',
    summary: 'Which nodes run, their uptime over 90 days, and what went wrong. Names only; may be cached',
    cacheS: 30,
    input: Strict({ dailiKey: Type.Optional(ResellerKey) }),
    output: StatusReport,
  }),
}
