import type { Queryable } from '../db/db.ts'

/** A column whose values are sealed under SECRET_KEY: their purpose, and the owner each is bound to. */
export type SealedColumn = {
  table: string
  column: string
  purpose: string
  /** An SQL expression. */
  owner: string
  /** An SQL expression: unique, and sortable, so that a run can continue after it. */
  key: string
  keyType: 'bigint' | 'text' | 'uuid'
}

export type SealedRow = { key: string; owner: string; sealed: Buffer }

/** The next rows after a key, in key order; null starts at the beginning. */
export function findSealedRows(
  db: Queryable,
  { table, column, owner, key, keyType }: SealedColumn,
  after: string | null,
  limit: number,
): Promise<SealedRow[]> {
  return db.query<SealedRow>({
    name: `sealed.page.${table}.${column}`,
    text: `select (${key})::text as key, ${owner} as owner, ${column} as sealed from ${table}
            where ${column} is not null and ($1::text is null or (${key}) > $1::${keyType})
            order by (${key}) limit $2`,
    values: [after, limit],
  })
}

/** Saves unless somebody changed the value meanwhile: then it is already sealed under the new key. */
export async function saveSealed(
  db: Queryable,
  { table, column, key, keyType }: SealedColumn,
  row: SealedRow,
  sealed: Buffer,
): Promise<void> {
  await db.query({
    name: `sealed.save.${table}.${column}`,
    text: `update ${table} set ${column} = $2 where (${key}) = $1::${keyType} and ${column} = $3`,
    values: [row.key, sealed, row.sealed],
  })
}
