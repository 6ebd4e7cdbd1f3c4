import type pg from 'pg'

import { quoted } from './session.ts'

export type Table = {
  name: string
  /** Without generated columns, which the database computes again. */
  columns: string[]
  isPartitioned: boolean
  /** Empty after every crash by design, so it needs no backup. */
  isUnlogged: boolean
  partitions: string[]
}
export type Sequence = { name: string; value: string; isCalled: boolean }

/** Migrations keep this table; a backup lists its rows in its head. */
const BOOKKEEPING = 'schema_migrations'

export async function findTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.relname::text as name, c.relkind = 'p' as "isPartitioned", c.relpersistence = 'u' as "isUnlogged",
            array(select a.attname::text from pg_attribute a
                   where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
                   order by a.attnum) as columns,
            array(select p.relname::text from pg_inherits i join pg_class p on p.oid = i.inhrelid
                   where i.inhparent = c.oid order by 1) as partitions
       from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
        and c.relname <> $1
      order by 1`,
    [BOOKKEEPING],
  )
  return rows
}

/** Call after the snapshot is fixed: then a sequence is never behind a number in a row. */
export async function findSequences(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname::text as name from pg_class c
      where c.relnamespace = current_schema()::regnamespace and c.relkind = 'S' order by 1`,
  )
  const sequences: Sequence[] = []
  for (const { name } of rows) {
    const text = `select last_value::text as value, is_called as "isCalled" from ${quoted(name)}`
    const { rows: values } = await client.query<Omit<Sequence, 'name'>>(text)
    sequences.push({ name, ...values[0]! })
  }
  return sequences
}

export async function countRows(client: pg.ClientBase, table: string): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`select count(*)::text as count from ${quoted(table)}`)
  return Number(rows[0]!.count)
}

export async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query<{ exists: boolean }>('select to_regclass($1) is not null as exists', [name])
  return rows[0]!.exists
}
