import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createHash } from 'node:crypto'
import type { Logger } from 'pino'

import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import { isDatabaseAway } from '../../platform/db/database-away.ts'
import type { Db } from '../../platform/db/db.ts'
import { Refusal } from '../../platform/errors.ts'
import { LONG_PATIENCE_MS } from '../../platform/http/patient-requests.ts'
import { loadNodeSecrets } from '../nodes/node-secrets.ts'
import { authenticate } from './authenticate.ts'
import { findUsers } from './find-users.ts'
import { nodeConfig } from './node-config.ts'
import { findAlive, noteAlive, noteStatus } from './note-alive.ts'
import { pushTraffic } from './push-traffic.ts'
import type { UniproxyCtx } from './read-body.ts'

type Deps = { db: Db; config: Config }
type Look = (ctx: UniproxyCtx) => Promise<object>
type Word = (ctx: UniproxyCtx, body: string) => Promise<void>

const BASE = '/api/v1/server/UniProxy'
const DONE = { data: true, code: 0, message: 'success' }

const agentCall = (summary: string) => ({
  schema: { summary, tags: ['node'] },
  config: { patienceMs: LONG_PATIENCE_MS },
})

/**
 * The interface for agents of other panels. No envelope: they read these field names and take any status from 400 as a
 * no.
 */
export function registerUniproxy(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    scope.setErrorHandler(sendMessage)
    // The raw text is hashed, and agents send any content type.
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string' as const, bodyLimit: limits.nodeBodyMaxBytes }
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))

    const look = (name: string, summary: string, answer: Look) =>
      scope.get(`${BASE}/${name}`, { ...agentCall(summary), exposeHeadRoute: false }, (request, reply) =>
        sendTagged(deps, request, reply, answer),
      )
    const word = (name: string, summary: string, take: Word) =>
      scope.post(`${BASE}/${name}`, agentCall(summary), async (request) => {
        await take(await makeCtx(deps, request), typeof request.body === 'string' ? request.body : '')
        return DONE
      })
    look('config', 'UniProxy: what the node is to run', async (ctx) => {
      const secrets = await loadNodeSecrets(ctx, ctx.node.id)
      return nodeConfig({ node: ctx.node, secrets }, deps.config.uniproxyIntervalS)
    })
    look('user', 'UniProxy: who may use the node', findUsers)
    look('alivelist', 'UniProxy: from how many addresses users are connected', findAlive)
    word('push', 'UniProxy: count traffic; the same body within the interval counts once', pushTraffic)
    word('alive', 'UniProxy: who is connected from where', noteAlive)
    word('status', 'UniProxy: load of the machine', noteStatus)
  })
}

async function makeCtx({ db, config }: Deps, request: FastifyRequest): Promise<UniproxyCtx> {
  const now = clock.now()
  const node = await authenticate(db, request.query as Record<string, unknown>, now)
  return { db, config, now, node, log: request.log as Logger }
}

/** Always JSON, even for agents that prefer msgpack: they read both. */
async function sendTagged(deps: Deps, request: FastifyRequest, reply: FastifyReply, answer: Look) {
  const body = JSON.stringify(await answer(await makeCtx(deps, request)))
  const hash = createHash('sha1').update(body).digest('hex')
  void reply.header('etag', `"${hash}"`).header('cache-control', 'no-store')
  // Agents send the tag back weak, quoted, bare or as one of several.
  if (String(request.headers['if-none-match'] ?? '').includes(hash)) return reply.code(304).send()
  return reply.type('application/json; charset=utf-8').send(body)
}

const MESSAGES: Record<number, string> = { 403: 'refused', 413: 'too large', 422: 'these numbers cannot be' }

function sendMessage(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const own = isDatabaseAway(error)
    ? 503
    : error instanceof Refusal
      ? error.status
      : 'statusCode' in error
        ? (error.statusCode ?? 500)
        : 500
  if (own >= 500) request.log.error({ type: error.name, message: error.message }, 'a foreign agent got no answer')
  return reply.code(own).send({ message: MESSAGES[own] ?? (own >= 500 ? 'try again' : 'bad request') })
}
