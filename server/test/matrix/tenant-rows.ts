import type { Db } from '../../platform/db/db.ts'

type Column = { table: string; column: string; type: string }

/**
 * Columns by which the matrix finds a row, and those where a broken value would crash the server instead of failing a
 * call.
 */
const KEPT = ['id', 'out_trade_no', 'code', 'host', 'user_name', 'password_hash', 'name_key']

/** Puts a word into every free text of a reseller's rows; returns how many columns accepted it. */
export async function plantCanaries(db: Db, resellerId: number, word: string): Promise<number> {
  let planted = 0
  for (const { table, column, type } of await findColumns(db)) {
    if (KEPT.includes(column) || !['text', 'jsonb'].includes(type)) continue
    const values =
      type === 'jsonb'
        ? [`${column} || jsonb_build_object('canary', '${word}')`]
        : [`'${word}' || coalesce(${column}, '')`, `'${word}'`]
    for (const value of values) {
      if (await tryTo(db, `update ${table} set ${column} = ${value} where ${ownedBy(table, resellerId)}`)) {
        planted += 1
        break
      }
    }
  }
  return planted
}

async function tryTo(db: Db, text: string): Promise<boolean> {
  try {
    return ((await db.pool.query(text)).rowCount ?? 0) > 0
  } catch {
    return false
  }
}

/** A function that returns the rows of a reseller, or of one of its accounts, as one line per table. */
export async function makeRowsOf(db: Db, resellerId: number, accountId?: number): Promise<() => Promise<string[]>> {
  const columns = await findColumns(db)
  const ofAccounts = columns.filter(({ column }) => accountId === undefined || column === 'account_id')
  const tables = [...new Set(ofAccounts.map(({ table }) => table))]
  const parts = tables.map((table) => {
    const more = accountId === undefined ? '' : ` and account_id = ${accountId}`
    return `select '${table}' as name, md5(string_agg(t::text, '' order by t::text)) as rows from ${table} t
             where ${ownedBy(table, resellerId)}${more}`
  })
  // Name it, so that it is planned once: planning takes longer than reading the rows, and it runs for every call.
  const query = {
    name: `rows_of_${resellerId}_${accountId ?? 'all'}`,
    text: `${parts.join(' union all ')} order by name`,
  }
  return async () =>
    (await db.pool.query<{ name: string; rows: string }>(query)).rows.map(({ name, rows }) => `${name} ${rows}`)
}

const byMember = ['staff_sessions', 'staff_passkeys', 'staff_recovery_codes']

function ownedBy(table: string, resellerId: number): string {
  if (table === 'resellers') return `id = ${resellerId}`
  if (byMember.includes(table)) return `staff_id in (select id from staff where reseller_id = ${resellerId})`
  return `reseller_id = ${resellerId}`
}

/** All writable columns of tables with a reseller. */
async function findColumns(db: Db): Promise<Column[]> {
  const { rows } = await db.pool.query<Column>(
    `select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type
       from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and a.attgenerated = ''
        and (c.relname = 'resellers' or c.relname = any ($1)
             or exists (select from pg_attribute r where r.attrelid = c.oid and r.attname = 'reseller_id'))
      order by 1, 2`,
    [byMember],
  )
  return rows
}
