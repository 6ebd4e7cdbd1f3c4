import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  randomBytes,
  randomUUID,
  timingSafeEqual,
  type KeyObject,
} from 'node:crypto'

const STOCK_BYTES = 4096
let stock = Buffer.alloc(0)

/** Takes bytes from a pool that is filled at once and used once: making a few bytes takes as long as some thousand. */
function takeRandom(bytes: number): Buffer {
  if (stock.length < bytes) stock = randomBytes(Math.max(STOCK_BYTES, bytes))
  const taken = Buffer.from(stock.subarray(0, bytes))
  stock.fill(0, 0, bytes)
  stock = stock.subarray(bytes)
  return taken
}

/** 256 random bits as text that fits a header and a URL. */
export function randomToken(bytes = 32): string {
  return takeRandom(bytes).toString('base64url')
}

/** A short name of a thing that people may read out. */
export function randomHex(bytes: number): string {
  return takeRandom(bytes).toString('hex')
}

/** A new one for every page. */
export function randomNonce(): string {
  return takeRandom(16).toString('base64')
}

/** An id for a row that others must refer to before it is written. */
export function randomId(): string {
  return randomUUID()
}

export function sha256(content: string | Buffer): Buffer {
  return hash('sha256', content, 'buffer')
}

/**
 * Derives a separate key per purpose, so that a value made for one can never be replayed for another. Caches it, since
 * deriving takes 40 µs, as a key object: Node examines plain bytes again each time, which takes longer than using them.
 * Purposes are a handful of words in the code.
 */
function deriveKey(secret: Buffer, purpose: string): KeyObject {
  const keys = derived.get(secret) ?? new Map<string, KeyObject>()
  derived.set(secret, keys)
  const key = keys.get(purpose) ?? createSecretKey(Buffer.from(hkdfSync('sha256', secret, '', `yuxian:${purpose}`, 32)))
  keys.set(purpose, key)
  return key
}

const derived = new WeakMap<Buffer, Map<string, KeyObject>>()

export function hmac(secret: Buffer, purpose: string, text: string): Buffer {
  return createHmac('sha256', deriveKey(secret, purpose)).update(text).digest()
}

export function equalBytes(a: Buffer, b: Buffer): boolean {
  return a.length === b.length && timingSafeEqual(a, b)
}

/** AES-256-GCM: nonce, tag and text in one value. `owner` is authenticated, so a sealed value cannot change rows. */
export function seal(secret: Buffer, purpose: string, owner: string, text: string): Buffer {
  const nonce = takeRandom(12)
  const cipher = createCipheriv('aes-256-gcm', deriveKey(secret, purpose), nonce).setAAD(Buffer.from(owner))
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), body])
}

/** The key that seals, and during a rotation the previous key, which still opens. */
export type SealKeys = { secretKey: Buffer; oldSecretKey?: Buffer | null }

export function unseal({ secretKey, oldSecretKey }: SealKeys, purpose: string, owner: string, sealed: Buffer): string {
  try {
    return openWith(secretKey, purpose, owner, sealed)
  } catch (error) {
    if (!oldSecretKey) throw error
    return openWith(oldSecretKey, purpose, owner, sealed)
  }
}

function openWith(secret: Buffer, purpose: string, owner: string, sealed: Buffer): string {
  // Require the full tag: a shorter one would be easier to guess.
  const whole = { authTagLength: 16 }
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(secret, purpose), sealed.subarray(0, 12), whole)
    .setAAD(Buffer.from(owner))
    .setAuthTag(sealed.subarray(12, 28))
  return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString('utf8')
}
