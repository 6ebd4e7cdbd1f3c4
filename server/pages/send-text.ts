import type { FastifyReply, FastifyRequest } from 'fastify'
import { gzipSync } from 'node:zlib'

/** Pages are made per request, so compress them here; the build has compressed the files under /static. */
export function sendText(request: FastifyRequest, reply: FastifyReply, html: string): FastifyReply {
  if (!takesGzip(request)) return reply.send(html)
  return reply.header('content-encoding', 'gzip').send(gzipSync(html))
}

export function takesGzip(request: FastifyRequest): boolean {
  return /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
}
