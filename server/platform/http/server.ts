import cookie from '@fastify/cookie'
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'

import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { loggableUrl } from '../log.ts'
import { sendError } from './envelope.ts'
import { LateLog } from './late-log.ts'
import { limitPatience } from './patient-requests.ts'
import { useStrictValidation } from './validation.ts'

/** A Fastify with our limits, logging, error answers and fast shutdown, but without routes. */
export async function createHttpServer(config: Config, log: Logger, patienceMs?: number): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: log,
    // logRequests writes our own line per request: the built-in lines print the address with its query.
    logController: new LogController({ disableRequestLogging: true }),
    childLoggerFactory: (parent, bindings, options) => new LateLog(parent, bindings, options) as FastifyBaseLogger,
    bodyLimit: limits.bodyMaxBytes,
    trustProxy: trustedHops(config.trustProxy),
    requestIdHeader: false,
    // The portal names each call, so that a user's report, the log and a statement's span can be matched.
    genReqId: ({ headers }) => (isUuid(headers['x-request-id']) ? headers['x-request-id'] : randomUUID()),
    requestTimeout: 30_000,
    // A silent connection is closed within 25 s; Node's default takes 90. This does not affect streamed answers.
    http: { headersTimeout: 20_000, connectionsCheckingInterval: 5000 },
    keepAliveTimeout: 72_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // A malformed URL never reaches the error handler below.
    frameworkErrors: (error, request, reply) => void sendError(error, request, reply as FastifyReply),
  }) as unknown as FastifyInstance
  useStrictValidation(app)
  app.removeContentTypeParser('text/plain')
  app.setErrorHandler(sendError)
  limitPatience(app, patienceMs)
  await app.register(cookie)
  finishAnswers(app)
  logRequests(app, log)
  return app
}

/** Allows nothing else into the log. */
function isUuid(text: unknown): text is string {
  return typeof text === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(text)
}

/** A hop count trusts that many of the nearest proxies, whatever their addresses. */
function trustedHops(trust: Config['trustProxy']): boolean | string | ((address: string, hop: number) => boolean) {
  return typeof trust === 'number' ? (_address, hop) => hop < trust : trust
}

/** Its five fields are fixed, so skip the search for secrets: that costs 30 µs per line, the line itself 1. */
function logRequests(app: FastifyInstance, log: Logger): void {
  const plain = log.child({}, { redact: [] })
  app.addHook('onResponse', (request, reply, done) => {
    const line = {
      reqId: request.id,
      method: request.method,
      url: loggableUrl(request.url),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (request.url !== '/healthz' && request.url !== '/metrics') plain.info(line, 'request')
    done()
  })
}

/**
 * Adds the headers of every answer and decides whether to close its connection. Uses one hook, because each hook runs
 * for every answer.
 */
function finishAnswers(app: FastifyInstance): void {
  let closing = false
  app.addHook('preClose', async () => {
    closing = true
  })
  app.addHook('onSend', (request, reply, _payload, done) => {
    void reply.header('x-content-type-options', 'nosniff').header('referrer-policy', 'no-referrer')
    // Keep-alive clients would delay a shutdown for 72 s (measured): once closing, each answer ends its connection.
    if (closing || hasTooMuchToCome(request)) void reply.header('connection', 'close')
    done()
  })
}

/** Node reads an unread body to its end to keep the connection. A body beyond every limit is not worth that. */
function hasTooMuchToCome({ raw, headers }: FastifyRequest): boolean {
  if (raw.complete) return false
  return Number(headers['content-length'] ?? 0) > limits.bodyMaxBytes || Boolean(headers['transfer-encoding'])
}
