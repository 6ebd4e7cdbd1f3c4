import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { writeAppKey } from '../../../../contract/app-key.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { fail } from '../../../platform/errors.ts'
import { isOfOtherSite } from '../../../platform/http/xsrf.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne } from '../../../platform/limits/limits.ts'
import { sha256 } from '../../../platform/secrets/crypto.ts'
import { ASKED } from '../feed-route.ts'
import { deviceToken, hashFeedToken } from '../load-link.ts'
import { loadCode, spendCode, type CodeRow } from './queries.ts'

/** Why a code opens nothing. Each has its own sentence. */
export type CodeTrouble = 'unknown' | 'brand' | 'revoked' | 'used' | 'signedOut' | 'late'
/** Null: the code is good, and the page asks whether to begin here. */
export type SendOncePage = (
  request: FastifyRequest,
  reply: FastifyReply,
  trouble: CodeTrouble | null,
) => Promise<FastifyReply>
type Deps = {
  db: Db
  config: Config
  /** The reseller whose page the reader is on. */
  pageReseller(request: FastifyRequest): Promise<number>
  sendOncePage: SendOncePage
}

/**
 * The page of a one-scan code. Looking at it uses nothing up, since chat apps and scanners look too; its button spends
 * the code and leads to the device's own address.
 */
export function registerOnce(app: FastifyInstance, deps: Deps): void {
  app.register(async (scope) => {
    const form = { parseAs: 'string', bodyLimit: 1024 } as const
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, _body, done) => done(null, ''))
    const schema = { hide: true }
    scope.get('/sub/once/:code', { schema }, async (request, reply) => {
      const { trouble } = await judge(deps, request)
      return deps.sendOncePage(request, reply, trouble)
    })
    scope.post('/sub/once/:code', { schema }, (request, reply) => begin(deps, request, reply))
  })
}

async function begin(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  if (isOfOtherSite(request)) fail('request.cross_site')
  const { db, config, sendOncePage } = deps
  const { trouble, code } = await judge(deps, request)
  if (trouble || !code) return sendOncePage(request, reply, trouble ?? 'unknown')
  const token = deviceToken(config, code, code.id)
  if (!(await spendCode(db, code, hashFeedToken(token), clock.now()))) return sendOncePage(request, reply, 'used')
  void reply.header('cache-control', 'private, no-store')
  return reply.redirect(`/sub/${token}?app_key=${writeAppKey(code.resellerId)}`, 303)
}

async function judge(
  { db, config, pageReseller }: Deps,
  request: FastifyRequest,
): Promise<{ trouble: CodeTrouble | null; code: CodeRow | null }> {
  const now = clock.now()
  await takeOne({ db, config }, ASKED, callerOf(request.ip))
  const { code: text } = request.params as { code: string }
  const code = await loadCode(db, sha256(text), now)
  if (!code) return { trouble: 'unknown', code: null }
  return { trouble: troubleOf(code, await pageReseller(request), now), code }
}

function troubleOf(code: CodeRow, pageReseller: number, now: Date): CodeTrouble | null {
  if (code.resellerId !== pageReseller) return 'brand'
  if (code.usedAt) return 'used'
  if (code.revokedAt) return 'revoked'
  if (!code.isSignedIn) return 'signedOut'
  return code.expiresAt <= now ? 'late' : null
}
