import { execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { connect, type ClientHttp2Session, type IncomingHttpHeaders, type IncomingHttpStatusHeader } from 'node:http2'
import path from 'node:path'
import { gunzipSync } from 'node:zlib'

import { MONITOR_STREAM_PATH } from '../../contract/monitor.ts'
import { readConfig } from '../../server/config.ts'
import { raiseAlert } from '../../server/domains/alerts/alerts.ts'
import { createDb, type Db } from '../../server/platform/db/db.ts'
import { findProgram } from '../../server/test/run/requires.ts'
import { startServer } from '../../server/test/run/server-process.ts'
import { waitUntil } from '../../server/test/run/wait-until.ts'
import { freePort } from '../../test/free-port.ts'
import { root } from '../step.ts'
import { signInMonitor } from './streams.ts'
import { withDatabase } from './throwaway-server.ts'

/**
 * Tests deploy/nginx.conf in a real nginx before a real server: HTTP/2, compression, the stream, hidden paths and body
 * limits.
 */
const SITE = 'portal.example.com'
const LIMIT_MS = 20_000

type Ports = { http: number; https: number; server: number }
type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

export async function prove(): Promise<boolean> {
  const program = findProgram('nginx')
  if (!program || !findProgram('openssl')) {
    console.log('  ✗ not installed: apt-get install nginx-light openssl')
    return false
  }
  return withDatabase(async (databaseUrl, folder) => {
    const ports = { http: await freePort(), https: await freePort(), server: await freePort() }
    const config = writeConfig(program, path.join(folder, 'nginx'), ports)
    const SECRET_KEY = randomBytes(32).toString('hex')
    const env = { DATABASE_URL: databaseUrl, SECRET_KEY, TRUST_PROXY: '1', LOG_LEVEL: 'error' }
    const server = await startServer({ dataDir: path.join(folder, 'data'), port: ports.server, env })
    const db = createDb({ url: databaseUrl, poolSize: 2 })
    const nginx = spawn(program, ['-c', config.file, '-g', 'daemon off;'], { stdio: 'inherit' })
    try {
      const token = await signInMonitor(db, readConfig(env), server.url)
      const looks = [...(await lookAtPages(await openSession(ports, config.certificate))), await lookAtPlain(ports)]
      looks.push(await lookAtStream(await openSession(ports, config.certificate), token, db))
      for (const [isRight, what] of looks) console.log(`${isRight ? '  ok' : 'FAIL'}    ${what}`)
      return looks.every(([isRight]) => isRight)
    } finally {
      nginx.kill('SIGTERM')
      await db.close()
      await server.stop()
    }
  })
}

/** Writes the unchanged file with other ports, file names and a test certificate. */
function writeConfig(program: string, folder: string, ports: Ports) {
  mkdirSync(folder, { recursive: true })
  const [certificate, key] = [path.join(folder, 'fullchain.pem'), path.join(folder, 'privkey.pem')]
  const subject = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`]
  const words = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', ...subject]
  execFileSync('openssl', [...words, '-keyout', key, '-out', certificate], { stdio: 'ignore' })
  const site = readFileSync(path.join(root, 'deploy/nginx.conf'), 'utf8')
    .replace('server 127.0.0.1:3000;', `server 127.0.0.1:${ports.server};`)
    .replace(/listen (?:\[::\]:)?80;/g, `listen 127.0.0.1:${ports.http};`)
    .replace(/listen (?:\[::\]:)?443 /g, `listen 127.0.0.1:${ports.https} `)
    .replace(/(listen [^;]+;)(\s+)\1/g, '$1')
    .replaceAll(`/etc/letsencrypt/live/${SITE}`, folder)
    .replaceAll('/var/log/nginx', folder)
  const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  const file = path.join(folder, 'nginx.conf')
  writeFileSync(
    file,
    `pid ${folder}/nginx.pid;\nerror_log ${folder}/error.log;\nevents {}\nhttp {\n${places.join('\n')}\n${site}\n}\n`,
  )
  execFileSync(program, ['-t', '-q', '-c', file], { stdio: 'inherit' })
  return { file, certificate: readFileSync(certificate) }
}

async function openSession({ https }: Ports, ca: Buffer): Promise<ClientHttp2Session> {
  return waitUntil(
    () =>
      new Promise<ClientHttp2Session | null>((resolve) => {
        const session = connect(`https://127.0.0.1:${https}`, { servername: SITE, ca })
        session.once('connect', () => resolve(session)).on('error', () => resolve(null))
      }),
    'nginx',
    LIMIT_MS,
  )
}

function get(session: ClientHttp2Session, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const stream = session.request({ ':path': path, ':authority': SITE, ...headers })
    let answered: IncomingHttpHeaders & IncomingHttpStatusHeader = {}
    const chunks: Buffer[] = []
    stream.on('response', (given) => (answered = given))
    stream.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', reject)
    stream.on('end', () =>
      resolve({ status: answered[':status'] ?? 0, headers: answered, body: Buffer.concat(chunks) }),
    )
  })
}

async function lookAtPages(session: ClientHttp2Session): Promise<[boolean, string][]> {
  try {
    const many = await Promise.all(Array.from({ length: 20 }, () => get(session, '/healthz')))
    const isWell = many.every(({ status, body }) => status === 200 && body.toString().startsWith('ok '))
    const json = await get(session, '/api/openapi.json', { 'accept-encoding': 'gzip' })
    const isGzip = json.headers['content-encoding'] === 'gzip'
    const text = isGzip ? gunzipSync(json.body).toString() : ''
    const metrics = await get(session, '/metrics')
    const hsts = json.headers['strict-transport-security']
    return [
      [session.alpnProtocol === 'h2' && isWell, `20 calls at once on one connection by ${session.alpnProtocol}`],
      [isGzip && text.startsWith('{'), `JSON of ${text.length} characters comes as ${json.body.length} bytes of gzip`],
      [metrics.status === 404, '/metrics is hidden'],
      [hsts === 'max-age=31536000', `browsers are told to stay with https: ${hsts}`],
    ]
  } finally {
    session.destroy()
  }
}

async function lookAtPlain({ http }: Ports): Promise<[boolean, string]> {
  const url = `http://127.0.0.1:${http}/login?app_key=yx_0`
  const { status, headers } = await fetch(url, { redirect: 'manual' })
  return [status === 301, `plain http is sent to ${headers.get('location')}`]
}

/** Events arrive while the answer is still open, and another call on the same connection does not wait for it. */
async function lookAtStream(session: ClientHttp2Session, token: string, db: Db): Promise<[boolean, string]> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': 'gzip' }
  const stream = session.request({ ':path': MONITOR_STREAM_PATH, ':authority': SITE, ...headers })
  let seen = ''
  let isOver = false
  stream.on('data', (chunk: Buffer) => (seen += chunk.toString())).on('error', () => {})
  stream.on('end', () => (isOver = true))
  try {
    await waitUntil(async () => seen.includes('data: '), 'the stream to begin', LIMIT_MS)
    const before = seen.length
    const alert = { resellerId: null, kind: 'payment.unknown_order', subject: 'proof:proxy' } as const
    const raisedAt = performance.now()
    await raiseAlert(db, alert, new Date())
    await waitUntil(async () => seen.slice(before).includes('proof:proxy'), 'the event', LIMIT_MS)
    const ms = Math.round(performance.now() - raisedAt)
    const beside = await get(session, '/healthz')
    return [!isOver && beside.status === 200, `an event comes through the open stream after ${ms} ms`]
  } catch (error) {
    return [false, `the stream: ${(error as Error).message}`]
  } finally {
    session.destroy()
  }
}
