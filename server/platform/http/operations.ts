import type { FastifyInstance } from 'fastify'
import { Counter, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import type { Db } from '../db.ts'

/** /healthz says the process lives, /readyz that it can serve (the database answers), /metrics counts both. */
export function registerOperations(app: FastifyInstance, db: Db): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'yuxian_' })
  const requests = new Counter({
    name: 'yuxian_http_requests_total',
    help: 'Requests by route and status',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const seconds = new Histogram({
    name: 'yuxian_http_request_seconds',
    help: 'Time to answer by route',
    labelNames: ['route'] as const,
    buckets: [0.005, 0.02, 0.1, 0.5, 2],
    registers: [registry],
  })
  app.addHook('onResponse', async (request, reply) => {
    // The route pattern, never the URL: a label per path a visitor made up would grow without end.
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
  })
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send('ok'))
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    try {
      await db.query({ name: 'operations.ready', text: 'select 1', values: [] })
      return await reply.type('text/plain').send('ready')
    } catch {
      return reply.code(503).type('text/plain').send('database unavailable')
    }
  })
  app.get('/metrics', { schema: { hide: true } }, async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  )
}
