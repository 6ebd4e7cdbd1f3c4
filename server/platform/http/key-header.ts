import type { FastifyRequest } from 'fastify'

/** The API key in the authorization header. Other tokens are no keys: they open nothing of the console. */
export function keyOfRequest(request: FastifyRequest): string | null {
  return /^Bearer (yxk_\w{1,180})$/.exec(request.headers.authorization ?? '')?.[1] ?? null
}
