import staticFiles from '@fastify/static'
import Fastify, { type FastifyReply } from 'fastify'
// The server that ours is compared with: only Fastify and the database driver. It prints its port.
import { readFileSync } from 'node:fs'
import pg from 'pg'

const { DATABASE_URL = '', FOLDER = '' } = process.env
const app = Fastify()
const pool = new pg.Pool({ connectionString: DATABASE_URL, max: 16 })

/** Two statements by key: the minimum for a call that must know its caller. */
app.post('/info', async () => ({ success: true, data: await askTwice() }))

async function askTwice() {
  const session = { name: 'a', text: 'select id, account_id, reseller_id from sessions limit 1' }
  const { rows } = await pool.query<{ account_id: number; reseller_id: number }>(session)
  const { account_id: id, reseller_id: reseller } = rows[0]!
  const account = {
    name: 'b',
    text: 'select * from accounts where id = $1 and reseller_id = $2',
    values: [id, reseller],
  }
  const found = await pool.query<{ user_name: string; created_at: Date }>(account)
  return found.rows[0]
}

/** The exact bytes of one of our answers, as sent over the wire. */
const bodies = new Map<string, { body: Buffer; type: string; encoding: string }>()
app.post<{ Body: { path: string; file: string; type: string; encoding: string } }>('/keep', async ({ body }) => {
  bodies.set(body.path, { body: readFileSync(body.file), type: body.type, encoding: body.encoding })
  return {}
})
app.get('/kept/*', (request, reply) => sendKept(request.url, reply))
app.get('/asked/*', async (request, reply) => {
  await askTwice()
  return sendKept(request.url.replace('/asked/', '/kept/'), reply)
})

function sendKept(path: string, reply: FastifyReply): FastifyReply {
  const { body, type, encoding } = bodies.get(path)!
  if (encoding) void reply.header('content-encoding', encoding)
  return reply.type(type).send(body)
}

if (FOLDER) await app.register(staticFiles, { root: FOLDER, preCompressed: true })
await app.listen({ port: 0, host: '127.0.0.1' })
console.log((app.server.address() as { port: number }).port)
