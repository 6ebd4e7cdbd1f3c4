import { createPrivateKey, createPublicKey } from 'node:crypto'

import { encryptionParts } from '../../../contract/vless-encryption.ts'

/** What stands before the bytes of a private key, by their number: X25519, and the seed of ML-KEM-768. */
const HEADS: Record<number, string> = {
  32: '302e020100300506032b656e04220420',
  64: '3054020100300b060960864801650304040204428040',
}
const PUBLIC_BYTES: Record<number, number> = { 32: 32, 64: 1184 }

/** Whether clients with the one half get into a node with the other: else nobody does, and nothing says why. */
export function belongTogether(encryption: string, decryption: string): boolean {
  const client = encryptionParts(encryption)
  const node = encryptionParts(decryption)
  if (client.look !== node.look || client.keys.length !== node.keys.length) return false
  return node.keys.every((key, at) => fits(key, client.keys[at]!))
}

function fits(privateKey: string, publicKey: string): boolean {
  const bytes = Buffer.from(privateKey, 'base64url')
  const length = PUBLIC_BYTES[bytes.length]
  if (Buffer.from(publicKey, 'base64url').length !== length) return false
  // A library of before 2025 has no ML-KEM: then nobody can compare.
  if (bytes.length === 64 && !hasMlKem()) return true
  const key = Buffer.concat([Buffer.from(HEADS[bytes.length] ?? '', 'hex'), bytes])
  const own = createPublicKey(createPrivateKey({ key, format: 'der', type: 'pkcs8' }))
  return own.export({ format: 'der', type: 'spki' }).subarray(-length).toString('base64url') === publicKey
}

function hasMlKem(): boolean {
  const [major = 0, minor = 0] = (process.versions.openssl ?? '').split('.').map(Number)
  return major > 3 || (major === 3 && minor >= 5)
}
