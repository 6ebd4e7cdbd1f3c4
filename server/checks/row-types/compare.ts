import pg from 'pg'

import { columnNames, rowTypes } from '../../platform/db/db-rows.ts'
import { describeStatement, type Column } from './describe.ts'
import type { Statement } from './find-statements.ts'

/** One value of each type, as the server would send it. */
const SAMPLES = new Map<number, string>([
  [pg.types.builtins.BOOL, 't'],
  [pg.types.builtins.BYTEA, String.raw`\x00`],
  [pg.types.builtins.INT2, '1'],
  [pg.types.builtins.INT4, '1'],
  [pg.types.builtins.INT8, '1'],
  [pg.types.builtins.OID, '1'],
  [pg.types.builtins.FLOAT4, '1'],
  [pg.types.builtins.FLOAT8, '1'],
  [pg.types.builtins.NUMERIC, '1'],
  [pg.types.builtins.TEXT, 'x'],
  [pg.types.builtins.VARCHAR, 'x'],
  [pg.types.builtins.BPCHAR, 'x'],
  [19, 'name'],
  [pg.types.builtins.UUID, '00000000-0000-4000-8000-000000000000'],
  [pg.types.builtins.INET, '127.0.0.1'],
  [pg.types.builtins.CIDR, '127.0.0.0/8'],
  [pg.types.builtins.DATE, '2026-01-01'],
  [pg.types.builtins.TIMESTAMP, '2026-01-01 00:00:00'],
  [pg.types.builtins.TIMESTAMPTZ, '2026-01-01 00:00:00+00'],
  [1005, '{1}'],
  [1007, '{1}'],
  [1016, '{1}'],
  [1009, '{x}'],
  [1015, '{x}'],
  [2951, '{00000000-0000-4000-8000-000000000000}'],
  [1000, '{t}'],
  [1185, '{"2026-01-01 00:00:00+00"}'],
])
const JSON_TYPES: readonly number[] = [pg.types.builtins.JSON, pg.types.builtins.JSONB]

/** What a row type says otherwise than PostgreSQL: `name.column: what is wrong`. */
export async function compareRow(client: pg.ClientBase, { name, text, row }: Statement): Promise<string[]> {
  const columns = new Map(
    (await describeStatement(client, text)).map((column) => [columnNames.camelCase(column.name), column]),
  )
  const sources = await sourcesOf(client, [...columns.values()])
  const wrong = row.flatMap((property) => {
    const column = columns.get(property.name)
    if (!column) return [`${name}.${property.name}: there is no such column`]
    const is = kindOf(column.dataTypeID)
    const isRight = property.kinds.every((kind) => kind === 'unknown' || (is === 'json' ? isJson(kind) : kind === is))
    if (!isRight) return [`${name}.${property.name}: ${property.kinds.join(' | ')}, but it is ${is}`]
    if (property.isNullable || property.kinds.includes('unknown')) return []
    const source = sources.get(`${column.tableID}.${column.columnID}`)
    return source && mayBeNull(text, source) ? [`${name}.${property.name}: may be null`] : []
  })
  const untold = [...columns.keys()].filter((column) => !row.some((property) => property.name === column))
  return [...wrong, ...untold.map((column) => `${name}.${column}: the type does not have it`)]
}

/** What our driver makes of a value of this type. */
function kindOf(oid: number): string {
  if (JSON_TYPES.includes(oid)) return 'json'
  const sample = SAMPLES.get(oid)
  if (sample === undefined) return `the type ${oid} without a sample`
  const parse = rowTypes.getTypeParser(oid, 'text') as (text: string) => unknown
  return kindOfValue(parse(sample))
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`
  if (Buffer.isBuffer(value)) return 'Buffer'
  return value instanceof Date ? 'Date' : typeof value
}

function isJson(kind: string): boolean {
  return !/^(Date|Buffer|object with dates)/.test(kind)
}

/** Where a column comes from. */
type Source = { table: string; column: string; isNotNull: boolean }

async function sourcesOf(client: pg.ClientBase, columns: readonly Column[]): Promise<Map<string, Source>> {
  const { rows } = await client.query<{ place: string; table: string; column: string; isNotNull: boolean }>(
    `select a.attrelid::bigint || '.' || a.attnum as place, c.relname as table, a.attname as column,
            a.attnotnull as "isNotNull"
       from pg_attribute a join pg_class c on c.oid = a.attrelid where c.oid = any ($1::bigint[]::oid[])`,
    [columns.map(({ tableID }) => tableID)],
  )
  return new Map(rows.map(({ place, ...source }) => [place, source]))
}

/** Says so only of a table's column: of an expression nobody knows. */
function mayBeNull(text: string, { table, column, isNotNull }: Source): boolean {
  const isFiltered = new RegExp(String.raw`\b${column} is not null\b`).test(text)
  const named = [...text.matchAll(new RegExp(String.raw`(left\s+)?(?:join|from|into|update)\s+${table}\b`, 'g'))]
  const isOuter = named.length > 0 && named.every(([, left]) => left !== undefined)
  return !isFiltered && (!isNotNull || isOuter)
}
