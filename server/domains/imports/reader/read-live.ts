import { createHash } from 'node:crypto'

import { UNREADABLE, type Value } from './literals.ts'
import type { LiveSource } from './live-address.ts'
import { LiveConnection, told, type Cells } from './live-connection.ts'
import { nameOf } from './name.ts'
import { NOWHERE, type Source, type Wanted } from './source.ts'

const VALUE_MAX_BYTES = 4 * 1024 * 1024
const TABLES_MAX = 2000
const COLUMNS_MAX = 500
const BINARY = /^(?:(?:var)?binary|(?:tiny|medium|long)?blob|bit)$/
/** Only these can be longer than what is read. */
const LONG = /text$|blob$|^json$/

type Column = { name: string; type: string }
type Table = { name: string; engine: string; rows: number; columns: Column[] }
export type LiveRead = { bytes: number; remarks: string[]; fingerprint: Buffer }

/** Reads the panel's own database while it runs: the tables and columns that are wanted, as of one moment. */
export async function readLive(live: LiveSource, source: Source, wanted: Wanted): Promise<LiveRead> {
  try {
    const connection = await LiveConnection.open(live)
    try {
      return await readAll(connection, source, wanted)
    } finally {
      connection.close()
    }
  } catch (error) {
    throw told(error)
  }
}

async function readAll(connection: LiveConnection, source: Source, wanted: Wanted): Promise<LiveRead> {
  await connection.read('select version()', ([version]) => {
    const text = textOf(version)
    source.madeBy = `${/mariadb/i.test(text) ? 'MariaDB' : 'MySQL'} ${/^[\d.]+/.exec(text)?.[0] ?? ''}`.trim()
  })
  const hash = createHash('sha256')
  let bytes = 0
  const take = (cells: Cells) => {
    for (const cell of cells) {
      bytes += cell?.length ?? 0
      hash.update(cell ?? '\0')
    }
    hash.update('\0')
  }
  const tables = await findTables(connection)
  for (const table of tables) {
    const name = nameOf(table.name)
    source.defined(
      NOWHERE,
      name,
      table.columns.map((column) => nameOf(column.name)),
    )
    if (wanted.wants(name)) await readTable(connection, table, { source, wanted, take })
    else source.passed(name, table.rows)
  }
  return { bytes, remarks: remarksOn(tables, wanted), fingerprint: hash.digest() }
}

/** In the order of their names, as a dump has them. */
async function findTables(connection: LiveConnection): Promise<Table[]> {
  const tables = new Map<string, Table>()
  await connection.read(
    `select table_name, engine, coalesce(table_rows, 0) from information_schema.tables
      where table_schema = database() and table_type = 'BASE TABLE' order by table_name limit ${TABLES_MAX}`,
    (cells) => {
      const [name = '', engine = '', rows = ''] = cells.map(textOf)
      tables.set(name, { name, engine, rows: Number(rows), columns: [] })
    },
  )
  await connection.read(
    `select table_name, column_name, data_type from information_schema.columns where table_schema = database()
      and ordinal_position <= ${COLUMNS_MAX} order by table_name, ordinal_position`,
    (cells) => {
      const [table = '', name = '', type = ''] = cells.map(textOf)
      tables.get(table)?.columns.push({ name, type: type.toLowerCase() })
    },
  )
  return [...tables.values()]
}

type Task = { source: Source; wanted: Wanted; take: (cells: Cells) => void }

async function readTable(connection: LiveConnection, table: Table, { source, wanted, take }: Task): Promise<void> {
  const name = nameOf(table.name)
  const columns = table.columns.filter((column) => wanted.wantsColumn(name, nameOf(column.name)))
  if (columns.length === 0) return
  const names = columns.map((column) => nameOf(column.name))
  const long = columns.filter(({ type }) => LONG.test(type))
  // A value that is too long does not even travel.
  const picked = columns.map(({ name: column, type }) => {
    const own = quoted(column)
    return LONG.test(type) ? `if(octet_length(${own}) > ${VALUE_MAX_BYTES}, null, ${own})` : own
  })
  const tests = long.map(({ name: column }) => `coalesce(octet_length(${quoted(column)}) > ${VALUE_MAX_BYTES}, 0)`)
  const isTooLong = columns.map((column) => columns.length + long.indexOf(column))
  // By number: who wrote last in a ticket is told by the order of its messages.
  const order = table.columns.some((column) => nameOf(column.name) === 'id') ? ' order by `id`' : ''
  await connection.read(`select ${[...picked, ...tests].join(', ')} from ${quoted(table.name)}${order}`, (cells) => {
    take(cells)
    const values = columns.map((column, at): Value => {
      const test = long.includes(column) ? cells[isTooLong[at]!] : null
      if (test && textOf(test) === '1') return UNREADABLE
      return asValue(source, cells[at] ?? null, column)
    })
    source.row(name, names, values)
  })
}

function asValue(source: Source, cell: Buffer | null, { type }: Column): Value {
  if (cell === null) return null
  // The driver's memory is its own: it holds the next rows soon.
  if (BINARY.test(type)) return Buffer.from(cell)
  const text = cell.toString('utf8')
  source.noteText(text)
  return text
}

function remarksOn(tables: readonly Table[], wanted: Wanted): string[] {
  const loose = tables.filter(({ name, engine }) => wanted.wants(nameOf(name)) && !/^innodb$/i.test(engine))
  const isPassing = tables.some(({ name, rows }) => !wanted.wants(nameOf(name)) && rows > 0)
  return [
    ...(loose.length === 0
      ? []
      : [
          `Not of one moment, since their engine keeps none: ${loose.map(({ name }) => name).join(', ')}. Stop the panel first.`,
        ]),
    ...(isPassing
      ? ['Rows of tables that are passed over are the estimate of the server: they are not asked for.']
      : []),
  ]
}

const quoted = (name: string) => `\`${name.replaceAll('`', '``')}\``
const textOf = (cell: Buffer | null | undefined) => cell?.toString('utf8') ?? ''
