import { createCipheriv, createDecipheriv, createHash, randomBytes, scrypt, type ScryptOptions } from 'node:crypto'

import { BackupError } from './backup-error.ts'

/** How the key is derived from the passphrase; stored in the unsealed part of the file. */
export type Sealing = { kdf: 'scrypt'; cost: number; blockSize: number; parallelization: number; salt: string }

export type Cipher = { seal(block: Buffer): Buffer; open(block: Buffer): Buffer }

export const PASSPHRASE_MIN = 12
const TAG_BYTES = 16
/** Each guess takes 128 MB and about half a second. */
const COST = { cost: 131_072, blockSize: 8, parallelization: 1 }
const MEMORY_BYTES = 320 * 1_048_576

export function newSealing(): Sealing {
  return { kdf: 'scrypt', ...COST, salt: randomBytes(32).toString('base64') }
}

/**
 * AES-256-GCM, block by block. The salt, and so the key, belongs to one file, so a block's number is its nonce: a
 * moved, doubled or missing block does not open. `head` is authenticated with each block.
 */
export async function makeCipher(passphrase: string, sealing: Sealing, head: Buffer): Promise<Cipher> {
  const key = await deriveKey(passphrase, sealing)
  const aad = createHash('sha256').update(head).digest()
  let sealed = 0
  let opened = 0
  return {
    seal(block) {
      const cipher = createCipheriv('aes-256-gcm', key, nonce(sealed++)).setAAD(aad)
      return Buffer.concat([cipher.update(block), cipher.final(), cipher.getAuthTag()])
    },
    open(block) {
      const at = block.length - TAG_BYTES
      const decipher = createDecipheriv('aes-256-gcm', key, nonce(opened++)).setAAD(aad).setAuthTag(block.subarray(at))
      return Buffer.concat([decipher.update(block.subarray(0, at)), decipher.final()])
    },
  }
}

function nonce(number: number): Buffer {
  const bytes = Buffer.alloc(12)
  bytes.writeUIntBE(number, 6, 6)
  return bytes
}

function deriveKey(passphrase: string, { cost, blockSize, parallelization, salt }: Sealing): Promise<Buffer> {
  // The file itself says what opening it costs: refuse more than this machine can bear.
  if (!isBearable({ cost, blockSize, parallelization })) {
    throw new BackupError('The head of this backup is damaged: it names no way to open it.')
  }
  const options: ScryptOptions = { cost, blockSize, parallelization, maxmem: MEMORY_BYTES }
  return new Promise((resolve, reject) => {
    scrypt(passphrase.normalize('NFC'), Buffer.from(salt, 'base64'), 32, options, (error, key) =>
      error ? reject(error) : resolve(key),
    )
  })
}

function isBearable({ cost, blockSize, parallelization }: Pick<Sealing, 'cost' | 'blockSize' | 'parallelization'>) {
  const isPower = Number.isInteger(cost) && cost >= 16_384 && cost <= 262_144 && (cost & (cost - 1)) === 0
  return isPower && blockSize === 8 && parallelization === 1
}
