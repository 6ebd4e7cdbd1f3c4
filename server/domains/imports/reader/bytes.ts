export const QUOTE = 39
export const DOUBLE_QUOTE = 34
export const BACKSLASH = 92
export const SLASH = 47
export const STAR = 42

const codesOf = (text: string) => Buffer.from(text, 'latin1')

function table(isIn: (byte: number) => boolean): Uint8Array {
  return Uint8Array.from({ length: 256 }, (_, byte) => (isIn(byte) ? 1 : 0))
}

/** Letters, digits, `_ $ @ .` and everything beyond ASCII. */
export const isWord = table((byte) => byte >= 128 || /[\w$@.]/.test(String.fromCodePoint(byte)))
/** What even a statement that nobody reads must be watched for: strings, names, comments and its end. */
export const isSpecial = table((byte) => codesOf('\'"`-/#*;').includes(byte))

export function isBlank(byte: number): boolean {
  return byte <= 32
}

const ESCAPES = new Map([
  [48, [0]],
  [98, [8]],
  [110, [10]],
  [114, [13]],
  [116, [9]],
  [90, [26]],
  // MySQL keeps the backslash before these two, which are wildcards elsewhere.
  [37, [BACKSLASH, 37]],
  [95, [BACKSLASH, 95]],
])

/** What a byte after a backslash stands for. */
export function escaped(byte: number): number[] {
  return ESCAPES.get(byte) ?? [byte]
}
