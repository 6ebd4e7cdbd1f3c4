import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { fail } from '../errors.ts'
import { randomToken } from '../secrets/crypto.ts'
import { hasOnlyDeviceCookie } from './device-cookie.ts'
import { keyOfRequest } from './key-header.ts'

const COOKIE = 'XSRF-TOKEN'
/**
 * Called by machines: no browser holds a credential for these, and agents keep and send back any cookie they get. Files
 * are the same for everybody.
 */
const BY_MACHINES = /^\/(?:sub|s|files|agent|api\/(?:pay\/notify|telegram|node|v1\/server|v2\/server|v1\/client))\//
const SAFE = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Refuses unsafe calls that another site made. A browser does not send the authorization header by itself, so this is
 * the second defence, and the only one for calls that need no token.
 */
export function guardCrossSite(app: FastifyInstance): void {
  app.addHook('onRequest', (request, reply, done) => {
    guard(request, reply)
    done()
  })
}

function guard(request: FastifyRequest, reply: FastifyReply): void {
  const pattern = request.routeOptions.url ?? ''
  if (BY_MACHINES.test(pattern)) return
  // A program with a key: no browser adds that header by itself. Its guard refuses a cookie beside it.
  if (pattern.startsWith('/api/console/') && keyOfRequest(request) !== null) return
  if (SAFE.has(request.method)) return setCookieOnce(request, reply)
  // Only calls change anything; a page's form that was sent before its script arrived is dropped unread. Compare the
  // route's own pattern: an address can be spelt in many ways (/%61pi/…).
  if (pattern.startsWith('/api/') && isCrossSite(request)) fail('request.cross_site')
  // The console's token is a cookie, which a browser sends by itself: always require the echo here.
  if (pattern.startsWith('/api/console/') && !hasEcho(request)) fail('request.cross_site')
}

/** A browser says by itself which site sends a form. */
export function isOfOtherSite(request: FastifyRequest): boolean {
  const site = header(request, 'sec-fetch-site')
  const origin = header(request, 'origin')
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return origin !== undefined && URL.parse(origin)?.host !== request.host
}

function isCrossSite(request: FastifyRequest): boolean {
  if (isOfOtherSite(request)) return true
  const site = header(request, 'sec-fetch-site')
  const origin = header(request, 'origin')
  if (request.cookies[COOKIE] !== undefined) return !hasEcho(request)
  // A framed browser may keep no cookie: the two headers above are set by the browser itself and suffice. A native
  // app or a script sends neither cookies nor Origin, so nothing ambient could be abused.
  const vouchedFor = site === 'same-origin' || origin !== undefined
  return !vouchedFor && request.headers.cookie !== undefined && !hasOnlyDeviceCookie(request)
}

function hasEcho(request: FastifyRequest): boolean {
  const cookie = request.cookies[COOKIE] ?? ''
  // Anybody can echo an empty cookie with an empty header, so it proves nothing.
  return cookie !== '' && header(request, 'x-xsrf-token') === cookie
}

function setCookieOnce(request: FastifyRequest, reply: FastifyReply): void {
  if (request.cookies[COOKIE]) return
  // Readable by the page on purpose: it echoes the value. Lax is enough, since Origin is checked too.
  reply.setCookie(COOKIE, randomToken(16), { path: '/', sameSite: 'lax', secure: request.protocol === 'https' })
}

function header(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name]
  return Array.isArray(value) ? value[0] : value
}
