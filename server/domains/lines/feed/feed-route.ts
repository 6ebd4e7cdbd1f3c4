import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { limits } from '../../../../contract/limits.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { languageOfRequest } from '../../../platform/http/envelope.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { chooseFormat } from './choose-format.ts'
import { feedHeaders } from './headers.ts'
import { documentOf, keepFeeds, type KeptFeeds } from './kept-feeds.ts'
import { loadFeed } from './load-view.ts'
import { noteFetch } from './note-visit.ts'
import { readAddress } from './read-address.ts'
import { texts } from './texts.ts'

type Deps = { db: Db; config: Config }

/** Counted by address: many users share a carrier's address, and each asks a few times a day. */
const ASKED: Limit = {
  name: 'feed',
  points: limits.feedsPerClient,
  windowMs: limits.feedWindowMs,
}

/** Serves feeds to client programs: a document in their own format, without our envelope. */
export function registerFeed(app: FastifyInstance, deps: Deps): void {
  const schema = {
    summary: "A user's lines for client programs, in the format of `flag` or of the user agent",
    tags: ['sub'],
  }
  // Match everything below /sub: the router would not see a token that is joined with its flag.
  const feeds = keepFeeds()
  app.get('/sub/*', { schema }, (request, reply) => answer({ ...deps, feeds }, request, reply))
}

async function answer(
  { db, config, feeds }: Deps & { feeds: KeptFeeds },
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const ctx = { db, config, now: clock.now() }
  await takeOne(ctx, ASKED, callerOf(request.ip))
  const asked = readAddress(request.url)
  const feed = asked && (await loadFeed(ctx, asked.token, feeds))
  if (!feed) {
    void reply.code(403).header('cache-control', 'no-store').type('text/plain; charset=utf-8')
    return reply.send(`${texts[languageOfRequest(request)].badLink}\n`)
  }
  const userAgent = request.headers['user-agent'] ?? ''
  const format = chooseFormat(asked.flag, userAgent)
  // A client that only asks whether the document is there has not taken it. Without a note the document is as good.
  if (request.method === 'GET') {
    await noteFetch(ctx, feed.account, userAgent).catch((error: unknown) => {
      request.log.warn({ err: error }, 'fetch of a feed not noted')
    })
  }
  return reply.headers(feedHeaders(feed.head, format)).send(documentOf(feed, format))
}
