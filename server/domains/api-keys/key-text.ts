import { crc32 } from 'node:zlib'

import { randomHex, sha256 } from '../../platform/secrets/crypto.ts'

const SHAPE = /^(yxk_([0-9a-f]{10})_[0-9a-f]{64})([0-9a-f]{8})$/

export type KeyText = { text: string; short: string; hash: Buffer }

/**
 * Draws a secret: `yxk_<short>_<secret><checksum>`. The checksum tells scanners and us a real key from a mistyped one
 * without asking the database.
 */
export function drawKey(short = randomHex(5)): KeyText {
  const body = `yxk_${short}_${randomHex(32)}`
  const text = body + checksum(body)
  return { text, short, hash: sha256(text) }
}

/** Null for what cannot be a key. */
export function readKey(text: string): KeyText | null {
  const [, body, short, sum] = SHAPE.exec(text) ?? []
  if (!body || !short || checksum(body) !== sum) return null
  return { text, short, hash: sha256(text) }
}

function checksum(body: string): string {
  return crc32(body).toString(16).padStart(8, '0')
}
