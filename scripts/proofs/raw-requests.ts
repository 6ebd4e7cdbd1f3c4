import { randomBytes, randomInt } from 'node:crypto'
import { connect } from 'node:net'

import { makeDataDir, removeDataDir, startServer } from '../../server/test/run/server-process.ts'
import { inParallel } from './pay-world.ts'

/** Bytes over bare connections to a server process. */
export type Figures = {
  sent: number
  statuses: Record<string, number>
  silent: number
  faults: string[]
  exits: number
}

const AT_ONCE = 32
const PATIENCE_MS = 2_000
const FAULTS_TOLD = 5
const any = <T>(...list: T[]): T => list[randomInt(list.length)]!
const some = <T>(list: T[]): T[] => list.filter(() => randomInt(2) === 0)

const split = (text: string) => text.trim().split(/\s*¦\s?/)

const METHODS = [...split('GET ¦ POST ¦ PUT ¦ HEAD ¦ OPTIONS ¦ TRACE ¦ CONNECT ¦ PRI ¦ get ¦ \0'), 'X'.repeat(300)]
const PATHS = [
  '',
  `/${'a'.repeat(9_000)}`,
  ...split(`/ ¦ * ¦ // ¦ /login ¦ /user ¦ /console ¦ /api ¦ /api/user/login ¦ /api/user/info ¦ /healthz ¦ /sub/x ¦ /readyz ¦
    /metrics ¦ /cashier/ ¦ /api/docs ¦ /api/pay/notify/alipay/x ¦ /api/console/list ¦ /../etc/passwd ¦ /%00 ¦ /% ¦ /%zz ¦
    /%c0%af ¦ /\u00ff ¦ http://other.example/ ¦ //other.example/ ¦ /assets/%2e%2e/%2e%2e/package.json ¦ /?a[b]=1&a=2&=&& ¦
    /api/v1/server/UniProxy/push?node_id=1e9&token=%00`),
]
const VERSIONS = split('HTTP/1.1 ¦ HTTP/1.0 ¦ HTTP/2.0 ¦ HTTP/9.9 ¦ http/1.1 ¦ ICY')
const HEADERS = [
  ' folded',
  `X: ${'y'.repeat(20_000)}`,
  `Cookie: ${'a=b; '.repeat(2_000)}`,
  ...split(`Host: a ¦ Host: a\r\nHost: b ¦ Host: ¦ Host: \u0001 ¦ : none ¦ no colon ¦ Content-Length: 5 ¦ Content-Length: -1 ¦
    Content-Length: 5, 6 ¦ Content-Length: 1e3 ¦ Content-Length: 99999999999 ¦ Transfer-Encoding: chunked ¦ TE: trailers ¦
    Transfer-Encoding: chunked, chunked ¦ Transfer-Encoding: identity ¦ Content-Type: application/json ¦ Content-Type: ; ¦
    Content-Type: application/json; charset=utf-7 ¦ Content-Type: a/b ¦ Content-Type: multipart/form-data ¦
    Content-Encoding: gzip ¦ Expect: 100-continue ¦ Expect: bread ¦ Range: bytes=9-1 ¦ Upgrade: h2c ¦ Connection: close ¦
    Upgrade: websocket\r\nConnection: Upgrade ¦ Connection: keep-alive, close ¦ Authorization: Bearer ¦ Referer: \\\\ ¦
    Authorization: Bearer \u00ff ¦ Cookie: yx_console=%E0;;= ¦ Accept: */*;q=x ¦ Accept-Encoding: br;q=x, gzip;q=9 ¦
    Accept-Language: \u00ff ¦ If-None-Match: " ¦ X-Forwarded-For: ,,;\u00ff ¦ X-Request-Id: \u0001 ¦ Origin: null ¦
    Sec-Fetch-Site: cross-site ¦ Idempotency-Key: \u00ff`),
]
const BODIES = [
  '',
  '\r\n\r\nGET / HTTP/1.1\r\n\r\n',
  ...split(`{} ¦ {" ¦ null ¦ [ ¦ 5\r\nhello\r\n0\r\n\r\n¦ ffffffffffffffff\r\nx ¦ 0\r\n\r\n¦ -1\r\n\r\n¦ 5;x=y\r\nhel ¦
    {"userName":"a","passWord":"b","dailiKey":0} ¦ {"a":1}{"a":1} ¦ \u001f\u008b\u0008`),
]

/** Mostly a request in the rough shape of one. */
export function rawRequest(): Buffer {
  if (randomInt(20) === 0) return randomBytes(randomInt(1, 2000))
  const [method, path, version] = [any(...METHODS), any(...PATHS), any('HTTP/1.1', 'HTTP/1.1', any('', ...VERSIONS))]
  // One thing wrong, or nothing.
  if (randomInt(3) === 0) {
    return Buffer.from(
      `GET ${any('/healthz', path)} HTTP/1.1\r\nHost: a\r\n${any('X: y', any(...HEADERS))}\r\n\r\n`,
      'latin1',
    )
  }
  const head = [`${method} ${path} ${version}`, any('Host: a', ''), ...some(HEADERS).slice(0, randomInt(6))]
  const whole = Buffer.from(`${head.filter(Boolean).join('\r\n')}\r\n\r\n${any(...BODIES)}`, 'latin1')
  const cut = randomInt(10) === 0 ? whole.subarray(0, randomInt(1, whole.length)) : whole
  return randomInt(10) === 0 ? Buffer.concat([cut, cut]) : cut
}

export async function sendRaw(databaseUrl: string, count: number): Promise<Figures> {
  const dataDir = makeDataDir()
  const server = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' } })
  let exits = 0
  try {
    const figures = await sendRawTo(Number(new URL(server.url).port), count)
    // It must still be the same process, and well.
    const isWell = await fetch(`${server.url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    )
    if (!isWell) exits = 1
    return { ...figures, exits }
  } finally {
    await server.stop()
    removeDataDir(dataDir)
  }
}

export async function sendRawTo(port: number, count: number): Promise<Omit<Figures, 'exits'>> {
  const figures: Omit<Figures, 'exits'> = { sent: 0, statuses: {}, silent: 0, faults: [] }
  const numbers = Array.from({ length: count }, (_, at) => at)
  await inParallel(numbers, AT_ONCE, async () => {
    const request = rawRequest()
    const answer = await exchange(port, request)
    figures.sent += 1
    const heard = [...answer.matchAll(/^HTTP\/1\.[01] (\d{3}) /gm)].map(([, status]) => status!)
    if (heard.length === 0) figures.silent += 1
    for (const status of heard) figures.statuses[status] = (figures.statuses[status] ?? 0) + 1
    if (!heard.some((status) => Number(status) >= 500) || figures.faults.length >= FAULTS_TOLD) return
    figures.faults.push(`${JSON.stringify(request.toString('latin1').slice(0, 600))}: ${answer.slice(0, 300)}`)
  })
  return figures
}

function exchange(port: number, request: Buffer): Promise<string> {
  return new Promise((resolve) => {
    let heard = ''
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.end(request))
    const limit = setTimeout(() => socket.destroy(), PATIENCE_MS)
    socket.setEncoding('latin1').on('data', (piece: string) => void (heard += piece))
    // A reset is an answer, too.
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(limit)
      resolve(heard)
    })
  })
}

export function findProblems({ sent, statuses, faults, exits }: Figures, count: number): string[] {
  const failed = Object.keys(statuses).filter((status) => Number(status) >= 500)
  return [
    ...(sent === count ? [] : [`${sent} of ${count} raw requests were sent`]),
    ...(failed.length === 0 ? [] : [`raw requests were answered ${failed.join(', ')}: ${faults.join(' ')}`]),
    ...(exits === 0 ? [] : ['the server was not well after the raw requests']),
    ...(statuses['200']! > 0 && statuses['400']! > 0 ? [] : ['the raw requests are none that a server understands']),
  ]
}
