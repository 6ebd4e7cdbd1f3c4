import type { Config } from '../../config.ts'
import { seal, unseal } from '../../platform/crypto.ts'
import { maskName } from '../../platform/mask-name.ts'

type Secret = Pick<Config, 'secretKey'>

/** Where a withdrawal is paid to, bound to it: copied into another row it does not open. */
export function sealPayoutAccount(config: Secret, withdrawalId: string, account: string): Buffer {
  return seal(config.secretKey, 'withdrawal', withdrawalId, account)
}

export function unsealPayoutAccount(config: Secret, withdrawalId: string, sealed: Buffer): string {
  return unseal(config.secretKey, 'withdrawal', withdrawalId, sealed)
}

/** As its owner sees it afterwards: enough to know which one it was. */
export function maskPayoutAccount(config: Secret, withdrawalId: string, sealed: Buffer): string {
  return maskName(unsealPayoutAccount(config, withdrawalId, sealed))
}
