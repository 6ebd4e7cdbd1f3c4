import { BACKSLASH, DOUBLE_QUOTE, QUOTE, SLASH, STAR, escaped, isBlank, isSpecial, isWord } from './bytes.ts'
import { Scratch } from './scratch.ts'

/** What the lexer finds. Texts are read from its memory: a caller that wants to keep one copies it at once. */
export type Sink = {
  /** A number, a key word or a name without quotes. Null: too long to be kept. */
  word(text: string | null): void
  /** A string. Null: too long, or nobody wanted it. */
  text(bytes: Buffer | null, isDoubleQuoted: boolean): void
  name(text: string): void
  sign(byte: number): void
  comment(text: string): void
  /** The end of a statement. */
  end(): void
}

const COMMENT_MAX_BYTES = 160
const SEMICOLON = 59
const OPEN = 40
const CLOSE = 41
/** Comments for servers of a version that will never be: the mark of the sandbox mode in dumps of MariaDB. */
const NEVER = 99_999

type Step = (chunk: Buffer, at: number) => number

/**
 * Cuts a dump into tokens, chunk by chunk. Never keeps more than one value of at most `valueMaxBytes`, so that neither a
 * line nor a blob of gigabytes costs memory.
 */
export class Lexer {
  /** Off: strings are passed over without being kept. */
  keepsText = true
  /** On until the statement ends: only strings, comments and brackets are followed. */
  isMuted = false
  /** Brackets of the outermost level that were passed over in the muted statement. */
  mutedRows = 0
  /** Off for SQLite and for servers with NO_BACKSLASH_ESCAPES. */
  hasBackslash = true
  /** SQLite begins a comment by two dashes alone. */
  isSqlite = false
  /** The bytes that begin a character of two bytes, whose second may look like a backslash. */
  leadBytes: Uint8Array | null = null

  readonly #sink: Sink
  readonly #scratch: Scratch
  #step: Step
  /** Where to go on after a string or a comment: a statement, or the body of a routine. */
  #home: Step
  #quote = QUOTE
  #isConditional = false
  #version = ''
  #isFresh = true
  #depth = 0
  #delimiter = ';'
  #matched = 0

  constructor(sink: Sink, valueMaxBytes: number) {
    this.#sink = sink
    this.#scratch = new Scratch(valueMaxBytes)
    this.#step = this.#start
    this.#home = this.#start
  }

  write(chunk: Buffer): void {
    let at = 0
    while (at < chunk.length) at = this.#step(chunk, at)
  }

  /** Ends the last token. True: the file stops in the middle of one. */
  finish(): boolean {
    const wasWhole =
      this.#home === this.#start &&
      ![this.#string, this.#escape, this.#lead, this.#name, this.#opening, this.#block, this.#blockStar].includes(
        this.#step,
      )
    // A blank ends a word, a string, a name and a line comment alike, and changes nothing else.
    if (wasWhole) this.write(Buffer.from('\n'))
    return !wasWhole
  }

  #start(chunk: Buffer, from: number): number {
    const at = this.isMuted ? this.#passOver(chunk, from) : from
    const byte = chunk[at]
    if (byte === undefined) return at
    if (isBlank(byte)) return at + 1
    if (this.#delimiter !== ';' && !isWord[byte] && !isSpecial[byte]) return this.#enterBody(at)
    if (isWord[byte]) return this.#go(this.#word, at)
    if (byte === QUOTE || byte === DOUBLE_QUOTE) return this.#beginString(byte, at + 1)
    if (byte === 96) return this.#go(this.#name, at + 1)
    if (byte === 45) return this.#go(this.#dash, at + 1)
    if (byte === SLASH) return this.#go(this.#slash, at + 1)
    if (byte === 35) return this.#go(this.#line, at + 1)
    if (byte === STAR && this.#isConditional) return this.#go(this.#closing, at + 1)
    if (byte === SEMICOLON) return this.#endStatement(at + 1)
    this.#emitSign(byte)
    return at + 1
  }

  #passOver(chunk: Buffer, from: number): number {
    let at = from
    for (; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === OPEN) {
        if (this.#depth === 0) this.mutedRows++
        this.#depth++
      } else if (byte === CLOSE) this.#depth--
      else if (isSpecial[byte]) break
    }
    return at
  }

  #word(chunk: Buffer, from: number): number {
    let at = from
    while (at < chunk.length && isWord[chunk[at]!]) at++
    this.#scratch.add(chunk, from, at)
    if (at === chunk.length) return at
    const word = this.#scratch.take()?.toString('latin1') ?? null
    this.#step = this.#home
    if (this.#isFresh && word?.toLowerCase() === 'delimiter') return this.#go(this.#delimiterLine, at)
    this.#isFresh = false
    if (this.#delimiter !== ';') return this.#enterBody(at)
    this.#sink.word(word)
    return at
  }

  #beginString(quote: number, at: number): number {
    this.#quote = quote
    this.#scratch.isKeeping = this.keepsText && !this.isMuted
    return this.#go(this.#string, at)
  }

  #string(chunk: Buffer, from: number): number {
    const { leadBytes, hasBackslash } = this
    let at = from
    let byte = 0
    for (; at < chunk.length; at++) {
      byte = chunk[at]!
      if (byte === this.#quote || (byte === BACKSLASH && hasBackslash)) break
      if (leadBytes?.[byte]) break
    }
    this.#scratch.add(chunk, from, at)
    if (at === chunk.length) return at
    if (byte === this.#quote) return this.#go(this.#quoteSeen, at + 1)
    if (byte === BACKSLASH && hasBackslash) return this.#go(this.#escape, at + 1)
    this.#scratch.addByte(byte)
    return this.#go(this.#lead, at + 1)
  }

  /** The second byte of a character, unless it cannot be one. */
  #lead(chunk: Buffer, at: number): number {
    this.#step = this.#string
    const byte = chunk[at]!
    if (byte < 0x30 || byte === 0x7f) return at
    this.#scratch.addByte(byte)
    return at + 1
  }

  #escape(chunk: Buffer, at: number): number {
    for (const byte of escaped(chunk[at]!)) this.#scratch.addByte(byte)
    return this.#go(this.#string, at + 1)
  }

  #quoteSeen(chunk: Buffer, at: number): number {
    if (chunk[at] === this.#quote) {
      this.#scratch.addByte(this.#quote)
      return this.#go(this.#string, at + 1)
    }
    const bytes = this.#scratch.take()
    this.#step = this.#home
    if (this.isMuted || this.#home === this.#body) return at
    this.#isFresh = false
    this.#sink.text(bytes, this.#quote === DOUBLE_QUOTE)
    return at
  }

  #name(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(96, from)
    this.#scratch.add(chunk, from, end === -1 ? chunk.length : end)
    return end === -1 ? chunk.length : this.#go(this.#nameEnd, end + 1)
  }

  /** Two marks in a name stand for one. */
  #nameEnd(chunk: Buffer, at: number): number {
    if (chunk[at] === 96) {
      this.#scratch.addByte(96)
      return this.#go(this.#name, at + 1)
    }
    const name = this.#scratch.take()?.toString('utf8') ?? ''
    this.#step = this.#home
    this.#isFresh = false
    if (!this.isMuted && this.#home === this.#start) this.#sink.name(name)
    return at
  }

  #dash(chunk: Buffer, at: number): number {
    if (chunk[at] === 45) return this.#go(this.#dashes, at + 1)
    this.#emitSign(45)
    return this.#go(this.#home, at)
  }

  #dashes(chunk: Buffer, at: number): number {
    if (this.isSqlite || chunk[at]! <= 32) return this.#go(this.#line, at)
    this.#emitSign(45)
    this.#emitSign(45)
    return this.#go(this.#home, at)
  }

  #line(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(10, from)
    const stop = end === -1 ? chunk.length : end
    this.#scratch.add(chunk, from, Math.min(stop, from + COMMENT_MAX_BYTES))
    if (end === -1) return chunk.length
    const text = this.#scratch.take()?.toString('utf8') ?? ''
    this.#sink.comment(text.slice(0, COMMENT_MAX_BYTES).trim())
    return this.#go(this.#home, end + 1)
  }

  #slash(chunk: Buffer, at: number): number {
    if (chunk[at] === STAR) return this.#go(this.#opening, at + 1)
    this.#emitSign(SLASH)
    return this.#go(this.#home, at)
  }

  /** After the two signs that open a comment: does a version follow, so that its text counts? */
  #opening(chunk: Buffer, at: number): number {
    const byte = chunk[at]!
    if (byte === 77 && this.#version === '') {
      this.#version = 'M'
      return at + 1
    }
    const isMark = byte === 33 && this.#home === this.#start
    this.#version = ''
    return isMark ? this.#go(this.#versionDigits, at + 1) : this.#go(this.#block, at)
  }

  #versionDigits(chunk: Buffer, at: number): number {
    const byte = chunk[at]!
    if (byte >= 48 && byte <= 57 && this.#version.length < 6) {
      this.#version += String.fromCodePoint(byte)
      return at + 1
    }
    const isNever = Number(this.#version) > NEVER && this.#version.startsWith('9')
    this.#version = ''
    if (isNever) return this.#go(this.#block, at)
    this.#isConditional = true
    return this.#go(this.#home, at)
  }

  #block(chunk: Buffer, from: number): number {
    const star = chunk.indexOf(STAR, from)
    return star === -1 ? chunk.length : this.#go(this.#blockStar, star + 1)
  }

  #blockStar(chunk: Buffer, at: number): number {
    if (chunk[at] === SLASH) return this.#go(this.#home, at + 1)
    return chunk[at] === STAR ? at + 1 : this.#go(this.#block, at)
  }

  #closing(chunk: Buffer, at: number): number {
    this.#step = this.#home
    if (chunk[at] !== SLASH) {
      this.#emitSign(STAR)
      return at
    }
    this.#isConditional = false
    return at + 1
  }

  #delimiterLine(chunk: Buffer, from: number): number {
    const end = chunk.indexOf(10, from)
    this.#scratch.add(chunk, from, end === -1 ? chunk.length : end)
    if (end === -1) return chunk.length
    const text = this.#scratch.take()?.toString('latin1').trim() ?? ''
    if (text !== '' && text.length <= 16) this.#delimiter = text
    return this.#go(this.#start, end + 1)
  }

  #enterBody(at: number): number {
    this.#home = this.#body
    this.#matched = 0
    return this.#go(this.#body, at)
  }

  /** The body of a routine. Text in it may look like a statement, but is not one. */
  #body(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at++) {
      const byte = chunk[at]!
      if (byte === this.#delimiter.codePointAt(this.#matched)) {
        this.#matched++
        if (this.#matched === this.#delimiter.length) return this.#endStatement(at + 1)
        continue
      }
      const isComment = this.#matched === 1 && this.#delimiter.startsWith('/') && byte === STAR
      this.#matched = 0
      if (isComment) return this.#go(this.#opening, at + 1)
      if (byte === QUOTE || byte === DOUBLE_QUOTE) return this.#beginString(byte, at + 1)
      if (byte === 96) return this.#go(this.#name, at + 1)
      if (byte === 45) return this.#go(this.#dash, at + 1)
      if (byte === SLASH) return this.#go(this.#slash, at + 1)
      if (byte === 35) return this.#go(this.#line, at + 1)
    }
    return chunk.length
  }

  #endStatement(at: number): number {
    this.#sink.end()
    this.isMuted = false
    this.mutedRows = 0
    this.keepsText = true
    this.#isConditional = false
    this.#isFresh = true
    this.#depth = 0
    this.#home = this.#start
    return this.#go(this.#start, at)
  }

  #emitSign(byte: number): void {
    this.#isFresh = false
    if (!this.isMuted && this.#home === this.#start) this.#sink.sign(byte)
  }

  #go(step: Step, at: number): number {
    this.#step = step
    return at
  }
}
