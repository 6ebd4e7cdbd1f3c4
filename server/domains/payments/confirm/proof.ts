import type { ConfirmProof } from '../../../../contract/console/confirm.ts'
import { fail } from '../../../platform/errors.ts'

/**
 * One spelling for one transaction. A hash of hexadecimal digits is the same in capitals and with 0x; those of other
 * chains are not. A flow number counts within its merchant, a transaction everywhere.
 */
export function spellProof(proof: ConfirmProof, merchantId: string): string {
  const number = proof.number.trim()
  if (number === '' || /\s/.test(number)) return fail('request.invalid', { fields: { number: 'one number' } })
  return proof.chain === undefined && !isLikeHash(number) ? `flow:${merchantId}:${number}` : spellHash(number)
}

/** Typed as a flow number it is still that transaction. Flow numbers are shorter. */
function isLikeHash(number: string): boolean {
  return number.length >= 43
}

/** Without the chain: a wallet's page and a gateway may call it differently, and no two chains share a transaction. */
export function spellHash(hash: string): string {
  const isHex = /^(0x)?[\da-f]{64}$/i.test(hash)
  return `hash:${isHex ? hash.toLowerCase().replace(/^0x/, '') : hash}`
}
