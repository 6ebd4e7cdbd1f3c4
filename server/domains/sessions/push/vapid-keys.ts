import { createECDH, type ECDH } from 'node:crypto'

import type { Config } from '../../../config.ts'
import { hmac } from '../../../platform/secrets/crypto.ts'

/**
 * The key pair of this installation, from its first secret: every process has the same without asking, and it survives
 * a change of SECRET_KEY. Browsers bind to it, so another one would silence all of them.
 */
export function vapidKeys({ derivingKey }: Pick<Config, 'derivingKey'>): ECDH {
  const known = made.get(derivingKey)
  if (known) return known
  const keys = makeKeys(derivingKey)
  made.set(derivingKey, keys)
  return keys
}

const made = new WeakMap<Buffer, ECDH>()

/** One number in four billion is no private key of the curve; then the next one is taken. */
function makeKeys(secret: Buffer, round = 0): ECDH {
  const keys = createECDH('prime256v1')
  try {
    keys.setPrivateKey(hmac(secret, 'push', String(round)))
    return keys
  } catch {
    return makeKeys(secret, round + 1)
  }
}
