import type { Config } from '../../config.ts'
import { seal, unseal } from '../../platform/crypto.ts'

type Secret = Pick<Config, 'secretKey'>

/** Where a withdrawal is paid to, bound to it: copied into another row it does not open. */
export function sealAccount(config: Secret, withdrawalId: string, account: string): Buffer {
  return seal(config.secretKey, 'withdrawal', withdrawalId, account)
}

export function unsealAccount(config: Secret, withdrawalId: string, sealed: Buffer): string {
  return unseal(config.secretKey, 'withdrawal', withdrawalId, sealed)
}
