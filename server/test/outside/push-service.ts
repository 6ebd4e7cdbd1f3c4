import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify, type ECDH } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

import { dialPublic } from '../../platform/dial/dial-public.ts'
import { atFileEnd } from '../run/endings.ts'

/** A public address, so that the server accepts it; calls to it arrive at the stand-in. */
const ORIGIN = 'https://1.1.1.1'

type Browser = { endpoint: string; p256dh: string; auth: string; keys: ECDH }
export type Pushed = { endpoint: string; headers: IncomingHttpHeaders; text: string; claims: Record<string, unknown> }
type Fault = { status: number; headers?: Record<string, string> } | 'reset'

/**
 * A push service that speaks the real wire: it checks the sender's signature against the key that browsers were given,
 * and opens each message with the keys of the browser it is for.
 */
export async function startPushService() {
  const browsers = new Map<string, Browser>()
  const pushed: Pushed[] = []
  const faults: Fault[] = []
  let serverKey = ''
  const server = createServer((request, response) => {
    const pieces: Buffer[] = []
    request.on('data', (piece: Buffer) => pieces.push(piece))
    request.on('end', () => {
      const fault = faults.shift()
      if (fault === 'reset') return void request.socket.destroy()
      if (fault) return void response.writeHead(fault.status, fault.headers).end()
      const browser = browsers.get(`${ORIGIN}${request.url}`)
      const claims = readClaims(request.headers.authorization, serverKey)
      if (!browser) return void response.writeHead(410).end()
      if (!claims) return void response.writeHead(403).end()
      const { endpoint } = browser
      pushed.push({ endpoint, headers: request.headers, text: decrypt(browser, Buffer.concat(pieces)), claims })
      response.writeHead(201).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  atFileEnd(() => server.close())
  const { port } = server.address() as AddressInfo
  const dial: typeof dialPublic = (address, options) =>
    dialPublic(address.replace(ORIGIN, `http://127.0.0.1:${port}`), { ...options, allowLoopback: true })
  return {
    pushed,
    /** What the next calls meet, before anything else. */
    fail: (...next: Fault[]) => void faults.push(...next),
    dial,
    /** As a browser does when the page gives it the server's key. */
    subscribe(key: string) {
      serverKey = key
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys('base64url')
      const target = {
        endpoint: `${ORIGIN}/send/${randomBytes(8).toString('hex')}`,
        p256dh,
        auth: randomBytes(16).toString('base64url'),
      }
      browsers.set(target.endpoint, { ...target, keys })
      return target
    },
    forget: (endpoint: string) => void browsers.delete(endpoint),
  }
}

/** RFC 8292. Null for a wrong signature, origin, key or time. */
function readClaims(header: string | undefined, serverKey: string): Record<string, unknown> | null {
  const [, head, body, signature, key] = /^vapid t=([^.]+)\.([^.]+)\.([^,]+), k=(.+)$/.exec(header ?? '') ?? []
  if (!head || !body || !signature || key !== serverKey) return null
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } })
  const signed = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
  if (!verify('sha256', Buffer.from(`${head}.${body}`), signed, Buffer.from(signature, 'base64url'))) return null
  const claims = JSON.parse(Buffer.from(body, 'base64url').toString()) as Record<string, unknown>
  return claims['aud'] === ORIGIN && /^(?:mailto|https):/.test(String(claims['sub'])) ? claims : null
}

/** RFC 8188 with the keys of RFC 8291. */
function decrypt({ keys, auth }: Browser, body: Buffer): string {
  const salt = body.subarray(0, 16)
  const theirs = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const derive = (key: Buffer, by: Buffer, info: Buffer | string, bytes: number) =>
    Buffer.from(hkdfSync('sha256', key, by, info, bytes))
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.getPublicKey(), theirs])
  const secret = derive(keys.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16)
  const decipher = createDecipheriv('aes-128-gcm', key, derive(secret, salt, 'Content-Encoding: nonce\0', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const opened = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  if (body.length > 4096 || opened.at(-1) !== 2) throw new Error('not one whole record')
  return opened.subarray(0, -1).toString()
}
