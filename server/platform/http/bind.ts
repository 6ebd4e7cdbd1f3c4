import type { FastifyInstance, FastifyReply, FastifyRequest, preParsingAsyncHookHandler } from 'fastify'
import type { Logger } from 'pino'
import Type, { type Static, type TSchema } from 'typebox'

import type { ErrorCode } from '../../../contract/errors.ts'
import { pickLanguage } from '../../../contract/languages.ts'
import { limits } from '../../../contract/limits.ts'
import type { Access, Route, StaffScope } from '../../../contract/route.ts'
import type { Config } from '../../config.ts'
import { clock } from '../clock.ts'
import type { Ctx, MonitorActor, NodeActor, StaffCtx, UserActor } from '../context.ts'
import type { Db } from '../db/db.ts'
import type { Replica } from '../db/replica.ts'
import { fail } from '../errors.ts'
import { equalBytes, sha256 } from '../secrets/crypto.ts'
import type { AnswerOf } from './answer.ts'
import { pack, pickEncoding } from './compress.ts'
import { setConsoleCookie } from './console-cookie.ts'
import { readDeviceCookie, setDeviceCookie } from './device-cookie.ts'
import { languageOfRequest } from './envelope.ts'
import { FileReply } from './file-answer.ts'
import { once } from './idempotency.ts'
import { nameKeyCall } from './key-calls.ts'
import { documentForKeys, type KeyDocument } from './key-document.ts'
import { isLocalCall } from './near-caller.ts'
import { LONG_PATIENCE_MS } from './patient-requests.ts'
import { readRawBody } from './raw-body.ts'
import {
  guardStaff,
  type AuthenticateKey,
  type AuthenticateStaff,
  type StaffPass,
  type StaffRoute,
} from './staff-guard.ts'
import { refuseHidden, sealedCursors } from './staff-lists.ts'
import { findUnstorable } from './storable-text.ts'

type AnyRoute = Route<TSchema, TSchema, Access, ErrorCode>
type CtxOf<R extends AnyRoute> = R['access'] extends 'staff'
  ? StaffCtx<Extract<R['scope'], StaffScope>>
  : Ctx<R['access']>
/** Only a call with an open answer in the contract may answer with a file. */
type FileOf<R extends AnyRoute> = [Static<R['output']>] extends [never] ? FileReply : never
/** Nothing of what is given for an empty answer is sent, so it may be anything. */
type Given<R extends AnyRoute> = [keyof Static<R['output']>] extends [never] ? unknown : AnswerOf<R>
export type Handler<R extends AnyRoute> = (
  ctx: CtxOf<R>,
  input: Static<R['input']>,
) => Promise<Given<R> | FileOf<R>> | Given<R>

export type BoundRoute = { route: AnyRoute; handler: (ctx: never, input: never) => unknown }

/** Connects a contract entry to its use case; the entry already describes everything on the wire. */
export function bind<R extends AnyRoute>(route: R, handler: Handler<R>): BoundRoute {
  return { route, handler: isEmpty(route.output) ? emptied(handler) : handler }
}

function isEmpty({ properties }: { properties?: object }): boolean {
  return properties !== undefined && Object.keys(properties).length === 0
}

const emptied =
  <A extends unknown[]>(handler: (...given: A) => unknown) =>
  async (...given: A): Promise<object> => {
    await handler(...given)
    return {}
  }

export type Authenticated = { actor: UserActor; resellerId: number; renewedToken: string | null }
export type Authenticate = (token: string, now: Date) => Promise<Authenticated | null>
export type RouteDeps = {
  db: Db
  /** Set where there is a replica: the calls that it may answer. */
  replica?: Replica & { paths: ReadonlySet<string> }
  config: Config
  authenticateUser: Authenticate
  /** `body`: the bytes that were signed. */
  authenticateNode(request: FastifyRequest, body: Buffer, now: Date): Promise<NodeActor>
  authenticateMonitor(token: string, now: Date): Promise<MonitorActor | null>
  authenticateStaff: AuthenticateStaff
  authenticateKey: AuthenticateKey
  /** Runs after a call's transaction is rolled back. */
  noteRefusal(db: Db, request: FastifyRequest, path: string, error: unknown): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    authenticated: Authenticated | null
    otherActor: NodeActor | MonitorActor | null
    staff: StaffPass | null
    /** What a program called this call, where the body does not carry it. */
    onceKey: string | null
  }
  interface FastifyContextConfig {
    /**
     * The schema of a call's answer. Not in Fastify's own place: there it is compiled for every route before the server
     * starts.
     */
    answer?: object
    /** Set for the console's calls; null: no key opens it. */
    forKeys?: KeyDocument | null
  }
}

export function registerRoutes(app: FastifyInstance, routes: readonly BoundRoute[], deps: RouteDeps): void {
  app.decorateRequest('authenticated', null)
  app.decorateRequest('otherActor', null)
  app.decorateRequest('staff', null)
  app.decorateRequest('onceKey', null)
  for (const bound of routes) registerRoute(app, bound, deps)
}

function registerRoute(app: FastifyInstance, { route, handler }: BoundRoute, deps: RouteDeps): void {
  const run = handler as unknown as Run
  const answer: Record<string, unknown> = { ...Type.Object({ success: Type.Literal(true), data: route.output }) }
  app.route({
    method: route.method,
    url: route.path,
    schema: {
      summary: route.summary,
      // The console's calls are documented separately from the portal's.
      hide: route.path.startsWith('/api/console/'),
      tags: [route.path.split('/')[2] ?? 'api'],
      security: documentedSecurity[route.access],
      [route.method === 'GET' ? 'querystring' : 'body']: route.input,
    },
    // Check before validation: a caller who is not signed in learns nothing about the shape of a call.
    onRequest: (request, reply) => guardRoute(route, request, reply, deps),
    ...(route.access === 'node' ? nodeGuard(deps) : {}),
    ...(route.access === 'staff'
      ? { preValidation: (request: FastifyRequest) => nameKeyCall(request, route as StaffRoute) }
      : {}),
    ...(route.bodyMaxBytes === undefined ? {} : { bodyLimit: route.bodyMaxBytes }),
    config: {
      answer,
      ...(route.access === 'staff' ? { forKeys: documentForKeys(route as StaffRoute) } : {}),
      ...(route.access === 'node' ? { patienceMs: LONG_PATIENCE_MS } : {}),
    },
    onSend: [...(route.cacheS === undefined ? [] : [makeCacheable]), ...(isPacked(route) ? [packAnswer] : [])],
    handler: async (request, reply) => {
      const input = (route.method === 'GET' ? request.query : request.body) as object
      refuseOtherReseller(request, input, route.access)
      const unstorable = findUnstorable(input)
      if (unstorable !== null) fail('request.invalid', { fields: { [unstorable]: 'text' } })
      const ctx = { ...makeCtx(request, reply, deps), ...sharedLanguage(route, request) }
      const ran = request.onceKey === null ? run : runOnce(route, request.onceKey, run)
      const work = request.staff ? staffWork(route as StaffRoute, request.staff, deps.config, ran) : run
      const data = await runNoted(
        () => runReading(route, deps, ctx, (given) => work(given, input)),
        (error) => deps.noteRefusal(deps.db, request, route.path, error),
      )
      void reply.header('cache-control', cachingOf(route))
      if (data instanceof FileReply) return sendFile(reply, data)
      void reply.type('application/json; charset=utf-8')
      return reply.serializeInput({ success: true, data }, answer)
    },
  })
}

type Run = (ctx: Ctx, input: object) => unknown

/** A console call gets its cursor unsealed; the reader never sees it unsealed. */
function staffWork(route: StaffRoute, pass: StaffPass, config: Config, run: Run): Run {
  const cursors = sealedCursors(config, route, pass)
  return async (ctx, input) => {
    refuseHidden(route, pass, input)
    return cursors.sealed(input, await run(ctx, cursors.opened(input)))
  }
}

/** A program's call that was done before gets its first answer. In one transaction with what it does. */
function runOnce({ path }: AnyRoute, key: string, run: Run): Run {
  const call = path.slice('/api/'.length).replaceAll('/', '.').replaceAll('-', '_')
  return (ctx, input) => once(ctx, call, key, input, async (tx) => (await run(tx, input)) as object)
}

/** When each session last changed something. After SETTLED_MS the replica surely has the change. */
const changedAt = new Map<string, number>()
const SETTLED_MS = 10_000
const MEMBERS_MAX = 10_000

/** A caller who has just changed something wants to see it: ask the primary. */
async function runReading(
  route: AnyRoute,
  { db, replica }: RouteDeps,
  ctx: Ctx,
  run: (ctx: Ctx) => unknown,
): Promise<unknown> {
  if (!replica) return run(ctx)
  const who = ctx.actor.kind === 'staff' || ctx.actor.kind === 'user' ? `${ctx.actor.kind}:${ctx.actor.sessionId}` : ''
  const now = performance.now()
  if (route.method === 'POST') {
    if (changedAt.size > MEMBERS_MAX) changedAt.clear()
    changedAt.set(who, now)
  }
  const hasSettled = now - (changedAt.get(who) ?? -Infinity) > SETTLED_MS
  if (!replica.paths.has(route.path) || !hasSettled) return run(ctx)
  return replica.read(db, async (from) => run(from === db ? ctx : { ...ctx, db: from, primary: db }))
}

async function runNoted(run: () => unknown, note: (error: unknown) => Promise<void>): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    await note(error)
    throw error
  }
}

/** What changes something answers little, and often with what nobody may guess. */
function isPacked({ method, secret }: AnyRoute): boolean {
  return method === 'GET' && secret !== true
}

/** What we do not compress, nobody on the way may. */
function cachingOf(route: AnyRoute): string {
  if (route.cacheS !== undefined) return `public, max-age=${route.cacheS}`
  return isPacked(route) ? 'no-store' : 'no-store, no-transform'
}

/** Less than this fits into one packet anyway. */
const PACKED_FROM = 1000

async function packAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (typeof payload !== 'string' || payload.length < PACKED_FROM) return payload
  const encoding = pickEncoding(request, ['gzip'])
  if (!encoding) return payload
  void reply.header('content-encoding', encoding)
  return pack(payload, encoding)
}

/** Only we choose the name, so it needs no escaping. */
function sendFile(reply: FastifyReply, { name, type, body }: FileReply): FastifyReply {
  return reply.header('content-disposition', `attachment; filename="${name}"`).type(type).send(body)
}

/** A shared cached answer depends only on the header: a cache in between does not know our cookie. */
function sharedLanguage(route: Route, request: FastifyRequest): Partial<Pick<Ctx, 'language'>> {
  return route.cacheS === undefined ? {} : { language: pickLanguage(request.headers['accept-language']) }
}

/**
 * A caller who sends the tag back learns that nothing changed. Removes cookies, because a cookie belongs to one
 * visitor.
 */
async function makeCacheable(request: FastifyRequest, reply: FastifyReply, payload: unknown): Promise<unknown> {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
  const tag = `W/"${sha256(payload).toString('base64url').slice(0, 22)}"`
  reply.removeHeader('set-cookie').header('etag', tag).header('vary', 'accept-language, accept-encoding')
  if (!(request.headers['if-none-match'] ?? '').split(/, */).includes(tag)) return payload
  reply.code(304).removeHeader('content-length').removeHeader('content-type')
  return null
}

function guardRoute(route: AnyRoute, request: FastifyRequest, reply: FastifyReply, deps: RouteDeps): Promise<void> {
  const { access } = route
  return access === 'staff'
    ? guardStaff(request, reply, route as StaffRoute, deps)
    : guards[access](request, reply, deps)
}

type PlainAccess = Exclude<Access, 'staff'>

/** For answers outside the envelope: the same guard as for a contract route. */
export function guardOf(access: PlainAccess, deps: RouteDeps) {
  return (request: FastifyRequest, reply: FastifyReply): Promise<void> => guards[access](request, reply, deps)
}

/** Security in the API document: the empty entry says that a token is accepted but not needed. */
const documentedSecurity: Record<Access, Record<string, string[]>[]> = {
  public: [],
  anyone: [{}, { user: [] }],
  user: [{ user: [] }],
  partner: [{ partner: [] }],
  node: [{ node: [] }],
  monitor: [{ monitor: [] }],
  staff: [],
}

const guards: Record<PlainAccess, (request: FastifyRequest, reply: FastifyReply, deps: RouteDeps) => Promise<void>> = {
  public: async () => {},
  anyone: async (request, reply, deps) => {
    const token = bearerOf(request)
    request.authenticated = token ? await deps.authenticateUser(token, clock.now()) : null
    // Set it here and not with the answer, so that a refused call brings the new token too.
    const renewed = request.authenticated?.renewedToken
    if (renewed) void reply.header('authorization', `Bearer ${renewed}`)
  },
  user: async (request, reply, deps) => {
    await guards.anyone(request, reply, deps)
    if (!request.authenticated) fail('auth.required')
  },
  partner: async (request, _reply, deps) => {
    const shown = sha256(bearerOf(request) ?? '')
    const known = deps.config.partnerKeys.map((key) => equalBytes(sha256(key), shown))
    if (!known.includes(true)) fail('auth.required')
  },
  // Its signature covers the body, which has not arrived yet: nodeGuard checks it.
  node: async () => {},
  monitor: async (request, _reply, deps) => {
    const token = bearerOf(request)
    request.otherActor = (token && (await deps.authenticateMonitor(token, clock.now()))) || fail('auth.required')
  },
}

/** Checks a signature on the raw bytes, before anything is parsed. */
function nodeGuard(deps: RouteDeps): { bodyLimit: number; preParsing: preParsingAsyncHookHandler } {
  return {
    bodyLimit: limits.nodeBodyMaxBytes,
    preParsing: async (request, _reply, payload) => {
      const { bytes, again } = await readRawBody(payload, limits.nodeBodyMaxBytes)
      request.otherActor = await deps.authenticateNode(request, bytes, clock.now())
      return again
    },
  }
}

function bearerOf(request: FastifyRequest): string | null {
  return /^Bearer ([\w.~+/=-]{1,200})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}

/**
 * One origin serves several brands: a token used for another brand than its own is ignored there, but stays valid. A
 * call that needs no token is served as a visitor of the brand it names.
 */
function refuseOtherReseller(request: FastifyRequest, input: unknown, access: Access): void {
  if (!request.authenticated || typeof input !== 'object' || input === null) return
  if (!('dailiKey' in input) || input.dailiKey === request.authenticated.resellerId) return
  if (access !== 'anyone') fail('auth.required')
  request.authenticated = null
}

function makeCtx(request: FastifyRequest, reply: FastifyReply, deps: RouteDeps): Ctx {
  const { authenticated } = request
  return {
    db: deps.db,
    now: clock.now(),
    log: request.log as Logger,
    config: deps.config,
    language: languageOfRequest(request),
    actor: authenticated?.actor ?? request.otherActor ?? request.staff?.actor ?? { kind: 'public' },
    resellerId: authenticated?.resellerId ?? request.staff?.resellerId ?? null,
    owner: authenticated && { resellerId: authenticated.resellerId, accountId: authenticated.actor.accountId },
    client: {
      address: request.ip,
      userAgent: (request.headers['user-agent'] ?? '').slice(0, 300),
      host: request.host,
      appKey: request.cookies['app_key'] ?? null,
      deviceMark: readDeviceCookie(request),
      isLocal: isLocalCall(request),
    },
    issueToken: (token) => void reply.header('authorization', `Bearer ${token}`),
    setDeviceMark: (mark) => setDeviceCookie(request, reply, mark),
    setConsoleToken: (token) => setConsoleCookie(reply, deps.config, token),
  }
}
