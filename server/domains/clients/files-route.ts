import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Readable } from 'node:stream'

import { parseAppKey } from '../../../contract/app-key.ts'
import { FILE_NAME } from '../../../contract/client-files.ts'
import type { Config } from '../../config.ts'
import type { Db } from '../../platform/db/db.ts'
import { callerOf } from '../../platform/limits/client-address.ts'
import { takeOne, type Limit } from '../../platform/limits/limits.ts'
import { resellerByHost } from '../resellers/reseller-by-host.ts'
import { loadServed } from './file-queries.ts'
import { readFile } from './files.ts'
import { readRange } from './read-range.ts'

type Deps = { db: Db; config: Config }

/** By address: a download manager asks for many ranges, and many users share an address. */
const ASKED: Limit = { name: 'files', points: 600, windowMs: 10 * 60_000 }
const ADDRESS = new RegExp(`^/files/([0-9a-f]{64})/(${FILE_NAME.slice(1, -1)})$`)

/** Serves the files of clients. The same answer for everybody: it reads and sets no cookie. */
export function registerFiles(app: FastifyInstance, deps: Deps): void {
  const schema = { summary: "A client's file that the server keeps, whole or in ranges", tags: ['files'] }
  app.get('/files/*', { schema, config: { patienceMs: Infinity } }, (request, reply) => answer(deps, request, reply))
}

async function answer({ db, config }: Deps, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  await takeOne({ db, config }, ASKED, callerOf(request.ip))
  // What a browser would run or show must stay a file, whatever is in it.
  void reply
    .header('content-security-policy', "sandbox; default-src 'none'")
    .header('x-content-type-options', 'nosniff')
  // Compare the raw address: a file has exactly one spelling, so nothing is decoded or resolved.
  const [, digest, name] = ADDRESS.exec(request.url.split('?', 1)[0] ?? '') ?? []
  const resellerId = await resellerOf(db, request)
  const file = digest && name ? await loadServed(db, { sha256: Buffer.from(digest, 'hex'), name }, resellerId) : null
  if (!file) return reply.code(404).header('cache-control', 'no-store').type('text/plain').send('Not found\n')
  const tag = `"${digest}"`
  void reply
    .header('cache-control', 'public, max-age=86400')
    .header('accept-ranges', 'bytes')
    .header('etag', tag)
    .header('content-disposition', `attachment; filename="${name}"`)
    .type('application/octet-stream')
  if (request.headers['if-none-match'] === tag) return reply.code(304).send()
  const { range: wanted, 'if-range': ifRange } = request.headers
  const range = readRange(ifRange === undefined || ifRange === tag ? wanted : undefined, file.sizeBytes)
  if (range === 'outside') {
    return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).type('text/plain').send('')
  }
  const { first, last } = range ?? { first: 0, last: file.sizeBytes - 1 }
  if (range) void reply.code(206).header('content-range', `bytes ${first}-${last}/${file.sizeBytes}`)
  void reply.header('content-length', last - first + 1)
  // Nothing at all would set the length to 0.
  if (request.method === 'HEAD') return reply.send(Readable.from([]))
  // A part that is not what was stored ends the connection: the reader sees that the file is not complete.
  return reply.send(Readable.from(readFile(db, file, { first, last }), { objectMode: false }))
}

/** The host's reseller, else the one that the address names. */
async function resellerOf(db: Db, request: FastifyRequest): Promise<number> {
  const named = (request.query as Record<string, unknown>)['app_key']
  return (await resellerByHost(db, request.host)) || (parseAppKey(typeof named === 'string' ? named : null)?.key ?? 0)
}
