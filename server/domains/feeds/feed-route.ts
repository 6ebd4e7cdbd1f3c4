import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Db } from '../../platform/db/db.ts'
import { pickEncoding } from '../../platform/http/compress.ts'
import { languageOfRequest } from '../../platform/http/envelope.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import type { FeedHead, OtherEngine } from '../lines/connection/types.ts'
import { chooseFormat } from './choose-format.ts'
import { admitDevice, deviceHeaders } from './devices/admit-device.ts'
import { findConnected } from './get-connected.ts'
import { feedHeaders } from './headers.ts'
import { documentOf, keepFeeds, packedAs, type FeedDocument, type KeptFeeds } from './kept-feeds.ts'
import { loadFeed, type LoadedFeed } from './load-view.ts'
import { knownClient } from './name-client.ts'
import { noteFetch, noteOpening } from './note-visit.ts'
import { isOldPath } from './old-paths.ts'
import { otherEngineOf } from './other-engines.ts'
import { readAddress, readOldAddress, type FeedAddress } from './read-address.ts'
import { texts } from './texts.ts'

/** What the page of an address shows to everybody who opens it. */
export type FeedPage = { head: FeedHead; resellerId: number }
export type SendFeedPage = (request: FastifyRequest, reply: FastifyReply, page: FeedPage) => Promise<FastifyReply>
type Deps = { db: Db; config: Config; sendPage: SendFeedPage }

/** Counted by address: many users share a carrier's address, and each asks a few times a day. */
export const ASKED: Limit = {
  name: 'feed',
  points: limits.feedsPerClient,
  windowMs: limits.feedWindowMs,
}
/** The page asks every few seconds while somebody waits in front of it. */
const STAGES: Limit = { name: 'feed_stage', points: limits.feedStagesPerClient, windowMs: limits.feedWindowMs }

/** Answers an address below a path of another panel; null for any other address. */
export type AnswerOldPath = (
  request: FastifyRequest,
  reply: FastifyReply,
  sendShell: SendShell,
) => Promise<FastifyReply | null>
/** For a browser at a path that could be a page's: without a known token it is not ours. */
type SendShell = () => FastifyReply | Promise<FastifyReply>

/** Serves feeds to client programs: a document in their own format, without our envelope. People get a page. */
export function registerFeed(app: FastifyInstance, deps: Deps): AnswerOldPath {
  const schema = {
    summary: "A user's lines for client programs, in the format of `flag` or of the user agent; for browsers a page",
    tags: ['sub'],
  }
  // Match everything below /sub: the router would not see a token that is joined with its flag.
  const all = { ...deps, feeds: keepFeeds() }
  app.get('/sub/*', { schema }, (request, reply) => answer(all, request, reply, readAddress(request.url)))
  // Where other panels serve them: users who move here keep the address that is in their clients.
  const oldSchema = { ...schema, summary: 'The same for an address that was brought from another panel' }
  app.get('/api/v1/client/subscribe', { schema: oldSchema }, (request, reply) => answerOld(all, request, reply))
  app.get('/s/*', { schema: oldSchema }, (request, reply) =>
    answerOld(all, request, reply, () => {
      reply.callNotFound()
      return reply
    }),
  )
  return async (request, reply, sendShell) => {
    const old = readOldAddress(request.url)
    return old && (await isOldPath(deps.db, old.path)) ? answerOld(all, request, reply, sendShell) : null
  }
}

type AllDeps = Deps & { feeds: KeptFeeds; sendShell?: SendShell | undefined }

function answerOld(
  deps: AllDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  sendShell?: SendShell,
): Promise<FastifyReply> {
  // People see the page at its own address: it asks there how far they are.
  const sendPage: SendFeedPage = async (_request, _reply, { head }) =>
    reply.header('cache-control', 'no-store').redirect(head.url, 302)
  return answer({ ...deps, sendPage, sendShell }, request, reply, readOldAddress(request.url))
}

async function answer(
  { db, config, feeds, sendPage, sendShell }: AllDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: FeedAddress | null,
): Promise<FastifyReply> {
  const ctx = { db, config, now: clock.now() }
  await takeOne(ctx, asked?.stageS ? STAGES : ASKED, callerOf(request.ip))
  const feed = asked && (await loadFeed(ctx, asked.token, feeds))
  if (!feed && sendShell && isBrowser(request)) return sendShell()
  if (!feed) {
    void reply.code(403).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    return reply.send(`${texts[languageOfRequest(request)].badLink}\n`)
  }
  if (asked.stageS) return reply.header('cache-control', 'no-store').send(await stageOf(ctx, feed, asked.stageS))
  // An address with a flag was made for a client.
  const isForPeople = asked.flag === '' && isBrowser(request)
  const isTaking = request.method === 'GET'
  const isAdmitted = isTaking && !isForPeople ? await admitDevice(ctx, feed.account, request.headers) : null
  if (isTaking && isAdmitted !== false) await note(ctx, request, feed, isForPeople)
  if (isForPeople) return sendPage(request, reply, { head: feed.head, resellerId: feed.account.resellerId })
  const format = chooseFormat(asked.flag, agentOf(request))
  const given = isAdmitted === false ? withoutLines(feed) : feed
  const engine = otherEngineOf(agentOf(request))
  const shown = engine ? forEngine(given, engine) : given
  void reply.headers({ ...feedHeaders(shown.head, format, feed.account.feedHeaders), ...deviceHeaders(isAdmitted) })
  return sendDocument(request, reply, documentOf(shown, format))
}

/** A client that has this document still learns from the headers how much traffic is left. */
async function sendDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  document: FeedDocument,
): Promise<FastifyReply> {
  void reply.headers({ etag: `W/"${document.tag}"`, vary: 'accept-encoding' })
  if (String(request.headers['if-none-match'] ?? '').includes(document.tag)) return reply.code(304).send()
  const encoding = pickEncoding(request, ['br', 'gzip'])
  if (!encoding) return reply.send(document.plain)
  return reply.header('content-encoding', encoding).send(await packedAs(document, encoding))
}

/** A device too many reads why. Another reason comes first: it would stay without the device. */
function withoutLines(feed: LoadedFeed): LoadedFeed {
  const head: FeedHead = { ...feed.head, reason: feed.head.reason ?? 'devices', isOnLifeline: false }
  return { ...feed, head, view: () => ({ ...head, lines: [] }) }
}

function forEngine(feed: LoadedFeed, engine: OtherEngine): LoadedFeed {
  return { ...feed, head: { ...feed.head, engine }, view: () => ({ ...feed.view(), engine }) }
}

const agentOf = (request: FastifyRequest) => request.headers['user-agent'] ?? ''

/** Asks for pages, and names no client. */
function isBrowser(request: FastifyRequest): boolean {
  return /\btext\/html\b/i.test(request.headers.accept ?? '') && knownClient(agentOf(request)) === null
}

/**
 * Only GET: whoever only asks whether the document is there has not taken it. Without a note the answer is as good.
 */
async function note(
  ctx: Pick<Ctx, 'db' | 'now'>,
  request: FastifyRequest,
  { account }: LoadedFeed,
  isForPeople: boolean,
): Promise<void> {
  const write = isForPeople ? noteOpening : noteFetch
  await write(ctx, account, agentOf(request)).catch((error: unknown) => {
    request.log.warn({ err: error }, 'visit of a feed not noted')
  })
}

/** No names and no times: whoever has the address learns only whether what happens in front of them works. */
async function stageOf({ db, now }: Pick<Ctx, 'db' | 'now'>, { account }: LoadedFeed, seconds: number) {
  const since = new Date(now.getTime() - seconds * 1000)
  const { stage, seconds: took } = await findConnected({ db, language: account.language }, account, since)
  return { stage, seconds: took }
}
