import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Logger } from 'pino'

import type { Config } from '../../../config.ts'
import { clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/db/db.ts'
import { takeNotify } from './take-notify.ts'

const BODY_MAX_BYTES = 32 * 1024
type Params = { merchant: string }
type Deps = { db: Db; config: Config }

/** Where gateways report payments. Plain text, no envelope: any answer but "success" makes them send again. */
export function registerPaymentNotifies(app: FastifyInstance, deps: Deps): void {
  void app.register(async (scope) => {
    const options = { parseAs: 'string' as const, bodyLimit: BODY_MAX_BYTES }
    // The raw text is stored and verified, so nothing may parse it first.
    scope.addContentTypeParser('application/x-www-form-urlencoded', options, (_request, body, done) => done(null, body))
    const schema = { summary: 'Signed notifies of a payment provider, answered in plain text', tags: ['pay'] }
    scope.post<{ Params: Params }>('/api/pay/notify/alipay/:merchant', { schema }, (request, reply) =>
      answer(deps, request, reply, { provider: 'alipay', text: typeof request.body === 'string' ? request.body : '' }),
    )
    scope.get<{ Params: Params }>(
      '/api/pay/notify/epay/:merchant',
      { schema, exposeHeadRoute: false },
      (request, reply) =>
        answer(deps, request, reply, { provider: 'epay', text: request.url.split('?').slice(1).join('?') }),
    )
  })
}

type Told = { provider: 'alipay' | 'epay'; text: string }

async function answer(
  { db, config }: Deps,
  request: FastifyRequest<{ Params: Params }>,
  reply: FastifyReply,
  told: Told,
): Promise<FastifyReply> {
  void reply.type('text/plain').header('cache-control', 'no-store')
  // A zero byte or nonsense cannot name a merchant; answer it without a server error.
  if (!/^[\w-]{1,64}$/.test(request.params.merchant)) return reply.send('fail')
  const ctx = { db, config, now: clock.now(), log: request.log as Logger }
  try {
    const isTaken = await takeNotify(ctx, { ...told, merchantId: request.params.merchant })
    return await reply.send(isTaken ? 'success' : 'fail')
  } catch (error) {
    const { name, message } = error as Error
    request.log.error({ type: name, message }, 'a notify could not be taken')
    return reply.code(503).send('fail')
  }
}
