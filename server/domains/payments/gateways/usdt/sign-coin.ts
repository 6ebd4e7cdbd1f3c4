import { createHash } from 'node:crypto'

import { equalBytes } from '../../../../platform/secrets/crypto.ts'

export type Dialect = 'bepusdt' | 'gmpay' | 'epusdt'
export type Fields = Record<string, unknown>

/**
 * MD5 over every sorted field that is not empty, then the key. The gateways sign the parsed JSON, so a number is signed
 * as their language prints it, and a field that we do not know is signed too.
 */
export function signCoin(fields: Fields, { dialect, key }: { dialect: Dialect; key: string }): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature' && fields[name] !== '' && fields[name] !== null)
    .sort()
    .map((name) => `${name}=${textOf(fields[name], dialect)}`)
    .join('&')
  return createHash('md5').update(`${text}${key}`).digest('hex')
}

export function isSignedCoin(fields: Fields, by: { dialect: Dialect; key: string }): boolean {
  const { signature } = fields
  if (typeof signature !== 'string' || by.key === '') return false
  return equalBytes(Buffer.from(signature.toLowerCase()), Buffer.from(signCoin(fields, by)))
}

/** A text as it came: "11.20" and 11.2 are signed differently. */
function textOf(value: unknown, dialect: Dialect): string {
  if (typeof value !== 'number') return String(value)
  return dialect === 'bepusdt' ? shortest(value) : plain(value)
}

/** Go's %v: an exponent of two digits from a million on, and below a ten-thousandth. */
function shortest(value: number): string {
  const size = Math.abs(value)
  if (value === 0 || (size >= 1e-4 && size < 1e6)) return String(value)
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2')
}

/** Go's FormatFloat 'f' with -1: never an exponent. */
function plain(value: number): string {
  const text = String(value)
  if (!text.includes('e')) return text
  return Math.abs(value) < 1 ? value.toFixed(20).replace(/0+$/, '') : BigInt(value).toString()
}
