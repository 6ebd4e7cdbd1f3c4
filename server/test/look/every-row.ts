import type { Db } from '../../platform/db.ts'

/**
 * Every row of every table of ours and of the job queue as text, for looking for what must not be there. Bytes appear
 * as hexadecimal and, for a look at text inside them, decoded.
 */
export async function dumpEveryRow(db: Db): Promise<string> {
  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema in ('public', 'graphile_worker') order by 1`,
  )
  const parts: string[] = []
  for (const { name } of tables) {
    const { rows } = await db.pool.query<Record<string, unknown>>(`select * from ${name}`)
    parts.push(...rows.map((row) => `${name} ${Object.values(row).map(asText).join(' ')}`))
  }
  return parts.join('\n')
}

function asText(value: unknown): string {
  if (Buffer.isBuffer(value)) return `${value.toString('hex')} ${value.toString('latin1')}`
  return value instanceof Date ? value.toISOString() : (JSON.stringify(value) ?? '')
}
