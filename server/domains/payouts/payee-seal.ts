import type { Config } from '../../config.ts'
import { seal, unseal, type SealKeys } from '../../platform/secrets/crypto.ts'
import type { Payee } from '../resellers/payee-account.ts'

type Account = Omit<Payee, 'method'>

/** The account at the time of the request, sealed to the payout: a copy in another row does not open. */
export function sealPayee(config: Pick<Config, 'secretKey'>, payoutId: string, { account, name }: Account): Buffer {
  return seal(config.secretKey, 'payout', payoutId, `${account}\n${name}`)
}

export function unsealPayee(config: SealKeys, payoutId: string, sealed: Buffer): Account {
  const [account = '', name = ''] = unseal(config, 'payout', payoutId, sealed).split('\n', 2)
  return { account, name }
}
