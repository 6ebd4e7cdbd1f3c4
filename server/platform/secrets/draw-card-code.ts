import { randomBytes } from 'node:crypto'

import { CARD_RANDOM_SYMBOLS, makeCardCode } from '../../../contract/card-code.ts'

/** Draws a new card key. Takes five bits of each random byte: 32 divides 256, so all symbols are equally likely. */
export function drawCardCode(): string {
  for (;;) {
    const code = makeCardCode([...randomBytes(CARD_RANDOM_SYMBOLS)].map((byte) => byte & 31))
    if (code !== null) return code
  }
}
