import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { Static } from 'typebox'

import { MONITOR_STREAM_PATH, MonitorStreamInput } from '../../../../contract/monitor.ts'
import type { MonitorActor } from '../../../platform/context.ts'
import { guardOf, type RouteDeps } from '../../../platform/http/bind.ts'
import { languageOfRequest } from '../../../platform/http/envelope.ts'
import { resellerInView } from '../figures/get-overview.ts'
import { createStreamHub } from './stream-hub.ts'

/** Answers a stream without the envelope. A refusal before it starts is an envelope like any other. */
export function registerMonitorStream(app: FastifyInstance, deps: RouteDeps, log: Logger): void {
  const hub = createStreamHub({ db: deps.db, config: deps.config, log })
  // A stopping server waits for open answers, and a stream never ends by itself.
  app.addHook('preClose', async () => hub.stop())
  app.get<{ Querystring: Static<typeof MonitorStreamInput> }>(MONITOR_STREAM_PATH, {
    schema: {
      summary: 'Live figures and events as text/event-stream, resumed after `since` or the header Last-Event-ID',
      tags: ['monitor'],
      security: [{ monitor: [] }],
      querystring: MonitorStreamInput,
    },
    // No time limit: the first stream's request starts the rounds that serve all streams.
    config: { patienceMs: Infinity },
    onRequest: guardOf('monitor', deps),
    handler: async (request, reply) => {
      const actor = request.otherActor as MonitorActor
      const view = {
        resellerId: resellerInView(actor, request.query.dailiKey),
        hasPlatform: actor.resellerId === null,
        language: languageOfRequest(request),
      }
      const since = request.query.since ?? lastEventId(request.headers['last-event-id'])
      reply.hijack()
      const { raw } = reply
      raw.on('error', () => {})
      raw.socket?.setNoDelay(true)
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) raw.setHeader(name, value)
      }
      raw.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        'referrer-policy': 'no-referrer',
        // Stop nginx from buffering an answer that never ends.
        'x-accel-buffering': 'no',
        connection: 'close',
      })
      raw.flushHeaders()
      await hub.add({ raw, sessionId: actor.sessionId, view, since }).catch((error: Error) => {
        request.log.warn(`a monitor stream could not begin: ${error.message}`)
        raw.destroy()
      })
    },
  })
}

function lastEventId(header: string | string[] | undefined): number | null {
  return typeof header === 'string' && /^\d{1,15}$/.test(header) ? Number(header) : null
}
