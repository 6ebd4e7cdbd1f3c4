import Type, { type Static } from 'typebox'

import { Instant, Nullable, Strict } from './fields.ts'
import { route } from './route.ts'

const Range = Type.Union([Type.Literal('today'), Type.Literal('week'), Type.Literal('month')])
const Day = Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' })

const OwnTraffic = Type.Object({
  /** The user's own nodes, most used first. */
  nodes: Type.Array(
    Type.Object({ nodeId: Type.Integer(), name: Type.String(), region: Type.String(), bytes: Type.Integer() }),
  ),
  /** The user's own bytes over the range: by hour for today, else by day. */
  points: Type.Array(Type.Object({ at: Instant, upBytes: Type.Integer(), downBytes: Type.Integer() })),
})
export type OwnTraffic = Static<typeof OwnTraffic>

const TrafficRank = Type.Object({
  /** The top users of the reseller, with masked names. */
  top: Type.Array(
    Type.Object({ place: Type.Integer(), nameMasked: Type.String(), bytes: Type.Integer(), isMe: Type.Boolean() }),
  ),
  /** Null when the user has used nothing. */
  me: Nullable(Type.Object({ place: Type.Integer(), bytes: Type.Integer() })),
  /** Number of ranked users. */
  users: Type.Integer(),
  /** When the ranking was calculated. */
  rankedAt: Nullable(Instant),
})
export type TrafficRank = Static<typeof TrafficRank>

/** A calendar month of one user, by the business's clock. */
const TrafficMonth = Type.Object({
  /** As `2026-10`. */
  month: Type.String(),
  upBytes: Type.Integer(),
  downBytes: Type.Integer(),
  /** With traffic, of all days of the month until now. */
  days: Type.Integer(),
  daysOf: Type.Integer(),
  /** The node with most of it; null without traffic. */
  best: Nullable(Type.Object({ name: Type.String(), bytes: Type.Integer() })),
  /** Share of the time in which the nodes used were up, in percent; null when nothing was recorded. */
  uptime: Nullable(Type.Number()),
})
export type TrafficMonth = Static<typeof TrafficMonth>

export const traffic = {
  own: route('GET /api/traffic/own', {
    access: 'user',
    summary: 'Own nodes and own plot',
    input: Strict({ range: Range }),
    output: OwnTraffic,
  }),
  rank: route('GET /api/traffic/rank', {
    access: 'user',
    summary: "Rank among the reseller's users",
    input: Strict({ range: Range }),
    output: TrafficRank,
  }),
  month: route('GET /api/traffic/month', {
    access: 'user',
    summary: "The user's last month, or this one until now",
    input: Strict({ month: Type.Union([Type.Literal('last'), Type.Literal('this')]) }),
    output: TrafficMonth,
  }),
  usage: route('GET /api/traffic/usage', {
    access: 'user',
    summary: 'Own traffic between two business days, both included, by hour, day or node',
    input: Strict({
      from: Day,
      to: Day,
      by: Type.Union([Type.Literal('hour'), Type.Literal('day'), Type.Literal('node')]),
    }),
    output: Type.Object({
      items: Type.Array(
        Type.Object({
          /** Start of the hour or day; null when grouped by node. */
          at: Nullable(Instant),
          nodeId: Nullable(Type.Integer()),
          nodeName: Nullable(Type.String()),
          upBytes: Type.Integer(),
          downBytes: Type.Integer(),
          chargedBytes: Type.Integer(),
        }),
      ),
    }),
    errors: ['request.invalid'],
  }),
}
