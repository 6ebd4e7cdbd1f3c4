import { randomToken, seal, unseal, type SealKeys } from '../../platform/crypto.ts'

type KeyOf = { nodeId: number; epoch: number }

export function makeNodeSecret(secretKey: Buffer, of: KeyOf): { secret: string; sealedSecret: Buffer } {
  const secret = randomToken()
  return { secret, sealedSecret: seal(secretKey, 'node', ownerOf(of), secret) }
}

export function openNodeSecret(keys: SealKeys, of: KeyOf, sealed: Buffer): string {
  return unseal(keys, 'node', ownerOf(of), sealed)
}

function ownerOf({ nodeId, epoch }: KeyOf): string {
  return `${nodeId}.${epoch}`
}
