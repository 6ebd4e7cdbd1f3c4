import { randomBytes } from 'node:crypto'
import { crc32 } from 'node:zlib'

import { hmac, sha256 } from '../../../platform/crypto.ts'

/** `dc1.<family id>.<secret>.<checksum>`: what "remember me" stores in place of a password. */
export type DeviceCredential = { familyId: string; secret: string }

const PREFIX = 'dc1.'
const SHAPE = /^dc1\.([\w-]{22})\.([\w-]{43})\.([\w-]{6})$/

/** By prefix alone: a mangled credential must not be tried as a password either. */
export function looksLikeCredential(text: string): boolean {
  return text.startsWith(PREFIX)
}

export function writeCredential({ familyId, secret }: DeviceCredential): string {
  const body = `${PREFIX}${Buffer.from(familyId.replaceAll('-', ''), 'hex').toString('base64url')}.${secret}`
  return `${body}.${checksum(body)}`
}

/** Null for anything that we did not write exactly so. */
export function parseCredential(text: string): DeviceCredential | null {
  const [, family = '', secret = ''] = SHAPE.exec(text) ?? []
  if (family === '') return null
  const hex = Buffer.from(family, 'base64url').toString('hex')
  const familyId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return writeCredential({ familyId, secret }) === text ? { familyId, secret } : null
}

export function newSecret(): string {
  return randomBytes(32).toString('base64url')
}

/** Derived, not stored: whoever repeats a request after a lost answer gets the same one. */
export function successorOf(key: Buffer, { familyId, secret }: DeviceCredential): DeviceCredential {
  return { familyId, secret: hmac(key, 'device-successor', `${familyId}.${secret}`).toString('base64url') }
}

/** The token of the session that a use of this credential opens: repeats of the same use find the same session. */
export function sessionTokenOf(key: Buffer, { familyId, secret }: DeviceCredential): string {
  return hmac(key, 'device-session', `${familyId}.${secret}`).toString('base64url')
}

export function hashOf({ secret }: DeviceCredential): Buffer {
  return sha256(secret)
}

function checksum(text: string): string {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(crc32(text))
  return bytes.toString('base64url')
}
