import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'

type Attribute = { key: string; value: { stringValue?: string; intValue?: number } }
export type CollectedSpan = {
  name: string
  traceId: string
  spanId: string
  parentSpanId?: string
  attributes: Attribute[]
  status: { code: number }
}
type Metric = { name: string; histogram?: { dataPoints: { count: number; bucketCounts: number[] }[] } }
type Body = {
  resourceSpans?: { scopeSpans: { spans: CollectedSpan[] }[] }[]
  resourceMetrics?: { scopeMetrics: { metrics: Metric[] }[] }[]
}

/** A collector of OpenTelemetry that keeps what it receives. */
export async function startCollector() {
  const bodies: Body[] = []
  const keys: unknown[] = []
  const server = createServer((request, response) => {
    keys.push(request.headers['x-key'])
    void json(request).then((body) => {
      bodies.push(body as Body)
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keys,
    text: () => JSON.stringify(bodies),
    spans: () => bodies.flatMap((body) => (body.resourceSpans ?? []).flatMap((one) => one.scopeSpans[0]!.spans)),
    metrics: () =>
      bodies.flatMap((body) =>
        (body.resourceMetrics ?? []).flatMap((one) => one.scopeMetrics.flatMap(({ metrics }) => metrics)),
      ),
    close: () => void server.close(),
  }
}
