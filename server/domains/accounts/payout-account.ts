import type { Config } from '../../config.ts'
import { seal, unseal, type SealKeys } from '../../platform/crypto.ts'
import { maskName } from '../../../contract/mask.ts'

type Secret = Pick<Config, 'secretKey'>
/** `name`: whose account it is; null where none was given. */
export type Payout = { account: string; name: string | null }

/** Where a withdrawal is paid to, bound to it: copied into another row it does not open. */
export function sealPayout(config: Secret, withdrawalId: string, { account, name }: Payout): Buffer {
  // Neither has a line break: the contract takes no control characters.
  const text = name === null ? account : `${account}\n${name}`
  return seal(config.secretKey, 'withdrawal', withdrawalId, text)
}

export function unsealPayout(config: SealKeys, withdrawalId: string, sealed: Buffer): Payout {
  const [account = '', name = null] = unseal(config, 'withdrawal', withdrawalId, sealed).split('\n', 2)
  return { account, name }
}

/** As its owner sees it afterwards: enough to know which one it was. */
export function maskPayout(
  config: SealKeys,
  withdrawalId: string,
  sealed: Buffer,
): { accountMasked: string; nameMasked: string | null } {
  const { account, name } = unsealPayout(config, withdrawalId, sealed)
  return { accountMasked: maskName(account), nameMasked: name === null ? null : maskName(name) }
}
