import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { hmac, sha256 } from '../../../platform/secrets/crypto.ts'

/**
 * `dc1.<reseller>.<family id>.<secret>.<checksum>`: what "remember me" stores in place of a password. The page uses the
 * reseller, to offer the credential to no other; here only the family counts. Older ones have no reseller in them.
 */
export type DeviceCredential = { resellerId: number | null; familyId: string; secret: string }

const PREFIX = 'dc1.'
const SHAPE = /^dc1\.(?:(0|[1-9]\d{0,8})\.)?([\w-]{22})\.([\w-]{43})\.([\w-]{6})$/

/** Checks only the prefix: a mangled credential must not be tried as a password either. */
export function looksLikeCredential(text: string): boolean {
  return text.startsWith(PREFIX)
}

export function writeCredential({ resellerId, familyId, secret }: DeviceCredential): string {
  const family = Buffer.from(familyId.replaceAll('-', ''), 'hex').toString('base64url')
  const body = `${PREFIX}${resellerId === null ? '' : `${resellerId}.`}${family}.${secret}`
  return `${body}.${checksum(body)}`
}

/** Null for anything that is not exactly as we write it. */
export function parseCredential(text: string): DeviceCredential | null {
  const [, reseller, family = '', secret = ''] = SHAPE.exec(text) ?? []
  if (family === '') return null
  const resellerId = reseller === undefined ? null : Number(reseller)
  const hex = Buffer.from(family, 'base64url').toString('hex')
  const familyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const credential = { resellerId, familyId, secret }
  return writeCredential(credential) === text ? credential : null
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Derived, not stored: a repeated request after a lost answer gets the same one. */
export function successorOf(key: Buffer, { familyId, secret }: DeviceCredential, resellerId: number): DeviceCredential {
  return { resellerId, familyId, secret: hmac(key, 'device-successor', `${familyId}.${secret}`).toString('base64url') }
}

/** The token of the session that a use of this credential opens: repeats of the same use find the same session. */
export function sessionTokenOf(key: Buffer, { familyId, secret }: DeviceCredential): string {
  return hmac(key, 'device-session', `${familyId}.${secret}`).toString('base64url')
}

export function hashOf({ secret }: Pick<DeviceCredential, 'secret'>): Buffer {
  return sha256(secret)
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}
