import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { Provider } from '../../../../contract/providers.ts'
import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { providers } from '../gateways/providers.ts'
import { takeNotify } from './take-notify.ts'

const BODY_MAX_BYTES = 32 * 1024
type Params = { merchant: string }
type Deps = { db: Db; config: Config }

/** Where gateways report payments: a path for each provider. */
export function registerPaymentNotifies(app: FastifyInstance, deps: Deps): void {
  for (const provider of Object.keys(providers) as Provider[]) {
    const { method, contentType } = providers[provider].notify
    // A scope each, because the raw text is stored and verified: nothing may parse it first.
    void app.register(async (scope) => {
      const options = { parseAs: 'string' as const, bodyLimit: BODY_MAX_BYTES }
      if (contentType) scope.addContentTypeParser(contentType, options, (_request, body, done) => done(null, body))
      scope.route<{ Params: Params }>({
        method,
        url: `/api/pay/notify/${provider}/:merchant`,
        schema: { summary: 'Signed notifies of a payment provider, answered in plain text', tags: ['pay'] },
        exposeHeadRoute: false,
        handler: (request, reply) => answer(deps, provider, request, reply),
      })
    })
  }
}

async function answer(
  { db, config }: Deps,
  provider: Provider,
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { method, taken, refused } = providers[provider].notify
  void reply.type('text/plain').header('cache-control', 'no-store')
  // A zero byte or nonsense cannot name a merchant; answer it without a server error.
  if (!/^[\w-]{1,64}$/.test(request.params.merchant)) return reply.code(refused.code).send(refused.text)
  const ctx = { db, config, now: clock.now(), log: request.log as Logger }
  const body = typeof request.body === 'string' ? request.body : ''
  const text = method === 'POST' ? body : request.url.split('?').slice(1).join('?')
  try {
    const told = { provider, merchantId: request.params.merchant, text, headers: request.headers }
    return (await takeNotify(ctx, told)) ? await reply.send(taken) : await reply.code(refused.code).send(refused.text)
  } catch (error) {
    const { name, message } = error as Error
    request.log.error({ type: name, message }, 'a notify could not be taken')
    return reply.code(503).send(refused.text)
  }
}
