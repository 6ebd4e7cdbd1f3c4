import { closeSync, existsSync, openSync, readSync, statSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

import { StartError } from '../../../platform/start-error.ts'
import { UNREADABLE, type Value } from './literals.ts'
import { nameOf } from './name.ts'
import { NOWHERE, type Source, type Wanted } from './source.ts'

const VALUE_MAX_BYTES = 4 * 1024 * 1024

/** Reads Xboard's own database file. Nothing is written, not even beside the file. */
export function readSqlite(file: string, source: Source, wanted: Wanted): string[] {
  const logBytes = existsSync(`${file}-wal`) ? statSync(`${file}-wal`).size : 0
  const hasLog = logBytes > 0
  const remarks = hasLog || !isInLogMode(file) ? [] : [LACKS_LOG]
  // Without a log, "immutable" keeps SQLite from making its lock files beside what may be the only copy.
  const url = pathToFileURL(file)
  if (!hasLog) url.searchParams.set('immutable', '1')
  const db = new DatabaseSync(url, { readOnly: true, allowExtension: false })
  try {
    // What a hostile file declares, computed columns included, may call no function with effects.
    db.exec('pragma trusted_schema = off')
    const budget = { leftBytes: statSync(file).size + logBytes }
    for (const table of findTables(db)) readTable(db, table, { source, wanted, budget })
  } catch (error) {
    throw new StartError(`SQLite cannot read this file: ${(error as Error).message.split('\n')[0]}.`, 'sqlite')
  } finally {
    db.close()
  }
  return remarks
}

const LACKS_LOG =
  'The file belongs together with a -wal file that is not beside it: what was written last may be missing. ' +
  'Stop the panel before copying, or copy both.'

/** The file's header says which kind of log it was last used with. */
function isInLogMode(file: string): boolean {
  return readHeader(file).subarray(18, 20).includes(2)
}

function readHeader(file: string): Buffer {
  const descriptor = openSync(file, 'r')
  try {
    const header = Buffer.alloc(100)
    readSync(descriptor, header, 0, header.length, 0)
    return header
  } finally {
    closeSync(descriptor)
  }
}

function findTables(db: DatabaseSync): string[] {
  // A virtual table has no page of its own: what is read of it is what a program makes up.
  const rows = db.prepare("select name from sqlite_schema where type = 'table' and rootpage > 0 limit 2000").all()
  return rows.map(({ name }) => String(name))
}

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`

/** A row and the place where it is noted take at least as much, whatever is in it. */
const ROW_MIN_BYTES = 6
type Task = { source: Source; wanted: Wanted; budget: { leftBytes: number } }

function readTable(db: DatabaseSync, name: string, { source, wanted, budget }: Task): void {
  const table = nameOf(name)
  const own = db.prepare('select name from pragma_table_info(?)').all(name)
  const names = own.map((row) => String(row['name']))
  const columns = names.map(nameOf)
  source.defined(NOWHERE, table, columns)
  if (!wanted.wants(table)) return
  // A value that is too long is not even loaded.
  const picked = names.map((column, at) =>
    wanted.wantsColumn(table, columns[at]!)
      ? `case when octet_length(${quoted(column)}) <= ${VALUE_MAX_BYTES} then ${quoted(column)} when ${quoted(column)} is not null then x'00' end`
      : "''",
  )
  const long = names.map((column, at) =>
    wanted.wantsColumn(table, columns[at]!) ? `coalesce(octet_length(${quoted(column)}) > ${VALUE_MAX_BYTES}, 0)` : '0',
  )
  const statement = db.prepare(`select ${[...picked, ...long].join(', ')} from ${quoted(name)}`)
  statement.setReadBigInts(true)
  statement.setReturnArrays(true)
  for (const cells of statement.iterate() as unknown as Iterable<unknown[]>) {
    // Pages that lead to one another again and again are a table without end.
    budget.leftBytes -= ROW_MIN_BYTES
    for (const cell of cells) budget.leftBytes -= sizeOf(cell)
    if (budget.leftBytes < 0) throw new Error('it has more rows than it has room for')
    source.row(
      table,
      columns,
      columns.map((_, at) => (cells[columns.length + at] === 1n ? UNREADABLE : asValue(source, cells[at]))),
    )
  }
}

/** At most what it takes in the file, in whichever encoding. */
function sizeOf(cell: unknown): number {
  return typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 0
}

function asValue(source: Source, cell: unknown): Value {
  if (cell === null || cell === undefined) return null
  if (typeof cell === 'string') {
    source.noteText(cell)
    return cell
  }
  if (cell instanceof Uint8Array) return Buffer.from(cell)
  return String(cell)
}
