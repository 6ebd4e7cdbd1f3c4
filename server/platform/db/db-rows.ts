import { CamelCasePlugin } from 'kysely'
import pg from 'pg'

const INT8_OID = 20
const INT8_ARRAY_OID = 1016

class ColumnNames extends CamelCasePlugin {
  // Public, so that rows of named statements get exactly the names that Kysely gives.
  override camelCase(name: string): string {
    return super.camelCase(name)
  }
}

// Without this option, keys inside jsonb values would be renamed too.
export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })

type Column = { column: string; name: string }

/** Reads a column list in SQL, `s.package_id, s.period`: the columns and their names here. */
export function columnsOf(list: string): Column[] {
  return list.split(',').map((part) => {
    const column = part.trim().replace(/^.*\./, '')
    return { column, name: columnNames.camelCase(column) }
  })
}

type RowPart<T> = {
  sql: string
  /** Null when its first column is null: that column is never null in an existing row. */
  of(row: object): T | null
}

/** One thing in a row of several: its columns, each prefixed with the thing's name. */
export function partOfRow<T extends object>(thing: string, alias: string, list: string): RowPart<T> {
  const columns = columnsOf(list)
  const names = columns.map(({ column, name }) => [name, columnNames.camelCase(`${thing}_${column}`)] as const)
  return {
    sql: columns.map(({ column }) => `${alias}.${column} as ${thing}_${column}`).join(', '),
    of(row) {
      const values = row as Record<string, unknown>
      return values[names[0]![1]] === null
        ? null
        : (Object.fromEntries(names.map(([to, from]) => [to, values[from]])) as T)
    },
  }
}

/** Set per pool, not with pg.types.setTypeParser: that would change every other user of pg in the process. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (format !== 'binary' && oid === INT8_OID) return parseInt8
    if (format !== 'binary' && oid === INT8_ARRAY_OID) return parseInt8Array
    return pg.types.getTypeParser(oid, format as 'text')
  },
}

function parseInt8(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`The int8 value ${text} is beyond 2^53`)
  return value
}

// Parses to strings. The cast is for @types/pg, which lists no array types.
const parseTextArray = pg.types.getTypeParser(INT8_ARRAY_OID as never)

type Int8List = (number | null | Int8List)[]

function parseInt8Array(text: string): Int8List {
  const convert = (entry: unknown): number | null | Int8List =>
    Array.isArray(entry) ? entry.map(convert) : entry === null ? null : parseInt8(entry as string)
  return (parseTextArray(text) as unknown[]).map(convert)
}
