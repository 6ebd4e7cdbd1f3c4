import type { Config } from '../../config.ts'
import { seal, unseal, type SealKeys } from '../../platform/secrets/crypto.ts'

type CardName = { resellerId: number; cardId: number }
type Secret = Pick<Config, 'secretKey'>

/** Seals the key, bound to its card: copied into another row it does not open. */
export function sealCode(config: Secret, card: CardName, code: string): Buffer {
  return seal(config.secretKey, 'card', ownerOf(card), code)
}

export function unsealCode(config: SealKeys, card: CardName, sealed: Buffer): string {
  return unseal(config, 'card', ownerOf(card), sealed)
}

function ownerOf({ resellerId, cardId }: CardName): string {
  return `card:${resellerId}:${cardId}`
}
