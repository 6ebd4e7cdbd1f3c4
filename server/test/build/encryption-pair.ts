import { generateKeyPairSync } from 'node:crypto'

/** Both halves of an encryption of VLESS, as `xray vlessenc` prints them. */
export function makeEncryptionPair(kind: 'x25519' | 'ml-kem-768' = 'x25519', look = 'native') {
  const [secret, known] = kind === 'x25519' ? x25519() : mlKem()
  const name = `mlkem768x25519plus.${look}`
  return {
    encryption: `${name}.0rtt.${known.toString('base64url')}`,
    decryption: `${name}.600s.${secret.toString('base64url')}`,
  }
}

function x25519(): [secret: Buffer, known: Buffer] {
  const { privateKey, publicKey } = generateKeyPairSync('x25519')
  const bytes = (der: Buffer) => der.subarray(-32)
  return [
    bytes(privateKey.export({ format: 'der', type: 'pkcs8' })),
    bytes(publicKey.export({ format: 'der', type: 'spki' })),
  ]
}

function mlKem(): [secret: Buffer, known: Buffer] {
  const { privateKey, publicKey } = generateKeyPairSync('ml-kem-768')
  // The seed is the first of the two values in the key: 04 40, then 64 bytes.
  const der = privateKey.export({ format: 'der', type: 'pkcs8' })
  const seed = der.indexOf(Buffer.from([0x04, 0x40])) + 2
  return [der.subarray(seed, seed + 64), publicKey.export({ format: 'der', type: 'spki' }).subarray(-1184)]
}
