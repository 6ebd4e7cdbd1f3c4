import { ROOT_CONTEXT, SpanKind, SpanStatusCode, trace, type Span } from '@opentelemetry/api'
import { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { MeterProvider, PeriodicExportingMetricReader, type MetricProducer } from '@opentelemetry/sdk-metrics'
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { hostname } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

import type { TelemetrySettings } from '../../config.ts'
import { toMetricData } from './metric-data.ts'
import type { Registered, Telemetry } from './telemetry.ts'

const NAME = 'yuxian'
const METRICS_EVERY_MS = 60_000
const SHOWN = 200
/** Retries to an absent collector would take longer: the server stops without waiting for them. */
const STOP_LIMIT_MS = 2_000

/** Sends spans and figures to a collector by OTLP over HTTP. Drops what cannot be sent, so nothing waits for it. */
export function startTelemetry({ endpoint, headers, sampled }: TelemetrySettings): Telemetry {
  const own = { 'service.name': NAME, 'service.instance.id': `${hostname()}:${process.pid}` }
  const resource = defaultResource().merge(resourceFromAttributes(own))
  const traces = new TracerProvider({
    resource,
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(sampled) }),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url: `${endpoint}/v1/traces`, headers }) }),
    ],
  })
  const tracer = traces.getTracer(NAME)
  const requests = new WeakMap<object, Span>()
  let read: () => Promise<Registered[]> = async () => []
  const startedAt = Date.now()
  const producer: MetricProducer = {
    async collect() {
      const metrics = toMetricData(await read(), startedAt, Date.now())
      return { resourceMetrics: { resource, scopeMetrics: [{ scope: { name: NAME }, metrics }] }, errors: [] }
    },
  }
  const reader = new PeriodicExportingMetricReader({
    exporter: new OTLPMetricExporter({ url: `${endpoint}/v1/metrics`, headers }),
    exportIntervalMillis: METRICS_EVERY_MS,
    metricProducers: [producer],
  })
  const meters = new MeterProvider({ resource, readers: [reader] })

  return {
    startRequest(of, { id, method }) {
      const attributes = { 'http.request.method': method, 'yuxian.reqId': id }
      requests.set(of, tracer.startSpan(method, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT))
    },
    endRequest(of, { route, status }) {
      const span = requests.get(of)
      requests.delete(of)
      span?.updateName(route).setAttributes({ 'http.route': route, 'http.response.status_code': status })
      if (status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR })
      span?.end()
    },
    startStatement(of, { name, text }) {
      const parent = requests.get(of)
      if (!parent) return () => {}
      // Values are sent separately and are never in the text.
      const shown = name ?? text.replaceAll(/\s+/g, ' ').slice(0, SHOWN)
      const attributes = { 'db.system.name': 'postgresql', 'db.query.summary': shown }
      const span = tracer.startSpan(shown, { kind: SpanKind.CLIENT, attributes }, trace.setSpan(ROOT_CONTEXT, parent))
      return (error) => {
        if (error !== undefined) span.setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      }
    },
    offerMetrics: (given) => void (read = given),
    async stop() {
      const sent = Promise.allSettled([traces.shutdown(), meters.shutdown()])
      await Promise.race([sent, delay(STOP_LIMIT_MS, undefined, { ref: false })])
    },
  }
}
