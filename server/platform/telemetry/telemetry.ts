import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { MetricObjectWithValues, MetricValue } from 'prom-client'

import { currentPatience } from '../db/patience.ts'

export type Registered = MetricObjectWithValues<MetricValue<string>>

/** Where spans and figures go. The library behind it is loaded only if an operator names a collector. */
export type Telemetry = {
  /** A call from its arrival to its answer. The statements of the call know the same `of`. */
  startRequest(of: object, request: { id: string; method: string }): void
  endRequest(of: object, answer: { route: string; status: number }): void
  /** A call's database statement; call the returned function when it is over. Only statements of calls are followed. */
  startStatement(of: object, statement: { name?: string; text: string }): (error?: unknown) => void
  /** Sends what /metrics shows every minute. */
  offerMetrics(read: () => Promise<Registered[]>): void
  stop(): Promise<void>
}

export function followRequests(app: FastifyInstance, telemetry: Telemetry): void {
  const keyOf = (request: FastifyRequest): object => request.patience ?? request
  app.addHook('onRequest', async (request) => {
    telemetry.startRequest(keyOf(request), { id: request.id, method: request.method })
  })
  app.addHook('onResponse', async (request, reply) => {
    // Use the route's pattern, never the address: it may hold a ticket or a subscription's secret.
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
