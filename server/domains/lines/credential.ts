import { randomUUID } from 'node:crypto'

import type { Config } from '../../config.ts'
import type { Owner } from '../../platform/context.ts'
import { seal, unseal, type SealKeys } from '../../platform/secrets/crypto.ts'

const ownerText = ({ resellerId, accountId }: Owner) => `${resellerId}:${accountId}`

/** A UUID, because every protocol accepts one as id or password. */
export function makeSealedCredential(config: Pick<Config, 'secretKey'>, owner: Owner): Buffer {
  return sealCredential(config, owner, randomUUID())
}

/** One that its owner's clients have already. */
export function sealCredential(config: Pick<Config, 'secretKey'>, owner: Owner, credential: string): Buffer {
  return seal(config.secretKey, 'line', ownerText(owner), credential)
}

export function openCredential(config: SealKeys, owner: Owner, sealed: Buffer): string {
  return unseal(config, 'line', ownerText(owner), sealed)
}
