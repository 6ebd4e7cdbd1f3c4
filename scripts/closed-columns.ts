import type pg from 'pg'

type ClosedColumn = { table: string; column: string; rule: string; is_nullable: boolean; has_default: boolean }

/**
 * Columns whose check allows only a list of texts, as kysely-codegen overrides ('accounts.language' →
 * 'Generated<"zh-CN" | "en">'): the database's rule becomes the program's type.
 */
export async function findClosedColumns(pool: pg.Pool): Promise<Record<string, string>> {
  const { rows } = await pool.query<ClosedColumn>(SINGLE_COLUMN_CHECKS)
  const overrides: Record<string, string> = {}
  for (const { table, column, rule, is_nullable: isNullable, has_default: hasDefault } of rows) {
    const list = /^CHECK \(\(?\w+ = ANY \(ARRAY\[(.+)\](?:::text\[\])?\)\)?\)(?: NOT VALID)?$/.exec(rule)?.[1]
    const values = list ? textsIn(list) : null
    if (!values) continue
    const union = [...values.map((value) => JSON.stringify(value)), ...(isNullable ? ['null'] : [])].join(' | ')
    overrides[`${table}.${column}`] = hasDefault ? `Generated<${union}>` : union
  }
  return overrides
}

/** Null when the list contains anything but text literals. */
function textsIn(list: string): string[] | null {
  const literals = [...list.matchAll(/'((?:[^']|'')*)'::text(?:, |$)/g)]
  const isComplete = literals.map((match) => match[0]).join('') === list
  return isComplete ? literals.map((match) => match[1]!.replaceAll("''", "'")) : null
}

const SINGLE_COLUMN_CHECKS = `
  select c.relname as table, a.attname as column, pg_get_constraintdef(k.oid, true) as rule,
    not a.attnotnull as is_nullable, a.atthasdef as has_default
  from pg_constraint k join pg_class c on c.oid = k.conrelid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.conkey[1]
  where k.contype = 'c' and cardinality(k.conkey) = 1 and c.relnamespace = 'public'::regnamespace
  order by c.relname, a.attname`
