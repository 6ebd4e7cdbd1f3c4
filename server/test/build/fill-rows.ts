import type { Db } from '../../platform/db/db.ts'

/** `table.column`, or a bare column for all tables. */
export type Given = Record<string, unknown>
type Column = {
  table: string
  column: string
  type: string
  /** The words of a check such as `state in ('open', 'paid')`. */
  words: string[] | null
  /** The column that it refers to. */
  refers: string | null
  isNullable: boolean
  isGenerated: boolean
}
/** The value of each column of the one row that each table got. */
export type Filled = ReadonlyMap<string, unknown>

/**
 * Puts one row into each table and into those they refer to, with every column filled: with what is given, what it
 * refers to, a word of its check, or a value that stands nowhere else. Checks and triggers are off, because no row of
 * real life has everything.
 */
export async function fillRows(db: Db, tables: readonly string[], given: Given, from = 0): Promise<Filled> {
  const columns = await findColumns(db)
  const filled = new Map<string, unknown>()
  const begun = new Set<string>()
  const done = new Set<string>()
  const late: { table: string; row: string; empty: Column[] }[] = []
  let drawn = from

  function valueOf({ table, column, type, words, refers }: Column): unknown {
    const name = `${table}.${column}`
    if (filled.has(name)) return filled.get(name)
    if (name in given || column in given) return given[name in given ? name : column]
    if (refers !== null && refers !== name) {
      const target = columns.find((one) => `${one.table}.${one.column}` === refers)!
      return valueOf(target)
    }
    return words?.at(-1) ?? draw(type, name, (drawn += 1))
  }

  const referredBy = (own: readonly Column[]) =>
    new Set(own.flatMap(({ refers }) => (refers ? [refers.split('.')[0]!] : [])))
  async function fill(table: string): Promise<void> {
    if (begun.has(table)) return
    begun.add(table)
    const own = columns.filter((one) => one.table === table && !one.isGenerated)
    for (const target of referredBy(own)) await fill(target)
    // Two tables that refer to each other: the second one is filled in later.
    const isLate = ({ refers, isNullable }: Column) => {
      const [target] = refers?.split('.') ?? []
      return isNullable && target !== undefined && begun.has(target) && !done.has(target)
    }
    const values = own.map((one) => {
      const value = valueOf(one)
      filled.set(`${table}.${one.column}`, value)
      return isLate(one) ? null : asParameter(one.type, value)
    })
    await db.pool.query(`alter table ${table} disable trigger user`)
    const { rows } = await db.pool.query<{ row: string }>(
      `insert into ${table} (${own.map(({ column }) => column).join()}) overriding system value
       values (${own.map(({ type }, at) => `$${at + 1}::${type}`).join()})${tables.includes(table) ? '' : ' on conflict do nothing'}
       returning ctid as row`,
      values,
    )
    const empty = own.filter(isLate)
    if (rows[0] && empty.length > 0) late.push({ table, row: rows[0].row, empty })
    done.add(table)
  }

  await dropChecks(db)
  for (const table of tables) await fill(table)
  for (const { table, row, empty } of late) {
    const sets = empty.map(({ column }, at) => `${column} = $${at + 2}`)
    const values = empty.map(({ table: of, column }) => filled.get(`${of}.${column}`))
    await db.pool.query(`update ${table} set ${sets.join()} where ctid = $1`, [row, ...values])
  }
  for (const table of done) await db.pool.query(`alter table ${table} enable trigger user`)
  return filled
}

const asParameter = (type: string, value: unknown) =>
  type === 'jsonb' && value !== null ? JSON.stringify(value) : value

/** A value that no other column has. */
function draw(type: string, name: string, nth: number): unknown {
  const word = `qz-${name.replaceAll('_', '-')}-${nth}z`
  if (type === 'cidr[]') return [`198.18.${nth >> 8}.${nth & 255}/32`]
  if (type.endsWith('[]')) return [draw(type.slice(0, -2), name, nth)]
  if (type === 'boolean') return true
  if (type === 'jsonb') return { word }
  if (type === 'bytea') return Buffer.from(word.padEnd(32, '~'))
  if (type === 'uuid') return `77777777-7777-4777-8777-${String(nth).padStart(12, '0')}`
  if (type === 'inet') return `198.18.${nth >> 8}.${nth & 255}`
  if (type === 'smallint') return 7000 + nth
  if (type === 'integer') return 771_300_000 + nth
  if (type === 'bigint') return 7_713_077_000_000 + nth
  if (type === 'date') return new Date(Date.UTC(1990, 0, nth)).toISOString().slice(0, 10)
  if (type.startsWith('timestamp')) return new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 0) + nth * 86_461_007)
  return word
}

/** How an answer writes a value; null for one that may stand anywhere, such as `true` or a word of a list. */
export function markOf(value: unknown): string | null {
  if (value instanceof Date) return value.toISOString().slice(0, 19)
  if (typeof value === 'number') return value > 700_000 ? String(value) : null
  if (typeof value === 'string') return /^(?:qz-|198\.18\.|7777|\d{4}-)/.test(value) ? value.split('/')[0]! : null
  if (typeof value !== 'object' || value === null) return null
  return Buffer.isBuffer(value) ? value.toString('latin1').replace(/~+$/, '') : String(Object.values(value)[0])
}

/** Of every table but partitions. */
async function findColumns(db: Db): Promise<Column[]> {
  const { rows } = await db.pool.query<Column>(
    `select c.relname as "table", a.attname as "column", format_type(a.atttypid, null) as type,
        not a.attnotnull as "isNullable", a.attgenerated <> '' as "isGenerated",
        (select array_agg(m[1]) from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''(\\w+)''::text', 'g') m
          where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]
            and pg_get_constraintdef(k.oid) ~ '= ANY') as words,
        (select f.confrelid::regclass || '.' || r.attname from pg_constraint f, unnest(f.conkey, f.confkey) as u (own, other)
            join pg_attribute r on r.attnum = u.other
          where f.conrelid = c.oid and f.contype = 'f' and u.own = a.attnum and r.attrelid = f.confrelid
          order by cardinality(f.conkey) desc, f.oid limit 1) as refers
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by c.relname, a.attnum`,
  )
  return rows
}

/** What puts today's checks back after `fillRows`: every change must pass them again, the rows that are there need not. */
export async function keepChecks(db: Db): Promise<() => Promise<unknown>> {
  const { rows } = await db.pool.query<{ text: string }>(
    `select format('alter table %s add constraint %I %s not valid', conrelid::regclass, conname,
          regexp_replace(pg_get_constraintdef(oid), ' NOT VALID$', '')) as text
       from pg_constraint
      where contype = 'c' and connamespace = 'public'::regnamespace and conislocal and coninhcount = 0`,
  )
  return () => db.pool.query(rows.map(({ text }) => text).join(';'))
}

async function dropChecks(db: Db): Promise<void> {
  await db.pool.query(
    `do $$ declare k record; begin
       for k in select conrelid::regclass as owner, conname from pg_constraint
         where contype = 'c' and connamespace = 'public'::regnamespace and conislocal and coninhcount = 0
       loop execute format('alter table %s drop constraint if exists %I', k.owner, k.conname); end loop; end $$`,
  )
}
