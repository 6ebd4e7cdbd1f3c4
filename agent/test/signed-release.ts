import { createHash, generateKeyPairSync, sign } from 'node:crypto'

import { signedText } from '../../contract/agent-release.ts'
import type { AgentRelease } from '../update/release.ts'

const pair = generateKeyPairSync('ed25519')
export const updateKey = pair.publicKey.export({ format: 'der', type: 'spki' }).toString('base64')

/** A release as `yx agent sign` makes it. */
export function signRelease(number: string, file: Buffer, key = pair.privateKey): AgentRelease {
  const sha256 = createHash('sha256').update(file).digest('hex')
  const signature = sign(null, Buffer.from(signedText({ number, sha256 })), key).toString('base64')
  return { number, sha256, signature }
}
