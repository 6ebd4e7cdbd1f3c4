import type { FastifyRequest } from 'fastify'

import { type ColourScheme, SCHEME_COOKIE } from '../../contract/page.ts'

export function schemeOf(request: FastifyRequest): ColourScheme {
  const chosen = request.cookies[SCHEME_COOKIE]
  return chosen === 'light' || chosen === 'dark' ? chosen : 'auto'
}
