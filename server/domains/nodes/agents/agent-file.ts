import type { FastifyInstance } from 'fastify'

import type { Config } from '../../../config.ts'
import type { Db } from '../../../platform/db/db.ts'
import { callerOf } from '../../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../../platform/limits/limits.ts'
import { readBundle } from './bundle.ts'

type Deps = { db: Db; config: Config }

/** Each machine fetches it once for a release. */
const ASKED: Limit = { name: 'agent_file', points: 60, windowMs: 10 * 60_000 }

/** Serves the agent to machines that become nodes. It holds no secret; who runs it still needs a token. */
export function registerAgentFile(app: FastifyInstance, { db, config }: Deps, folder?: string): void {
  const schema = { summary: 'The node agent of this release, as one file', tags: ['files'] }
  app.get<{ Params: { number: string } }>('/agent/:number', { schema }, async (request, reply) => {
    await takeOne({ db, config }, ASKED, callerOf(request.ip))
    void reply
      .header('content-security-policy', "sandbox; default-src 'none'")
      .header('x-content-type-options', 'nosniff')
    const bundle = await readBundle(folder)
    if (bundle?.number !== request.params.number) {
      return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n')
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('etag', `"${bundle.sha256}"`)
      .header('content-disposition', `attachment; filename="yuxian-agent-${bundle.number}.mjs"`)
      .type('application/octet-stream')
      .send(bundle.file)
  })
}
