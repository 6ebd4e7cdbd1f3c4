import { Buffer } from 'node:buffer'

/** One value of ASN.1: its tag, its length, its content. */
function value(tag: number, ...content: readonly Buffer[]): Buffer {
  const body = Buffer.concat(content)
  return Buffer.concat([Buffer.from([tag]), lengthOf(body.length), body])
}

function lengthOf(bytes: number): Buffer {
  if (bytes < 0x80) return Buffer.from([bytes])
  const digits = bytes.toString(16)
  const long = Buffer.from(digits.padStart(digits.length + (digits.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.from([0x80 | long.length]), long])
}

export const sequence = (...parts: readonly Buffer[]) => value(0x30, ...parts)
export const set = (...parts: readonly Buffer[]) => value(0x31, ...parts)
export const octets = (bytes: Buffer) => value(0x04, bytes)
export const truth = () => value(0x01, Buffer.from([0xff]))
export const text = (words: string) => value(0x0c, Buffer.from(words, 'utf8'))
/** No unused bits at the end unless said. */
export const bits = (bytes: Buffer, unused = 0) => value(0x03, Buffer.from([unused]), bytes)
/** A part that is known only by its number. `isWhole`: it holds another value. */
export const tagged = (number: number, content: Buffer, isWhole = true) =>
  value(0x80 | (isWhole ? 0x20 : 0) | number, content)

/** A positive number of these bytes. */
export function integer(bytes: Buffer): Buffer {
  const first = bytes.findIndex((byte) => byte !== 0)
  const short = first < 0 ? Buffer.from([0]) : bytes.subarray(first)
  // A first bit that is set would make it negative.
  return value(0x02, ...(short[0]! >= 0x80 ? [Buffer.from([0])] : []), short)
}

export function objectId(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number)
  return value(0x06, ...[first * 40 + second, ...rest].map(septets))
}

/** Seven bits a byte; all but the last byte have the eighth set. */
function septets(number: number): Buffer {
  const bytes = [number & 0x7f]
  for (let left = Math.floor(number / 128); left > 0; left = Math.floor(left / 128)) bytes.unshift((left & 0x7f) | 0x80)
  return Buffer.from(bytes)
}

/** Years from 2050 on have four digits, earlier ones two. */
export function time(at: Date): Buffer {
  const digits = at.toISOString().replace(/[-:T]|\.\d+/g, '')
  return at.getUTCFullYear() < 2050
    ? value(0x17, Buffer.from(digits.slice(2), 'latin1'))
    : value(0x18, Buffer.from(digits, 'latin1'))
}
