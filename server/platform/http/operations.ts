import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'

import { nodeProbe } from '../../../contract/node-api.ts'
import type { Db } from '../db/db.ts'
import { makeReadiness } from '../db/readiness.ts'
import { HEALTHY } from '../release.ts'
import { equalBytes, sha256 } from '../secrets/crypto.ts'
import type { MaintenanceView } from './maintenance-gate.ts'
import { isFromHere } from './near-caller.ts'

/** A figure that is read from outside at each scrape, with its label values. */
export type Figure = { name: string; help: string; labels?: readonly string[] }
export type Sample = { name: string; value: number; labels?: Record<string, string> }
export type MetricsReader = { figures: readonly Figure[]; read(): Promise<Sample[]> }
type Log = { warn(line: string): void }
type Operations = { db: Db; metricsToken: string | null; readMetrics: MetricsReader; maintenance: MaintenanceView }

/**
 * /healthz says that the process lives and its release, /readyz that it can serve, /metrics counts what it did and what
 * it watches.
 */
export function registerOperations(app: FastifyInstance, { db, metricsToken, readMetrics, maintenance }: Operations) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'yuxian_' })
  countRequests(app, registry)
  const gauges = new Map(readMetrics.figures.map((figure) => [figure.name, makeGauge(registry, figure)]))
  app.get('/healthz', { schema: { hide: true } }, async (_request, reply) => reply.type('text/plain').send(HEALTHY))
  const kilobyte = 'x'.repeat(nodeProbe.bytes)
  app.get(nodeProbe.path, { schema: { hide: true } }, async (_request, reply) =>
    reply.type('text/plain').send(kilobyte),
  )
  const whyNotReady = makeReadiness(db)
  const ready = makeGauge(registry, { name: 'yuxian_ready', help: '1 while this process can serve, as /readyz says' })
  const closed = makeGauge(registry, { name: 'yuxian_maintenance', help: '1 while the maintenance switch is on' })
  const look = async () => {
    ready.set((await whyNotReady()) === null ? 1 : 0)
    closed.set(maintenance().isOn ? 1 : 0)
  }
  app.get('/readyz', { schema: { hide: true } }, async (_request, reply) => {
    const trouble = await whyNotReady()
    return reply
      .code(trouble ? 503 : 200)
      .type('text/plain')
      .send(trouble ?? 'ready')
  })
  app.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) return reply.code(403).type('text/plain').send('forbidden')
    await look()
    await fillGauges(gauges, readMetrics, request.log)
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  return {
    /** The same figures, for sending them elsewhere. */
    async readFigures(log: Log) {
      await look()
      await fillGauges(gauges, readMetrics, log)
      return registry.getMetricsAsJSON()
    },
  }
}

function countRequests(app: FastifyInstance, registry: Registry): void {
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
  app.addHook('onResponse', (request, reply, done) => {
    // Use the route pattern, never the URL: visitors could make up paths, and a label for each would grow without end.
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ route, status: String(reply.statusCode) })
    seconds.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
}

function makeGauge(registry: Registry, { name, help, labels = [] }: Figure): Gauge {
  return new Gauge({ name, help, labelNames: [...labels], registers: [registry] })
}

/** Without the database, the figures of this process itself are still useful. */
async function fillGauges(gauges: Map<string, Gauge>, { figures, read }: MetricsReader, log: Log): Promise<void> {
  for (const { name, labels } of figures) {
    // Do not reset a gauge without labels: it would say 0 where nothing is known.
    if (labels) gauges.get(name)?.reset()
    else gauges.get(name)?.remove()
  }
  try {
    for (const { name, value, labels = {} } of await read()) gauges.get(name)?.set(labels, value)
  } catch (error) {
    log.warn(`the figures of the database are left out of the metrics: ${(error as Error).message}`)
  }
}

/** Allows this machine itself, not a proxy on it; other machines need the token. */
function mayReadMetrics(request: FastifyRequest, token: string | null): boolean {
  if (isFromHere(request)) return true
  return token !== null && equalBytes(sha256(request.headers.authorization ?? ''), sha256(`Bearer ${token}`))
}
