import type { FastifyReply, FastifyRequest } from 'fastify'

/** Gives no access: it only remembers, sealed, which accounts this browser has signed in to. */
const COOKIE = 'device'
const YEAR_S = 365 * 86_400
const MAX_CHARACTERS = 2000

export function readDeviceCookie(request: FastifyRequest): string | null {
  const value = request.cookies[COOKIE]
  return value !== undefined && value.length <= MAX_CHARACTERS ? value : null
}

export function setDeviceCookie(request: FastifyRequest, reply: FastifyReply, value: string): void {
  const secure = request.protocol === 'https'
  reply.setCookie(COOKIE, value, { path: '/api/user', httpOnly: true, sameSite: 'lax', secure, maxAge: YEAR_S })
}

/** An app that keeps its cookies sends only this one, and nobody can act in the user's name with it. */
export function hasOnlyDeviceCookie(request: FastifyRequest): boolean {
  const names = Object.keys(request.cookies)
  return names.length === 1 && names[0] === COOKIE
}
