import { isAscii, isUtf8 } from 'node:buffer'

import type { Value } from './literals.ts'
import type { Name } from './name.ts'
import { Row } from './row.ts'

/** Which rows and columns are read; everything else is passed over. */
export type Wanted = {
  wants(table: string): boolean
  wantsColumn(table: string, column: Name): boolean
}

/** The database that is in use, and the one that a statement names before its table, if it does. */
export type Where = { database: string; qualifier: string }
/** Where a source has one database alone. */
export const NOWHERE: Where = { database: '', qualifier: '' }
export type SourceTable = { columns: readonly Name[]; rows: number; isRead: boolean }

const TABLES_MAX = 2000
const KINDS_MAX = 20
const PANEL_TABLE = 'v2_user'
/** The last comment of a whole dump, by who wrote the first. */
const ENDS: Record<string, RegExp> = {
  'MySQL dump': /^Dump completed/,
  'MariaDB dump': /^Dump completed/,
  Adminer: /^\d{4}-\d\d-\d\d/,
}

/** phpMyAdmin, Navicat and SQLite write their rows in a transaction. */
const BEGINNINGS = ['begin', 'start']
const ENDINGS = ['commit', 'end', 'rollback']

/** Three bytes of a Chinese character in UTF-8, each taken for a letter of its own. */
const GARBLED =
  /[\u00E3-\u00E9][\u0080-\u00BF\u0152\u0153\u0160\u0161\u0178\u017D\u017E\u0192\u02C6\u02DC\u2013-\u203A\u20AC\u2122]{2}/

/** What a file turned out to be, gathered while it is read. */
export class Source {
  /** By name, as far as they were defined or had rows. */
  readonly tables = new Map<string, SourceTable>()
  readonly otherStatements = new Map<string, number>()
  readonly unknownCharsets = new Set<string>()
  charset = 'utf8mb4'
  madeBy: string | null = null
  isCut = false
  isPostgres = false
  isSqliteDump = false
  badlyEncoded = 0
  /** Texts in UTF-8 of a file that says latin1, and those that were garbled before they were dumped. */
  utf8AsLatin1 = 0
  doubleEncoded = 0
  /** Rows whose number of values is not that of the columns. */
  oddRows = 0
  oddStatements = 0
  readonly namelessTables = new Set<string>()
  readonly otherDatabases = new Set<string>()
  #end: RegExp | null = null
  #isInTransaction = false
  #panelDatabase: string | null = null
  readonly #onRow: (row: Row) => void
  readonly #indexes = new Map<readonly Name[], ReadonlyMap<Name, number>>()

  constructor(onRow: (row: Row) => void) {
    this.#onRow = onRow
  }

  /** A dump that says so at its end, or commits there, and does not, is cut between two statements. */
  get lacksEnd(): boolean {
    return this.#end !== null || this.#isInTransaction
  }

  /** Counts what is wrong with a text. `bytes`: what it was read from, where the file says that it is not UTF-8. */
  noteText(text: string | null, bytes: Buffer | null = null): void {
    if (text === null) return
    if (text.includes('\uFFFD')) this.badlyEncoded++
    else if (GARBLED.test(text)) this.doubleEncoded++
    else if (bytes && this.charset === 'latin1' && isUtf8(bytes) && !isAscii(bytes)) this.utf8AsLatin1++
  }

  comment(text: string): void {
    if (/^PostgreSQL database (?:cluster )?dump/.test(text)) this.isPostgres = true
    const [, maker] = /^(MySQL dump|MariaDB dump|phpMyAdmin SQL Dump|Adminer|Navicat)\b/.exec(text) ?? []
    this.madeBy ??= maker ?? null
    // Several dumps may be in one file: each has its own end.
    if (maker !== undefined) this.#end = ENDS[maker] ?? null
    else if (this.#end?.test(text)) this.#end = null
  }

  defined(where: Where, table: string, columns: readonly Name[]): void {
    if (table === PANEL_TABLE) this.#panelDatabase ??= where.qualifier || where.database
    if (!this.isOfPanel(where) || this.tables.size >= TABLES_MAX) return
    const rows = this.tables.get(table)?.rows ?? 0
    this.tables.set(table, { columns, rows, isRead: false })
  }

  columnsOf(where: Where, table: string): Name[] | null {
    if (!this.isOfPanel(where)) return null
    const columns = this.tables.get(table)?.columns ?? []
    return columns.length > 0 ? [...columns] : null
  }

  /** A dump of a whole server may hold two panels: the first one that has users counts. */
  isOfPanel({ database, qualifier }: Where): boolean {
    const own = this.#panelDatabase === '' ? database : qualifier || database
    if (this.#panelDatabase === null || own === '' || this.#panelDatabase === own) return true
    if (this.otherDatabases.size < KINDS_MAX) this.otherDatabases.add(own)
    return false
  }

  row(table: string, columns: readonly Name[], values: readonly Value[]): void {
    const seen = this.#seen(table, columns)
    seen.rows++
    seen.isRead = true
    if (values.length !== columns.length) {
      this.oddRows++
      return
    }
    this.#onRow(new Row(table, this.#indexOf(columns), values))
  }

  passed(table: string, rows: number): void {
    if (table !== '' && rows > 0) this.#seen(table, []).rows += rows
  }

  nameless(table: string): void {
    if (this.namelessTables.size < KINDS_MAX) this.namelessTables.add(table)
  }

  otherStatement(word: string): void {
    if (BEGINNINGS.includes(word) && this.#end === null) this.#isInTransaction = true
    if (ENDINGS.includes(word)) this.#isInTransaction = false
    const name = /^[a-z]{2,20}$/.test(word) ? word : 'other'
    if (this.otherStatements.size >= KINDS_MAX && !this.otherStatements.has(name)) return
    this.otherStatements.set(name, (this.otherStatements.get(name) ?? 0) + 1)
  }

  unknownCharset(name: string): void {
    if (this.unknownCharsets.size < KINDS_MAX) this.unknownCharsets.add(name.slice(0, 30))
  }

  #seen(table: string, columns: readonly Name[]): SourceTable {
    const known = this.tables.get(table)
    if (known) {
      if (known.columns.length === 0) known.columns = columns
      return known
    }
    const made = { columns, rows: 0, isRead: false }
    if (this.tables.size < TABLES_MAX) this.tables.set(table, made)
    return made
  }

  /** Every row of a statement shares its list of columns. */
  #indexOf(columns: readonly Name[]): ReadonlyMap<Name, number> {
    const known = this.#indexes.get(columns)
    if (known) return known
    const made = new Map(columns.map((column, at) => [column, at]))
    this.#indexes.clear()
    this.#indexes.set(columns, made)
    return made
  }
}
