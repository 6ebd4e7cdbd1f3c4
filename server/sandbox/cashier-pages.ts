import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { providers } from '../domains/payments/gateways/providers.ts'
import { loadSandboxGateway } from '../domains/payments/merchants/save-sandbox-merchants.ts'
import type { Db } from '../platform/db/db.ts'

export const CASHIER_PATH = '/cashier'

/** The pages a buyer opens. The cashier's calls for servers and tests stay on loopback. */
const PAGES = /^\/(?:error|q\/[0-9a-f]{32}|pay\/[0-9a-f]{32}(?:\/(?:scan|pay|close))?)$/
const FIRST_PAGES = Object.values(providers).map(({ sandbox }) => sandbox.page)
const PASSED_HEADERS = ['content-type', 'content-security-policy', 'referrer-policy', 'cache-control', 'location']
const TIMEOUT_MS = 5000

/** Serves the sandbox cashier's pages on the portal's own port, so that a phone reaches them too. */
export function registerCashierPages(app: FastifyInstance, db: Db): void {
  void app.register(async (scope) => {
    const form = { parseAs: 'string' as const, bodyLimit: 1024 }
    scope.addContentTypeParser('application/x-www-form-urlencoded', form, (_request, _body, done) => done(null, ''))
    const options = { schema: { hide: true }, exposeHeadRoute: false }
    scope.get(`${CASHIER_PATH}/*`, options, (request, reply) => pass(db, request, reply))
    scope.post(`${CASHIER_PATH}/*`, options, (request, reply) => pass(db, request, reply))
  })
}

async function pass(db: Db, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const wanted = request.url.slice(CASHIER_PATH.length)
  const page = wanted.split('?', 1)[0]!
  const isPage = PAGES.test(page) || FIRST_PAGES.includes(page)
  const cashierUrl = isPage ? await loadSandboxGateway(db) : null
  if (cashierUrl === null) return reply.code(404).type('text/plain').send('not found')
  const answer = await fetch(new URL(wanted, cashierUrl), {
    method: request.method,
    redirect: 'manual',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  })
  for (const name of PASSED_HEADERS) {
    const value = answer.headers.get(name)
    if (value !== null) void reply.header(name, value)
  }
  return reply.code(answer.status).send(await answer.text())
}
