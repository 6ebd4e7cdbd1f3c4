import type { FastifyInstance } from 'fastify'

import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { makeIsFromProxy } from '../../platform/http/near-caller.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { readHost } from './add-domain.ts'

/** Questions about unknown names, from all proxies together: made-up names cost no more than this. */
const UNKNOWN_NAMES: Limit = { name: 'domain-unknown', points: 300, windowMs: 60_000 }
/** A flood of names costs one statement a second, and never delays a reseller's own name. */
const REREAD_MS = 1000

/**
 * The proxy asks this before it gets a certificate for a name (`deploy/Caddyfile`): 200 for the portal's own host and
 * for verified domains of resellers that are not suspended, else 403. For everybody else this path does not exist, so
 * that nobody can find out which domains exist.
 */
export function registerDomainAllowed(app: FastifyInstance, { db, config }: { db: Db; config: Config }): void {
  const isFromProxy = makeIsFromProxy(config.trustProxy)
  const findServed = makeServedHosts(db)
  const ownHost = new URL(config.publicUrl).hostname
  app.get<{ Querystring: { domain?: unknown } }>(
    '/internal/domain-allowed',
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      if (!isFromProxy(request)) return reply.callNotFound()
      const { domain } = request.query
      const host = typeof domain === 'string' ? readHost(domain) : null
      void reply.type('text/plain')
      if (host !== null && (host === ownHost || (await findServed()).has(host))) return reply.send('yes')
      await takeOne({ db, config }, UNKNOWN_NAMES, 'all')
      return reply.code(403).send('no')
    },
  )
}

function makeServedHosts(db: Db): () => Promise<ReadonlySet<string>> {
  let [served, readAtMs]: [Promise<ReadonlySet<string>> | null, number] = [null, 0]
  return () => {
    const nowMs = performance.now()
    if (served && nowMs - readAtMs < REREAD_MS) return served
    readAtMs = nowMs
    const reading = findServedHosts(db)
    served = reading
    // After a failed read, the next question reads again.
    reading.catch(() => {
      if (served === reading) served = null
    })
    return reading
  }
}

async function findServedHosts(db: Db): Promise<ReadonlySet<string>> {
  const rows = await db.query<{ host: string }>({
    name: 'resellers.served_hosts',
    text: `select d.host from reseller_domains d join resellers r on r.id = d.reseller_id
      where d.verified_at is not null and r.suspended_at is null`,
    values: [],
  })
  return new Set(rows.map(({ host }) => host))
}
