import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

import { currentPatience } from '../patience.ts'

export type Registered = MetricObjectWithValues<MetricValue<string>>

/** Where spans and figures go. The library behind it is loaded only where an operator names a collector. */
export type Telemetry = {
  /** A call from its arrival to its answer. `of` is known to the statements that it asks, too. */
  startRequest(of: object, request: { id: string; method: string }): void
  endRequest(of: object, answer: { route: string; status: number }): void
  /** What a call asks the database; call what it answers when that is over. Others than calls are not followed. */
  startStatement(of: object, statement: { name?: string; text: string }): (error?: unknown) => void
  /** What /metrics shows goes out by itself every minute. */
  offerMetrics(read: () => Promise<Registered[]>): void
  stop(): Promise<void>
}

export function followRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const keyOf = (request: FastifyRequest): object => request.patience ?? request
  app.addHook('onRequest', async (request) => {
    telemetry.startRequest(keyOf(request), { id: request.id, method: request.method })
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route's pattern, never the address: that may hold a ticket or the secret of a subscription.
    telemetry.endRequest(keyOf(request), { route: request.routeOptions.url ?? 'unknown', status: reply.statusCode })
  })
}

export function followStatement(
  telemetry: Telemetry | undefined,
  statement: { name?: string; text: string },
): (error?: unknown) => void {
  const patience = telemetry && currentPatience()
  return patience ? telemetry.startStatement(patience, statement) : () => {}
}
