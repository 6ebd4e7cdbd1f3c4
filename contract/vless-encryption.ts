import Type from 'typebox'

/*
 * The encryption of VLESS itself, below or instead of TLS, as `xray vlessenc` prints its two halves: name, look of the
 * bytes, round trips or life of tickets, padding, keys. A key of 32 bytes is of X25519, a longer one of ML-KEM-768. The
 * key exchange is safe from quantum computers with either.
 */
export const ENCRYPTION_NAME = 'mlkem768x25519plus'
const LOOK = '(?:native|xorpub|random)'
/** Chance, from, to. The engine takes blocks of less than 20 characters for padding, and refuses a first one below 35 bytes. */
const FIRST = String.raw`100-(?:3[5-9]|[4-9]\d|\d{3,5})-(?:3[5-9]|[4-9]\d|\d{3,5})`
const PADDING = String.raw`(?:\.${FIRST}(?:\.\d{1,3}-\d{1,5}-\d{1,5}){0,6})?`
const keys = (long: number) => String.raw`(?:\.(?:[\w-]{43}|[\w-]{${long}})){1,4}`

/** What clients know. A line with it must still fit into a code to scan. */
export const Encryption = Type.String({
  maxLength: 1900,
  pattern: String.raw`^${ENCRYPTION_NAME}\.${LOOK}\.(?:0rtt|1rtt)${PADDING}${keys(1579)}$`,
})
/** What only the node knows. */
export const Decryption = Type.String({
  maxLength: 1000,
  pattern: String.raw`^${ENCRYPTION_NAME}\.${LOOK}\.\d{1,6}(?:-\d{1,6})?s?${PADDING}${keys(86)}$`,
})

/** One half in its parts. */
export function encryptionParts(half: string): { look: string; trips: string; padding: string; keys: string[] } {
  const [, look = '', trips = '', ...rest] = half.split('.')
  const isPadding = (part: string) => part.length < 20
  return { look, trips, padding: rest.filter(isPadding).join('.'), keys: rest.filter((part) => !isPadding(part)) }
}
