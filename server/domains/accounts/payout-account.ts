import { maskName } from '../../../contract/mask.ts'
import type { Config } from '../../config.ts'
import { seal, unseal, type SealKeys } from '../../platform/secrets/crypto.ts'

type Secret = Pick<Config, 'secretKey'>
/** `name`: the account holder; null if none was given. */
export type Payout = { account: string; name: string | null }

/** Seals the payee, bound to its withdrawal: copied into another row it does not open. */
export function sealPayout(config: Secret, withdrawalId: string, { account, name }: Payout): Buffer {
  // Neither contains a line break: the contract refuses control characters.
  const text = name === null ? account : `${account}\n${name}`
  return seal(config.secretKey, 'withdrawal', withdrawalId, text)
}

export function unsealPayout(config: SealKeys, withdrawalId: string, sealed: Buffer): Payout {
  const [account = '', name = null] = unseal(config, 'withdrawal', withdrawalId, sealed).split('\n', 2)
  return { account, name }
}

/** Masks the payee for its owner: enough to recognise the account. */
export function maskPayout(
  config: SealKeys,
  withdrawalId: string,
  sealed: Buffer,
): { accountMasked: string; nameMasked: string | null } {
  const { account, name } = unsealPayout(config, withdrawalId, sealed)
  return { accountMasked: maskName(account), nameMasked: name === null ? null : maskName(name) }
}
