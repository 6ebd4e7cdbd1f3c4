import { randomInt } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'
import type { Config } from '../../config.ts'
import type { Owner } from '../../platform/context.ts'
import { hmac } from '../../platform/secrets/crypto.ts'

/** Without 0, 1, I, L, O and U, because people copy these codes by hand. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ'
const HALF = 6

/** Twelve letters of 30 are 58 bits: too many to guess, and the hash is keyed as well. */
export function makeRecoveryCodes(): string[] {
  const half = () => Array.from({ length: HALF }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return Array.from({ length: limits.recoveryCodes }, () => `${half()}-${half()}`)
}

/** Accepts the code with or without the dash, in either case. Staff keys begin with a word that no user's key has. */
export function hashRecoveryCode(config: Config, owner: Owner | `staff|${number}`, code: string): Buffer {
  const plain = code.replaceAll(/[\s-]/g, '').toUpperCase()
  const name = typeof owner === 'string' ? owner : `${owner.resellerId}|${owner.accountId}`
  return hmac(config.derivingKey, 'recovery-code', `${name}|${plain}`)
}
