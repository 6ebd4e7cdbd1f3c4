import { randomInt } from 'node:crypto'

import { limits } from '../../../contract/limits.ts'

/** Without what is mistaken for something else when read aloud or copied by hand: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V. */
const ALPHABET = '34679ACDEFGHJKMNPQRTWXY'

export function newInviteCode(): string {
  return Array.from({ length: limits.inviteCodeLength }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}
