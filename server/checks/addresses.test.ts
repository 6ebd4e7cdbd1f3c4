import type { FastifyInstance } from 'fastify'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { rmSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'

import { publicPaths } from '../../contract/page-paths.ts'
import { consoleCalls, nodeCalls, portalCalls } from '../test/look/every-route.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeWebDir } from '../test/run/make-web-dir.ts'

/**
 * Every address that the server answers and that is neither a page of the portal nor a call of the contract. A new one
 * is a decision: write it here with its reason, or put what needs a place into a page that exists.
 */
const besideThePages = {
  // A user's lines: the address, its one-scan twin, and what other panels gave out.
  '/sub/*': 'GET',
  '/sub/once/:code': 'GET POST',
  '/s/*': 'GET',
  '/api/v1/client/subscribe': 'GET',
  // Files that the server keeps itself: clients, and the agent.
  '/files/*': 'GET',
  '/agent/:number': 'GET',
  // Pages without a login, shown in frames or after a payment.
  '/hosted/agreement': 'GET',
  '/hosted/help': 'GET POST',
  '/hosted/notices': 'GET',
  '/hosted/notices/sample': 'GET',
  '/hosted/paid': 'GET',
  '/hosted/pay': 'GET',
  '/hosted/probe': 'GET',
  '/hosted/tutorial': 'GET',
  '/hosted/usage': 'GET',
  // The front ends' own files, and what a browser asks for at the root.
  '/static/*': 'GET',
  '/manifest.webmanifest': 'GET',
  '/apple-touch-icon.png': 'GET',
  '/sw.js': 'GET',
  '/console': 'GET',
  '/console/*': 'GET',
  '/console/static/*': 'GET',
  // Operations. Only the proxy asks the last one.
  '/healthz': 'GET',
  '/readyz': 'GET',
  '/metrics': 'GET',
  '/internal/domain-allowed': 'GET',
}

/** Below /api, but in a shape of its own. */
const outsideTheEnvelope = {
  '/api/node/v1/probe': 'GET',
  '/api/monitor/stream': 'GET',
  // Downloads: the browser goes there.
  '/api/user/export': 'GET',
  '/api/balance/export': 'GET',
  // What other programs call.
  '/api/pay/notify/alipay/:merchant': 'POST',
  '/api/pay/notify/epay/:merchant': 'GET',
  '/api/pay/notify/stripe/:merchant': 'POST',
  '/api/pay/notify/wechat/:merchant': 'POST',
  '/api/pay/notify/usdt/:merchant': 'POST',
  '/api/telegram/:bot': 'POST',
  '/api/v1/server/UniProxy/config': 'GET',
  '/api/v1/server/UniProxy/user': 'GET',
  '/api/v1/server/UniProxy/alivelist': 'GET',
  '/api/v1/server/UniProxy/push': 'POST',
  '/api/v1/server/UniProxy/alive': 'POST',
  '/api/v1/server/UniProxy/status': 'POST',
  '/api/v2/server/config': 'GET',
  '/api/v2/server/user': 'GET',
  '/api/v2/server/alivelist': 'GET',
  '/api/v2/server/push': 'POST',
  '/api/v2/server/alive': 'POST',
  '/api/v2/server/status': 'POST',
  '/api/v2/server/handshake': 'GET POST',
  '/api/v2/server/report': 'POST',
  // For who writes programs.
  '/api/docs': 'GET',
  '/api/docs/*': 'GET',
  '/api/openapi.json': 'GET',
  '/api/docs/console': 'GET',
  '/api/docs/console/*': 'GET',
  '/api/docs/console/openapi.json': 'GET',
  '/api/client.js': 'GET',
  '/api/client.d.ts': 'GET',
}

/** Pages whose form a visitor may send before the script has loaded. */
const earlyForms = { '/login': 'POST', '/reg': 'POST', '/find_pass': 'POST', '/loginMonitor': 'POST' }

const webDir = makeWebDir()
afterAll(() => rmSync(webDir, { recursive: true, force: true }))

const calls = new Set<string>([...portalCalls, ...consoleCalls, ...nodeCalls].map(({ route }) => route.path))

/** The addresses of an application that are no calls of the contract, with their methods. */
async function addressesOf(env: Record<string, string>): Promise<Record<string, string>> {
  const found = new Map<string, Set<string>>()
  const listen = (message: unknown) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ url, method }) => {
      const methods = [method].flat().filter((name) => name !== 'HEAD')
      if (methods.length > 0 && !calls.has(url)) found.set(url, new Set([...(found.get(url) ?? []), ...methods]))
    })
  }
  subscribe('fastify.initialization', listen)
  try {
    const { app } = await makeApp(env, { webDir })
    await app.ready()
  } finally {
    unsubscribe('fastify.initialization', listen)
  }
  return Object.fromEntries([...found].map(([url, methods]) => [url, [...methods].toSorted().join(' ')]))
}

test('answers no address beside pages and calls but those of the list', async () => {
  const listed = { ...besideThePages, ...outsideTheEnvelope, ...earlyForms }
  const production = { MODE: 'production', PUBLIC_URL: 'https://portal.example', BACKUP_NIGHTLY: 'off' }
  expect(await addressesOf(production)).toEqual(listed)
  expect(await addressesOf({})).toEqual({ ...listed, '/cashier/*': 'GET POST' })
})

test('keeps every call below /api, and no page under an address of the list', () => {
  expect([...calls].filter((path) => !path.startsWith('/api/'))).toEqual([])
  const firstParts = new Set(Object.keys(besideThePages).map((url) => url.split('/')[1]))
  const pages = [...publicPaths, '/user'].filter((path) => firstParts.has(path.split('/')[1]))
  expect(pages).toEqual([])
})
