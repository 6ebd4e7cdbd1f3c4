import type { FastifyInstance } from 'fastify'

import { consoleApi } from '../../../contract/console/api.ts'
import { isOpenToKeys } from '../../../contract/open-to-keys.ts'
import { writeClient, type ClientFile } from './write-client.ts'

export const writeKeyClient = (): ClientFile => writeClient(consoleApi, isOpenToKeys)

/** The client for programs with an API key, made at the first request: few ask for it, and it fits this server. */
export function serveClient(app: FastifyInstance): void {
  let written: ClientFile | null = null
  const files = [
    { url: '/api/client.js', type: 'text/javascript; charset=utf-8', part: 'code' },
    { url: '/api/client.d.ts', type: 'application/typescript; charset=utf-8', part: 'types' },
  ] as const
  for (const { url, type, part } of files) {
    app.get(url, { schema: { hide: true } }, async (_request, reply) => {
      written ??= writeKeyClient()
      return reply.type(type).header('cache-control', 'public, max-age=300').send(written[part])
    })
  }
}
