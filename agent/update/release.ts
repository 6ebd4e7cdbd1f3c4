import { createHash, createPublicKey, verify } from 'node:crypto'

import { signedText } from '../../contract/agent-release.ts'

/** A release of the agent that the operator has signed (`yx agent sign`). */
export type AgentRelease = { number: string; sha256: string; signature: string }

/** Why this file must not run, or null. `publicKey` was pinned when the node was enrolled. */
export function findFault(release: AgentRelease, file: Buffer, publicKey: string): string | null {
  const { number, sha256, signature } = release
  if (!/^\d{1,4}\.\d{1,4}\.\d{1,4}$/.test(number)) return 'its number is none'
  if (createHash('sha256').update(file).digest('hex') !== sha256) return 'the file is not the signed one'
  try {
    const key = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
    const isSigned = verify(null, Buffer.from(signedText(release)), key, Buffer.from(signature, 'base64'))
    return isSigned ? null : 'the signature is wrong'
  } catch {
    return 'the signature cannot be checked'
  }
}

/** Compares 0.10.0 with 0.9.2 by number, not by letter. */
export function isNewer(number: string, than: string): boolean {
  const [a, b] = [number, than].map((text) => text.split('.').map(Number)) as [number[], number[]]
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && a[at]! > (b[at] ?? -1)
}
