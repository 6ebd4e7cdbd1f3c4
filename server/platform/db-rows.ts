import { CamelCasePlugin } from 'kysely'
import pg from 'pg'

const INT8_OID = 20
const INT8_ARRAY_OID = 1016

class ColumnNames extends CamelCasePlugin {
  // Public here, so that the rows of named statements get exactly the names that Kysely gives.
  override camelCase(name: string): string {
    return super.camelCase(name)
  }
}

// Without the option the keys inside jsonb values would be renamed too.
export const columnNames = new ColumnNames({ maintainNestedObjectKeys: true })

export function camelRows(result: pg.QueryResult): object[] {
  if (!result.fields.some(({ name }) => name.includes('_'))) return result.rows
  const names = result.fields.map(({ name }) => [name, columnNames.camelCase(name)] as const)
  return result.rows.map((row) => {
    const renamed: Record<string, unknown> = {}
    for (const [from, to] of names) renamed[to] = row[from]
    return renamed
  })
}

/** Per pool, not pg.types.setTypeParser: that would change every other user of pg in the process. */
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

// Gives strings. The cast is for @types/pg, which lists no array types.
const parseTextArray = pg.types.getTypeParser(INT8_ARRAY_OID as never)

type Int8List = (number | null | Int8List)[]

function parseInt8Array(text: string): Int8List {
  const convert = (entry: unknown): number | null | Int8List =>
    Array.isArray(entry) ? entry.map(convert) : entry === null ? null : parseInt8(entry as string)
  return (parseTextArray(text) as unknown[]).map(convert)
}
