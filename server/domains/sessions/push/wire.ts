import { createCipheriv, createECDH, createPrivateKey, hkdfSync, randomBytes, sign, type ECDH } from 'node:crypto'

/** Where a browser is reached, as its Push API tells it: RFC 8030, with the keys of RFC 8291. */
export type PushTarget = { endpoint: string; p256dh: string; auth: string }

const CURVE = 'prime256v1'
const RECORD_BYTES = 4096
const JWT_LIFE_S = 12 * 3600

type Given = { salt: Buffer; ours: ECDH }

function drawOnce(): Given {
  const ours = createECDH(CURVE)
  ours.generateKeys()
  return { salt: randomBytes(16), ours }
}

/** RFC 8291: only the browser that made the keys can read the text. `given` is for the example of the RFC. */
export function encrypt(
  { p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>,
  text: string,
  { salt, ours }: Given = drawOnce(),
): Buffer {
  const theirs = Buffer.from(p256dh, 'base64url')
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), theirs, ours.getPublicKey()])
  const secret = derive(ours.computeSecret(theirs), Buffer.from(auth, 'base64url'), info, 32)
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
  const cipher = createCipheriv('aes-128-gcm', key, nonce)
  // The byte 2 ends the last record.
  const sealed = [cipher.update(Buffer.from(`${text}\x02`)), cipher.final(), cipher.getAuthTag()]
  const size = Buffer.alloc(4)
  size.writeUInt32BE(RECORD_BYTES)
  return Buffer.concat([salt, size, Buffer.from([65]), ours.getPublicKey(), ...sealed])
}

function derive(key: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, info, bytes))
}

/** Whether the keys are a point of the curve and a secret of the right length: others would fail at every reminder. */
export function areKeysSound({ p256dh, auth }: Pick<PushTarget, 'p256dh' | 'auth'>): boolean {
  try {
    encrypt({ p256dh, auth }, '')
    return Buffer.from(auth, 'base64url').length === 16
  } catch {
    return false
  }
}

type Vapid = { keys: ECDH; subject: string; now: Date }

/** RFC 8292: tells the push service who sends. It accepts only the server whose key the browser was given. */
export function authorization(endpoint: string, { keys, subject, now }: Vapid): string {
  const claims = { aud: new URL(endpoint).origin, exp: Math.floor(now.getTime() / 1000) + JWT_LIFE_S, sub: subject }
  const body = [{ typ: 'JWT', alg: 'ES256' }, claims].map((part) => toBase64(JSON.stringify(part))).join('.')
  const signature = sign('sha256', Buffer.from(body), { key: signingKey(keys), dsaEncoding: 'ieee-p1363' })
  return `vapid t=${body}.${signature.toString('base64url')}, k=${keys.getPublicKey('base64url')}`
}

const toBase64 = (text: string) => Buffer.from(text).toString('base64url')

function signingKey(keys: ECDH) {
  const point = keys.getPublicKey()
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString('base64url'))
  return createPrivateKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: keys.getPrivateKey('base64url') },
  })
}
