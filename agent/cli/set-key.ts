import { createPublicKey } from 'node:crypto'

import { saveUpdateKey } from '../settings.ts'

export function setKey(dir: string, key: string): number {
  if (!isKey(key)) throw new Error('that is no key: the portal shows the whole line')
  saveUpdateKey(dir, key)
  console.log('This node takes releases that the key has signed, once the agent is restarted.')
  return 0
}

function isKey(text: string): boolean {
  try {
    const key = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' })
    return key.asymmetricKeyType === 'ed25519'
  } catch {
    return false
  }
}
