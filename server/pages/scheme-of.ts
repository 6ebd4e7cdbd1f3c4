import type { FastifyRequest } from 'fastify'

import { type ColourScheme, SCHEME_COOKIE } from '../../contract/page.ts'

export function schemeOf(request: FastifyRequest): ColourScheme {
  return schemeNamed(request.cookies[SCHEME_COOKIE]) ?? 'auto'
}

export function schemeNamed(name: unknown): ColourScheme | null {
  return name === 'light' || name === 'dark' || name === 'auto' ? name : null
}
