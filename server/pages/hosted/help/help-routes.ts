import type { FastifyInstance, FastifyRequest } from 'fastify'

import { DAY_MS } from '../../../../contract/durations.ts'
import { countAnswer } from '../../../domains/articles/count-answer.ts'
import { clock } from '../../../platform/clock.ts'
import { Refusal } from '../../../platform/errors.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { equalBytes, hmac } from '../../../platform/secrets/crypto.ts'
import { type HostedDeps, type HostedView, sendHosted } from '../send-hosted.ts'
import { helpBody, type HelpVisit } from './help.ts'

/** An answer and its mark. */
const FORM_MAX_BYTES = 4096

/**
 * The help page and the answer to "did this help?". The page has no session, so the form of the answer carries a mark that
 * only the reader's own address could get: another site cannot let its visitors answer.
 */
export function registerHelp(app: FastifyInstance, deps: HostedDeps): void {
  app.get('/hosted/help', { schema: { hide: true } }, (request, reply) =>
    sendHosted(deps.db, request, reply, (view) => helpBody(view, deps, visitOf(deps, view, request))),
  )
  void app.register(async (scope) => {
    const options = { parseAs: 'string' as const, bodyLimit: FORM_MAX_BYTES }
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) =>
      done(null, Object.fromEntries(new URLSearchParams(String(body)))),
    )
    scope.post('/hosted/help', { schema: { hide: true } }, (request, reply) =>
      sendHosted(deps.db, request, reply, async (view) => {
        const answered = await takeAnswer(deps, view, request)
        const visit = visitOf(deps, view, request)
        return helpBody(view, deps, answered === null ? visit : { ...visit, answered })
      }),
    )
  })
}

function visitOf(deps: HostedDeps, view: HostedView, request: FastifyRequest): HelpVisit {
  return {
    query: request.query as Record<string, unknown>,
    mark: (articleId) => markOf(deps, view, request, articleId).toString('base64url'),
  }
}

/** Null: nothing was answered, or the form is not one of ours; the page then asks again. */
async function takeAnswer(deps: HostedDeps, view: HostedView, request: FastifyRequest): Promise<boolean | null> {
  const { article } = request.query as Record<string, unknown>
  const { helped, mark } = (request.body ?? {}) as Record<string, unknown>
  if (typeof article !== 'string' || (helped !== 'yes' && helped !== 'no')) return null
  const given = Buffer.from(String(mark), 'base64url')
  const fits = [0, 1].some((daysAgo) => equalBytes(given, markOf(deps, view, request, article, daysAgo)))
  if (!fits) return null
  const answer = { resellerId: view.resellerId, articleId: article, helped: helped === 'yes' }
  try {
    await countAnswer(deps, answer, `address ${callerOf(request.ip)}`)
  } catch (error) {
    // The article went away meanwhile: the page says so.
    if (error instanceof Refusal) return null
    throw error
  }
  return answer.helped
}

function markOf(
  { config }: HostedDeps,
  { resellerId }: HostedView,
  request: FastifyRequest,
  articleId: string,
  daysAgo = 0,
): Buffer {
  const day = Math.floor(clock.now().getTime() / DAY_MS) - daysAgo
  return hmac(config.secretKey, 'article-answer', `${resellerId} ${articleId} ${callerOf(request.ip)} ${day}`)
}
