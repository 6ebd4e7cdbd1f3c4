import { findCharset, utf8, type Charset } from './charsets.ts'
import { readColumns } from './columns.ts'
import { Lexer, type Sink } from './lexer.ts'
import { readLiteral, UNREADABLE, type Token, type Value } from './literals.ts'
import { nameOf, type Name } from './name.ts'
import type { Source, Wanted, Where } from './source.ts'

const HEAD_MAX = 60
const COLUMNS_MAX = 500
/** A literal has few pieces; an expression may have any number. */
const PIECES_MAX = 40
/** Longer than any name or mode. Outside of rows nothing longer is kept: a statement may have thousands of pieces. */
const NAME_MAX = 1000
/** What may follow the rows of a statement. */
const AFTER_ROWS = ['on', 'as', 'returning']
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
  /** What SET NAMES said, while a definition is written in another one. */
  #names: Charset = utf8
  #hasNamesAsText = false
  #part: Part = 'head'
  #head: Token[] = []
  #table = ''
  #columns: Name[] | null = null
  #definition: Token[] = []
  #depth = 0
  #pieces: Token[] = []
  #piecesLength = 0
  #hasTooMany = false
  #values: Value[] = []
  #database = ''
  /** The database that a statement names before the table. */
  #qualifier = ''
  readonly #valueMaxBytes: number

  constructor(source: Source, wanted: Wanted, valueMaxBytes: number) {
    this.#source = source
    this.#wanted = wanted
    this.#valueMaxBytes = valueMaxBytes
    this.lexer = new Lexer(this, valueMaxBytes)
  }

  /** True: the file stops in the middle of a statement. */
  finish(): boolean {
    const isTokenCut = this.lexer.finish()
    return isTokenCut || this.#part !== 'head' || this.#head.length > 0
  }

  word(text: string | null): void {
    this.#take({ kind: 'word', text: this.#short(text) })
  }

  text(bytes: Buffer | null, isDoubleQuoted: boolean): void {
    const text = this.#short(bytes === null ? null : this.#charset.decode(bytes))
    if (this.#part === 'row') this.#source.noteText(text, this.#charset === utf8 ? null : bytes)
    // SQLite and ANSI_QUOTES write names so. As the name of a table or a column it can be nothing else.
    const isName = isDoubleQuoted && (this.#hasNamesAsText || this.#part !== 'row')
    this.#take(isName ? { kind: 'word', text, isQuoted: true } : { kind: 'text', text })
  }

  name(text: string): void {
    this.#take({ kind: 'word', text: this.#short(text), isQuoted: true })
  }

  sign(byte: number): void {
    this.#take({ kind: 'sign', text: String.fromCodePoint(byte) })
  }

  comment(text: string): void {
    this.#source.comment(text)
  }

  end(): void {
    if (this.#part === 'head' && this.#head.length > 0) this.#endOther()
    if (['row', 'columns', 'definition'].includes(this.#part)) this.#source.oddStatements++
    if (this.#part === 'rest') this.#source.passed(this.#table, this.lexer.mutedRows)
    this.#part = 'head'
    this.#head = []
    this.#table = ''
    this.#qualifier = ''
    this.#columns = null
  }

  #short(text: string | null): string | null {
    return this.#part !== 'row' && text !== null && text.length > NAME_MAX ? null : text
  }

  #take(token: Token): void {
    if (this.#part === 'row') this.#takeValue(token)
    else if (this.#part === 'rows') this.#takeBetween(token)
    else if (this.#part === 'columns') this.#takeColumn(token)
    else if (this.#part === 'definition') this.#takeDefinition(token)
    else if (this.#part === 'head') this.#takeHead(token)
  }

  #takeHead(token: Token): void {
    if (this.#head.length >= HEAD_MAX) {
      if (['insert', 'replace'].includes(wordOf(this.#head[0]))) this.#source.oddStatements++
      return this.#pass()
    }
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
    else if (token.kind === 'word' && this.#head.length > 1) this.#addToName(token)
  }

  /** `database`.`table`, in one word or in three. In quotes, a dot and a key word are parts of a name. */
  #addToName(token: Token & { kind: 'word' }): void {
    const word = wordOf(token)
    if (!token.isQuoted && MODIFIERS.has(word) && this.#table === '') return
    const dot = token.isQuoted ? -1 : word.lastIndexOf('.')
    if (dot !== -1) this.#qualifier = dot === 0 ? this.#table : word.slice(0, dot)
    this.#table = word.slice(dot + 1)
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
      if (!token.isQuoted && ['like', 'as', 'select'].includes(wordOf(token))) return this.#passOdd()
      this.#addToName(token)
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
    this.#source.defined(this.#where(), this.#table, readColumns(this.#definition).slice(0, COLUMNS_MAX))
    this.#definition = []
    this.#table = ''
    this.#pass()
  }

  #takeColumn(token: Token): void {
    if (token.kind === 'word' && this.#columns!.length < COLUMNS_MAX) this.#columns!.push(wordOf(token))
    if (token.kind === 'sign' && token.text === ')') this.#part = 'head'
  }

  #beginRows(): void {
    const columns = this.#columns ?? this.#source.columnsOf(this.#where(), this.#table)
    const isWanted = this.#wanted.wants(this.#table) && this.#source.isOfPanel(this.#where())
    if (!isWanted) return this.#pass()
    if (!columns) {
      this.#source.nameless(this.#table)
      return this.#pass()
    }
    this.#columns = columns
    this.#part = 'rows'
  }

  #where(): Where {
    return { database: this.#database, qualifier: this.#qualifier }
  }

  #takeBetween(token: Token): void {
    if (token.kind === 'sign' && token.text === ',') return
    if (token.kind !== 'sign' || token.text !== '(') {
      // Rows may follow that nobody can tell from the rest.
      if (!AFTER_ROWS.includes(wordOf(token))) return this.#passOdd()
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
    this.#piecesLength = 0
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
    this.#piecesLength += token.text?.length ?? 0
    if (this.#pieces.length < PIECES_MAX && this.#piecesLength <= this.#valueMaxBytes) this.#pieces.push(token)
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
    if (words[0] === 'set' && words[1] === 'character_set_client' && words[2] === '=') this.#setClient(words[3] ?? '')
    // Its old value may be kept first, in the same statement: only what it is set to counts.
    const mode = words.findIndex(
      (word, at) => /^(?:@@|session\.|global\.)*sql_mode$/.test(word) && /^[:=]$/.test(words[at + 1] ?? ''),
    )
    if (words[0] === 'set' && mode !== -1) this.#setMode(words.slice(mode + 1).join(' '))
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
    this.#names = charset
    this.#source.charset = charset.name
    this.#readIn(charset)
  }

  /** mysqldump writes definitions in UTF-8, whatever the rows are in, and goes back by a variable. */
  #setClient(name: string): void {
    this.#readIn(name.startsWith('@') ? this.#names : (findCharset(name) ?? this.#names))
  }

  #readIn(charset: Charset): void {
    this.#charset = charset
    this.lexer.leadBytes = charset.leadBytes
  }

  #setMode(mode: string): void {
    this.lexer.hasBackslash = !mode.includes('no_backslash_escapes') && !this.#source.isSqliteDump
    this.#hasNamesAsText = mode.includes('ansi_quotes') || this.#source.isSqliteDump
  }
}

function wordOf(token: Token | undefined): Name {
  return nameOf(token?.text ?? '')
}
