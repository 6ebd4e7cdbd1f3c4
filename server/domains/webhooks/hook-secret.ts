import type { Config } from '../../config.ts'
import { randomToken, seal, unseal } from '../../platform/secrets/crypto.ts'
import type { Hook } from './queries.ts'

const PURPOSE = 'webhook'
const BYTES = 32

export function makeSecret(): string {
  return `whsec_${Buffer.from(randomToken(BYTES), 'base64url').toString('base64')}`
}

export function sealSecret(config: Config, id: string, secret: string): Buffer {
  return seal(config.secretKey, PURPOSE, id, secret)
}

/** The secret, and while it is replaced the one before. */
export function openSecrets(
  config: Config,
  { id, sealedSecret, sealedOldSecret, oldUntil }: Pick<Hook, 'id' | 'sealedSecret' | 'sealedOldSecret' | 'oldUntil'>,
  now: Date,
): string[] {
  const open = (sealed: Buffer) => unseal(config, PURPOSE, id, sealed)
  const isBoth = sealedOldSecret !== null && oldUntil !== null && oldUntil > now
  return isBoth ? [open(sealedSecret), open(sealedOldSecret)] : [open(sealedSecret)]
}
