import type { FastifyReply, FastifyRequest } from 'fastify'

import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { isLoopbackName, type Config } from '../../config.ts'

export const CONSOLE_COOKIE = 'yx_console'

export function readConsoleCookie(request: FastifyRequest): string | null {
  return request.cookies[CONSOLE_COOKIE] ?? null
}

/** Hidden from scripts, other sites and other paths: only the browser sends it, and only to the console's calls. */
export function setConsoleCookie(reply: FastifyReply, { publicUrl }: Config, token: string | null): void {
  const { protocol, hostname } = new URL(publicUrl)
  void reply.setCookie(CONSOLE_COOKIE, token ?? '', {
    path: '/api/console',
    httpOnly: true,
    sameSite: 'strict',
    secure: protocol === 'https:' || !isLoopbackName(hostname),
    maxAge: token === null ? 0 : staffLimits.absoluteMs / 1000,
  })
}
