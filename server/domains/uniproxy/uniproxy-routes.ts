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
import { saveSeenAgain } from '../nodes/save-state.ts'
import { makeAnswerMemory, type AnswerMemory, type RememberedCall, type Told } from './answer-memory.ts'
import { authenticate, readShown, type Shown } from './authenticate.ts'
import { findUsers } from './find-users.ts'
import { makeKeptPushes } from './kept-pushes.ts'
import { nodeConfig } from './node-config.ts'
import { findAlive, noteAlive, noteStatus } from './note-alive.ts'
import { pushTraffic } from './push-traffic.ts'
import { readFields, type Sent, type UniproxyCtx } from './read-body.ts'
import { takeReport } from './take-report.ts'

type Deps = { db: Db; config: Config; memory: AnswerMemory; kept: ReturnType<typeof makeKeptPushes> }
type Look = (ctx: UniproxyCtx) => Promise<object>
type RememberedLook = (ctx: UniproxyCtx) => Promise<Pick<Told, 'lasts'> & { answer: object }>
type Word = (ctx: UniproxyCtx, sent: Sent) => Promise<void>

/** V2Board's names, and those of newer agents for the same calls. */
const BASES = ['/api/v1/server/UniProxy', '/api/v2/server']
const DONE = { data: true, code: 0, message: 'success' }

const agentCall = (summary: string) => ({
  schema: { summary, tags: ['node'] },
  config: { patienceMs: LONG_PATIENCE_MS },
})

/**
 * The interface for agents of other panels. No envelope: they read these field names and take any status from 400 as a
 * no.
 */
export function registerUniproxy(app: FastifyInstance, { db, config }: Pick<Deps, 'db' | 'config'>): void {
  const log = app.log as Logger
  const kept = makeKeptPushes(async ({ shown, text, at }) => {
    const node = await authenticate(db, shown, at)
    const { token: _token, node_id: _id, node_type: _type, ...fields } = readFields(text) ?? {}
    await pushTraffic({ db, config, now: at, node, log }, { text, fields })
  }, log)
  app.addHook('onClose', () => kept.close())
  const deps = { db, config, memory: makeAnswerMemory(config.uniproxyIntervalS), kept }
  void app.register(async (scope) => {
    scope.setErrorHandler(sendMessage)
    // The raw text is hashed, and agents send any content type.
    scope.removeAllContentTypeParsers()
    const options = { parseAs: 'string' as const, bodyLimit: limits.nodeBodyMaxBytes }
    scope.addContentTypeParser('*', options, (_request, body, done) => done(null, body))

    for (const base of BASES) registerCalls(scope, deps, base)
    const handshake = async (request: FastifyRequest) => {
      await takeSent(deps, request)
      const settings = { push_interval: config.uniproxyIntervalS, pull_interval: config.uniproxyIntervalS }
      return { websocket: { enabled: false }, settings }
    }
    const greeting = agentCall('UniProxy: how often to ask; there is no WebSocket')
    scope.route({
      method: ['GET', 'POST'],
      url: '/api/v2/server/handshake',
      ...greeting,
      exposeHeadRoute: false,
      handler: handshake,
    })
    scope.post('/api/v2/server/report', agentCall('UniProxy: traffic, addresses and load in one'), (request) =>
      takeWord(deps, request, takeReport),
    )
  })
}

function registerCalls(scope: FastifyInstance, deps: Deps, base: string): void {
  const look = (name: string, summary: string, answer: Look) =>
    scope.get(`${base}/${name}`, { ...agentCall(summary), exposeHeadRoute: false }, async (request, reply) => {
      const ctx = await makeCtx(deps, request, shownIn(request))
      return sendTagged(request, reply, tagged(await answer(ctx)))
    })
  // These have the usual patience: what is answered from memory should come before the agent gives up.
  const remembered = (name: RememberedCall, summary: string, look: RememberedLook) =>
    scope.get(
      `${base}/${name}`,
      { schema: { summary, tags: ['node'] }, exposeHeadRoute: false },
      async (request, reply) => {
        const told = await answerOrRemember(deps, request, name, look)
        // Agents take the body of any error for a new configuration. Without an answer they go on with what they have.
        return told === null ? cutOff(reply) : sendTagged(request, reply, told)
      },
    )
  const word = (name: string, summary: string, take: Word) =>
    scope.post(`${base}/${name}`, agentCall(summary), (request) => takeWord(deps, request, take))
  remembered('config', 'UniProxy: what the node is to run', async (ctx) => {
    const secrets = await loadNodeSecrets(ctx, ctx.node.id)
    return { answer: nodeConfig({ node: ctx.node, secrets }, deps.config.uniproxyIntervalS) }
  })
  remembered('user', 'UniProxy: who may use the node', findUsers)
  look('alivelist', 'UniProxy: from how many addresses users are connected', findAlive)
  // With the usual patience too: a push is kept before the agent gives up.
  const pushing = { schema: agentCall('UniProxy: count traffic; the same body within the interval counts once').schema }
  scope.post(`${base}/push`, pushing, (request, reply) => takePush(deps, request, reply))
  word('alive', 'UniProxy: who is connected from where', (ctx, { fields }) => noteAlive(ctx, fields))
  word('status', 'UniProxy: load of the machine', (ctx, { fields }) => noteStatus(ctx, fields))
}

async function takeWord(deps: Deps, request: FastifyRequest, take: Word): Promise<typeof DONE> {
  const { ctx, sent } = await takeSent(deps, request)
  await take(ctx, sent)
  return DONE
}

/** Keeps what comes while the database is away, for nodes that it has let in before. */
async function takePush(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<typeof DONE | FastifyReply> {
  const at = clock.now()
  try {
    return await takeWord(deps, request, pushTraffic)
  } catch (error) {
    if (!isDatabaseAway(error)) throw error
    const text = typeof request.body === 'string' ? request.body : ''
    const isInQuery = 'token' in (request.query as object)
    const shown = isInQuery ? shownIn(request) : readShown(readFields(text) ?? {})
    const isKept = deps.memory.knows(shown) && deps.kept.keep({ shown, text, at })
    request.log.error({ nodeId: shown.nodeId, isKept }, 'a push came while the database is away')
    // Agents try again when the connection breaks, and never after an answer.
    return isKept ? DONE : cutOff(reply)
  }
}

/** Reads the body before the token is checked only where the token is in it, as Xboard-Node sends it. */
async function takeSent(deps: Deps, request: FastifyRequest): Promise<{ ctx: UniproxyCtx; sent: Sent }> {
  const text = typeof request.body === 'string' ? request.body : ''
  if ('token' in (request.query as object)) {
    const ctx = await makeCtx(deps, request, shownIn(request))
    return { ctx, sent: { text, fields: readFields(text) } }
  }
  const { token, node_id, node_type, ...fields } = readFields(text) ?? {}
  const ctx = await makeCtx(deps, request, readShown({ token, node_id, node_type }))
  return { ctx, sent: { text, fields } }
}

function shownIn(request: FastifyRequest): Shown {
  return readShown(request.query as Record<string, unknown>)
}

async function makeCtx({ db, config }: Deps, request: FastifyRequest, shown: Shown): Promise<UniproxyCtx> {
  const now = clock.now()
  const node = await authenticate(db, shown, now)
  return { db, config, now, node, log: request.log as Logger }
}

/** Null: the database is away, or worse, and the node is not remembered. */
async function answerOrRemember(
  deps: Deps,
  request: FastifyRequest,
  call: RememberedCall,
  look: RememberedLook,
): Promise<Told | null> {
  const { memory } = deps
  const shown = shownIn(request)
  try {
    const known = await findUnchanged(deps, shown, call)
    if (known) return known
    const ctx = await makeCtx(deps, request, shown)
    const { answer, ...rest } = await look(ctx)
    const told = { ...tagged(answer), ...rest }
    memory.keep(ctx.node, shown, { call, told }, ctx.now)
    return told
  } catch (error) {
    if (error instanceof Refusal && error.status < 500) {
      memory.forget(shown)
      throw error
    }
    const told = memory.recall(shown, call, clock.now())
    const { name: type, message } = error as Error
    request.log.error({ type, message, remembered: told !== null }, 'a foreign agent was answered without the database')
    return told
  }
}

/** One statement instead of a list of thousands of users, most of which are asked for again and again. */
async function findUnchanged({ db, memory }: Deps, shown: Shown, call: RememberedCall): Promise<Told | null> {
  const now = clock.now()
  const known = memory.findLasting(shown, call, now)
  if (!known) return null
  const { node, told, revision, tokenHash } = known
  if (!(await saveSeenAgain(db, { nodeId: node.id, revision, tokenHash, shownId: shown.nodeId }, now))) return null
  memory.keep(node, shown, { call, told }, now)
  return told
}

function cutOff(reply: FastifyReply): FastifyReply {
  reply.hijack()
  reply.raw.destroy()
  return reply
}

/**
 * The tag is of the content: by its revision alone, an agent could miss what a restored backup or a new release changes.
 */
function tagged(answer: object): Told {
  const body = JSON.stringify(answer)
  return { body, tag: createHash('sha1').update(body).digest('hex') }
}

/** Always JSON, even for agents that prefer msgpack: they read both. */
function sendTagged(request: FastifyRequest, reply: FastifyReply, { body, tag }: Told): FastifyReply {
  void reply.header('etag', `"${tag}"`).header('cache-control', 'no-store')
  // Agents send the tag back weak, quoted, bare or as one of several.
  if (String(request.headers['if-none-match'] ?? '').includes(tag)) return reply.code(304).send()
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
