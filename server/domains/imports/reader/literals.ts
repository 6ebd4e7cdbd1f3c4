/** A value that is too long to be kept, or no literal. */
export const UNREADABLE = Symbol('unreadable')
/** Numbers come as their text: a sum of money must not pass through a float. */
export type Value = string | Buffer | null | typeof UNREADABLE

/** A piece of a value. Null: too long to be kept. */
export type Token =
  | { kind: 'word'; text: string | null; isQuoted?: boolean }
  | { kind: 'text'; text: string | null }
  | { kind: 'sign'; text: string }

const NUMBER = /^\d+(\.\d*)?(e\d+)?$|^\.\d+(e\d+)?$/i
const HEX = /^0x(?:[0-9a-f]{2})*$/i

/** What the pieces between two commas of a row stand for, by the rules of MySQL and SQLite. */
export function readLiteral(tokens: readonly Token[]): Value {
  const [first, second] = tokens
  if (!first) return UNREADABLE
  if (tokens.length === 1) return readOne(first)
  if (first.kind === 'sign') return readSigned(first.text, tokens)
  if (first.kind === 'text') return readTexts(tokens)
  const word = first.text?.toLowerCase() ?? ''
  if (second?.kind === 'text' && tokens.length === 2) return readMarked(word, second.text)
  // A character set before a string or a hexadecimal number; the collation after it changes nothing.
  if (word.startsWith('_')) return readLiteral(withoutCollation(tokens.slice(1)))
  if (second?.kind === 'sign' && second.text === '(') return readCall(tokens)
  return readExponent(tokens)
}

function readOne({ kind, text }: Token): Value {
  if (text === null || kind === 'sign') return UNREADABLE
  if (kind === 'text') return text
  const word = text.toLowerCase()
  if (word === 'null') return null
  if (word === 'true') return '1'
  if (word === 'false') return '0'
  if (HEX.test(text)) return Buffer.from(text.slice(2), 'hex')
  if (/^0b[01]{1,64}$/i.test(text)) return String(BigInt(text.toLowerCase()))
  return NUMBER.test(text) ? text : UNREADABLE
}

function readSigned(sign: string, tokens: readonly Token[]): Value {
  const value = readLiteral(tokens.slice(1))
  const isNumber = typeof value === 'string' && tokens[1]?.kind === 'word' && !value.startsWith('-')
  if (!isNumber || (sign !== '-' && sign !== '+')) return UNREADABLE
  return sign === '-' ? `-${value}` : value
}

/** Strings side by side are one. */
function readTexts(tokens: readonly Token[]): Value {
  const texts = withoutCollation(tokens)
  if (texts.some(({ kind, text }) => kind !== 'text' || text === null)) return UNREADABLE
  return texts.map(({ text }) => text).join('')
}

function withoutCollation(tokens: readonly Token[]): readonly Token[] {
  const at = tokens.findIndex(({ kind, text }) => kind === 'word' && text?.toLowerCase() === 'collate')
  return at === -1 ? tokens : tokens.slice(0, at)
}

/** `x'41'`, `b'1'`, `N'text'`, `_binary 'text'`. */
function readMarked(word: string, text: string | null): Value {
  if (text === null) return UNREADABLE
  if (word === 'n' || word.startsWith('_')) return text
  if (word === 'x') return /^(?:[0-9a-f]{2})*$/i.test(text) ? Buffer.from(text, 'hex') : UNREADABLE
  if (word === 'b') return /^[01]{1,64}$/.test(text) ? String(BigInt(`0b${text}`)) : UNREADABLE
  return UNREADABLE
}

/** `1e-5`: the sign ends a word. */
function readExponent(tokens: readonly Token[]): Value {
  const text = tokens.map((token) => token.text ?? '?').join('')
  return /^(\d+(?:\.\d*)?|\.\d+)e[+-]\d+$/i.test(text) ? text : UNREADABLE
}

/**
 * How SQLite writes line breaks and control characters: `replace('a\nb','\n',char(10))`, also one in another, and
 * `unistr('a\u000ab')`. No other call is a literal.
 */
function readCall(tokens: readonly Token[]): Value {
  const { value, next } = readArgument(tokens, 0)
  return value !== null && next === tokens.length ? value : UNREADABLE
}

type Argument = { value: string | null; next: number }

function readArgument(tokens: readonly Token[], at: number): Argument {
  const token = tokens[at]
  if (token?.kind === 'text') return { value: token.text, next: at + 1 }
  if (token?.kind !== 'word' || !isSign(tokens[at + 1], '(')) return { value: null, next: at + 1 }
  const values: string[] = []
  let next = at + 2
  while (next < tokens.length && !isSign(tokens[next], ')') && values.length < 3) {
    const number = tokens[next]
    const isNumber = number?.kind === 'word' && /^\d{1,7}$/.test(number.text ?? '')
    const argument = isNumber ? { value: number.text, next: next + 1 } : readArgument(tokens, next)
    if (argument.value === null) return { value: null, next: argument.next }
    values.push(argument.value)
    next = isSign(tokens[argument.next], ',') ? argument.next + 1 : argument.next
  }
  if (!isSign(tokens[next], ')')) return { value: null, next }
  return { value: call(token.text?.toLowerCase() ?? '', values), next: next + 1 }
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign
}

function call(name: string, values: readonly string[]): string | null {
  const [first = '', second = '', third = ''] = values
  if (name === 'char' && values.length === 1) return charOf(first)
  if (name === 'replace' && values.length === 3) {
    // SQLite only ever puts a sign for more than one: what grows could fill the memory.
    return second.length > third.length ? first.replaceAll(second, () => third) : null
  }
  if (name !== 'unistr' || values.length !== 1) return null
  return first.replaceAll(
    /\\(?:u([0-9a-f]{4})|U00([0-9a-f]{6})|\+([0-9a-f]{6})|([0-9a-f]{4})|\\)/gi,
    (all, ...codes) => {
      const code = codes.slice(0, 4).find((each) => each !== undefined)
      if (code === undefined) return '\\'
      const point = Number.parseInt(String(code), 16)
      return point <= 0x10_ff_ff ? String.fromCodePoint(point) : String(all)
    },
  )
}

function charOf(code: string): string | null {
  return /^\d{1,7}$/.test(code) && Number(code) <= 0x10_ff_ff ? String.fromCodePoint(Number(code)) : null
}
