import { findCharset, utf8, type Charset } from './charsets.ts'
import { readColumns } from './columns.ts'
import { Lexer, type Sink } from './lexer.ts'
import { readLiteral, UNREADABLE, type Token, type Value } from './literals.ts'
import type { Source, Wanted } from './source.ts'

const HEAD_MAX = 60
const COLUMNS_MAX = 500
/** A literal has few pieces; an expression may have any number. */
const PIECES_MAX = 40
const MODIFIERS = new Set([
  'low_priority',
  'delayed',
  'high_priority',
  'ignore',
  'into',
  'or',
  'temporary',
  'if',
  'not',
  'exists',
  'table',
])

type Part = 'head' | 'columns' | 'rows' | 'row' | 'definition' | 'rest'

/** Reads the statements of a dump: CREATE TABLE for the columns, INSERT for the rows, SET for encoding and quoting. */
export class Statements implements Sink {
  readonly lexer: Lexer
  readonly #source: Source
  readonly #wanted: Wanted
  #charset: Charset = utf8
  #hasNamesAsText = false
  #part: Part = 'head'
  #head: Token[] = []
  #table = ''
  #columns: string[] | null = null
  #definition: Token[] = []
  #depth = 0
  #pieces: Token[] = []
  #hasTooMany = false
  #values: Value[] = []
  #database = ''

  constructor(source: Source, wanted: Wanted, valueMaxBytes: number) {
    this.#source = source
    this.#wanted = wanted
    this.lexer = new Lexer(this, valueMaxBytes)
  }

  /** True: the file stops in the middle of a statement. */
  finish(): boolean {
    const isTokenCut = this.lexer.finish()
    return isTokenCut || this.#part !== 'head' || this.#head.length > 0
  }

  word(text: string | null): void {
    this.#take({ kind: 'word', text })
  }

  text(bytes: Buffer | null, isDoubleQuoted: boolean): void {
    const text = bytes === null ? null : this.#charset.decode(bytes)
    if (this.#part === 'row' && text?.includes('\uFFFD')) this.#source.badlyEncoded++
    // SQLite and ANSI_QUOTES write names so. As the name of a table or a column it can be nothing else.
    const isName = isDoubleQuoted && (this.#hasNamesAsText || this.#part !== 'row')
    this.#take(isName ? { kind: 'word', text } : { kind: 'text', text })
  }

  name(text: string): void {
    this.#take({ kind: 'word', text })
  }

  sign(byte: number): void {
    this.#take({ kind: 'sign', text: String.fromCodePoint(byte) })
  }

  comment(text: string): void {
    this.#source.comment(text)
  }

  end(): void {
    if (this.#part === 'head' && this.#head.length > 0) this.#endOther()
    if (this.#part === 'definition') this.#source.oddStatements++
    if (this.#part === 'rest') this.#source.passed(this.#table, this.lexer.mutedRows)
    this.#part = 'head'
    this.#head = []
    this.#table = ''
    this.#columns = null
  }

  #take(token: Token): void {
    if (this.#part === 'row') this.#takeValue(token)
    else if (this.#part === 'rows') this.#takeBetween(token)
    else if (this.#part === 'columns') this.#takeColumn(token)
    else if (this.#part === 'definition') this.#takeDefinition(token)
    else if (this.#part === 'head') this.#takeHead(token)
  }

  #takeHead(token: Token): void {
    if (this.#head.length >= HEAD_MAX) return this.#pass()
    this.#head.push(token)
    const first = wordOf(this.#head[0])
    if (first === 'insert' || first === 'replace') return this.#takeInsert(token)
    if (first === 'create') return this.#takeCreate(token)
    if (first === 'copy') this.#source.isPostgres = true
    if (!['set', 'use', 'pragma'].includes(first)) {
      this.#source.otherStatement(first)
      this.#pass()
    }
  }

  #takeInsert(token: Token): void {
    const word = wordOf(token)
    const isTableKnown = this.#table !== ''
    if (isTableKnown && token.kind === 'sign' && token.text === '(') {
      this.#part = 'columns'
      this.#columns = []
    } else if (isTableKnown && (word === 'values' || word === 'value')) this.#beginRows()
    else if (isTableKnown && ['set', 'select', 'table', 'with'].includes(word)) this.#passOdd()
    else if (token.kind === 'word' && this.#head.length > 1) this.#addToName(word)
  }

  /** `database`.`table`, in one word or in three. */
  #addToName(word: string): void {
    if (MODIFIERS.has(word) && this.#table === '') return
    this.#table = word.slice(word.lastIndexOf('.') + 1)
    if (word.length > 200) this.#passOdd()
  }

  #takeCreate(token: Token): void {
    const second = wordOf(this.#head[1])
    const isTable = this.#head.length === 1 || second === 'table' || second === 'temporary'
    if (!isTable) {
      this.#source.otherStatement('create')
      return this.#pass()
    }
    if (token.kind === 'word' && this.#head.length > 2) {
      if (['like', 'as', 'select'].includes(wordOf(token))) return this.#passOdd()
      this.#addToName(wordOf(token))
    }
    if (token.kind !== 'sign' || token.text !== '(' || this.#table === '') return
    this.#part = 'definition'
    this.#definition = []
    this.#depth = 1
  }

  #takeDefinition(token: Token): void {
    if (token.kind === 'sign' && token.text === '(') this.#depth++
    if (token.kind === 'sign' && token.text === ')') this.#depth--
    if (this.#depth > 0) {
      // Only the first two words of a column count, and the commas between columns.
      if (this.#depth === 1 && this.#definition.length < COLUMNS_MAX * 20) this.#definition.push(token)
      return
    }
    this.#source.defined(this.#database, this.#table, readColumns(this.#definition).slice(0, COLUMNS_MAX))
    this.#definition = []
    this.#table = ''
    this.#pass()
  }

  #takeColumn(token: Token): void {
    if (token.kind === 'word' && this.#columns!.length < COLUMNS_MAX) this.#columns!.push(wordOf(token))
    if (token.kind === 'sign' && token.text === ')') this.#part = 'head'
  }

  #beginRows(): void {
    const columns = this.#columns ?? this.#source.columnsOf(this.#database, this.#table)
    const isWanted = this.#wanted.wants(this.#table) && this.#source.isOfPanel(this.#database, this.#table)
    if (!isWanted) return this.#pass()
    if (!columns) {
      this.#source.nameless(this.#table)
      return this.#pass()
    }
    this.#columns = columns
    this.#part = 'rows'
  }

  #takeBetween(token: Token): void {
    if (token.kind === 'sign' && token.text === ',') return
    if (token.kind !== 'sign' || token.text !== '(') {
      this.#table = ''
      return this.#pass()
    }
    this.#part = 'row'
    this.#depth = 1
    this.#values = []
    this.#beginValue()
  }

  #beginValue(): void {
    this.#pieces = []
    this.#hasTooMany = false
    this.lexer.keepsText = this.#wanted.wantsColumn(this.#table, this.#columns![this.#values.length] ?? '')
  }

  #takeValue(token: Token): void {
    const sign = token.kind === 'sign' ? token.text : ''
    if (this.#depth === 1 && (sign === ',' || sign === ')')) {
      if (this.#values.length < COLUMNS_MAX) this.#values.push(this.#endValue())
      if (sign === ',') return this.#beginValue()
      this.#part = 'rows'
      return this.#source.row(this.#table, this.#columns!, this.#values)
    }
    if (sign === '(') this.#depth++
    if (sign === ')') this.#depth--
    if (this.#pieces.length < PIECES_MAX) this.#pieces.push(token)
    else this.#hasTooMany = true
  }

  #endValue(): Value {
    return this.lexer.keepsText && !this.#hasTooMany ? readLiteral(this.#pieces) : UNREADABLE
  }

  /** INSERT … SELECT and the like name no rows. */
  #passOdd(): void {
    if (this.#wanted.wants(this.#table)) this.#source.oddStatements++
    this.#table = ''
    this.#pass()
  }

  #pass(): void {
    this.#part = 'rest'
    this.lexer.isMuted = true
  }

  #endOther(): void {
    const words = this.#head.map(wordOf)
    if (words[0] === 'use') this.#database = words[1] ?? ''
    if (words[0] === 'pragma') this.#beSqlite()
    const names = words.indexOf('names')
    if (words[0] === 'set' && names === 1) this.#setCharset(words[2] === '=' ? (words[3] ?? '') : (words[2] ?? ''))
    const mode = words.findIndex((word) => /^(?:@@|session\.|global\.)*sql_mode$/.test(word))
    if (words[0] === 'set' && mode !== -1)
      this.#setMode(words.slice(mode + 1).find((word) => word !== '=' && word !== ':') ?? '')
    if (words[0] === 'insert' || words[0] === 'replace') this.#source.oddStatements++
  }

  #beSqlite(): void {
    this.lexer.isSqlite = true
    this.lexer.hasBackslash = false
    this.#hasNamesAsText = true
    this.#source.isSqliteDump = true
  }

  #setCharset(name: string): void {
    const charset = findCharset(name)
    if (!charset) return this.#source.unknownCharset(name)
    this.#charset = charset
    this.#source.charset = charset.name
    this.lexer.leadBytes = charset.leadBytes
  }

  #setMode(mode: string): void {
    this.lexer.hasBackslash = !mode.includes('no_backslash_escapes') && !this.#source.isSqliteDump
    this.#hasNamesAsText = mode.includes('ansi_quotes') || this.#source.isSqliteDump
  }
}

function wordOf(token: Token | undefined): string {
  return token?.text?.toLowerCase() ?? ''
}
