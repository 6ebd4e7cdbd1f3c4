/** Crockford's alphabet: without I, L, O and U, because people misread them as 1, 0 and V when they copy by hand. */
const SYMBOLS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
/** 27 random symbols hold 135 bits. A check symbol makes seven groups of four. */
export const CARD_RANDOM_SYMBOLS = 27
export const CARD_CODE_LENGTH = CARD_RANDOM_SYMBOLS + 1
const GROUP = 4
/** A prime above 32: every single wrong symbol and every swap of two neighbours changes the remainder. */
const MODULUS = 37

/**
 * The 28 symbols of a typed card key, or null when it cannot be a card key. Forgives small letters, spaces, hyphens and
 * look-alikes, but no wrong or swapped symbol.
 */
export function readCardCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}]/gu, '')
    .replaceAll(/[IL]/g, '1')
    .replaceAll('O', '0')
  if (code.length !== CARD_CODE_LENGTH || [...code].some((symbol) => !SYMBOLS.includes(symbol))) return null
  return checkSymbol(code.slice(0, CARD_RANDOM_SYMBOLS)) === code.at(-1) ? code : null
}

/**
 * The gift code of another panel that its reseller came from, or null. Those have no check symbol, and are shorter than a
 * key of ours is when a group of it is missing.
 */
export function readOldCode(typed: string): string | null {
  const code = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}_]/gu, '')
  return /^[0-9A-Z]{8,24}$/.test(code) ? code : null
}

/** The form for the screen: `7K3M-Q9TX-…`. */
export function showCardCode(code: string): string {
  return (code.match(new RegExp(`.{1,${GROUP}}`, 'g')) ?? []).join('-')
}

/** Makes a key from 27 numbers below 32. Returns null when the alphabet lacks its check symbol: then draw again. */
export function makeCardCode(randomNumbers: readonly number[]): string | null {
  const symbols = randomNumbers.map((number) => SYMBOLS[number]).join('')
  const check = checkSymbol(symbols)
  return check === null ? null : symbols + check
}

export function lastFour(code: string): string {
  return code.slice(-GROUP)
}

function checkSymbol(symbols: string): string | null {
  let remainder = 0
  for (const symbol of symbols) remainder = (remainder * SYMBOLS.length + SYMBOLS.indexOf(symbol)) % MODULUS
  return SYMBOLS[remainder] ?? null
}
