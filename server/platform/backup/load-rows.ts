import type pg from 'pg'

import { BackupError } from './backup-error.ts'
import { countRows, findSequences, findTables, type Table } from './catalog.ts'
import { copyIn } from './copy-rows.ts'
import { JOBS_PART, type Contents, type PartHead } from './head.ts'
import { copyJobsIn } from './jobs.ts'
import { walkBackup } from './read-file.ts'
import { quoted } from './session.ts'

/** A server's first start and every command leave a row in one of these tables; migrations leave none. */
const MARKS_OF_USE = ['accounts', 'audit_log', 'ledger_transactions', 'resellers', 'secret_marks']

/** Which of these tables have rows. Other tables may have rows from a migration. */
export async function findMarksOfUse(client: pg.ClientBase): Promise<string[]> {
  const used: string[] = []
  for (const { name } of await findTables(client)) {
    if (!MARKS_OF_USE.includes(name)) continue
    const { rows } = await client.query<{ any: boolean }>(`select exists (select from ${quoted(name)}) as any`)
    if (rows[0]!.any) used.push(name)
  }
  return used
}

type Source = { file: string; passphrase: string | null; contents: Contents }

/**
 * Loads all rows or none. Rows come in any order and unchanged, so foreign keys and triggers are off meanwhile; the
 * keys are checked when they are put back. The owner of the tables may do all of this.
 */
export async function loadRows(client: pg.ClientBase, { file, passphrase, contents }: Source): Promise<void> {
  await client.query('begin')
  const tables = await lockTables(client, contents)
  const foreignKeys = await findForeignKeys(client)
  for (const { table, name } of foreignKeys) {
    await client.query(`alter table ${table} drop constraint ${quoted(name)}`)
  }
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} disable trigger user`)
  // Remove the rows that migrations added: the backup has its own.
  await client.query(`truncate ${tables.map(({ name }) => quoted(name)).join(', ')}`)
  await makePartitions(client, contents.parts)
  await walkBackup(file, {
    passphrase,
    onPart: async (part, chunks) => {
      const rows = part.name === JOBS_PART ? await copyJobsIn(client, chunks) : await copyPart(client, part, chunks)
      if (rows !== part.rows) throw new BackupError(`${part.name} took ${rows} rows of ${part.rows}.`)
    },
  })
  await setSequences(client, contents)
  for (const { name } of tables) await client.query(`alter table ${quoted(name)} enable trigger user`)
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`alter table ${table} add constraint ${quoted(name)} ${definition}`)
  }
  await compareCounts(client, contents.parts)
  await client.query('commit')
}

/** From here on nobody else can insert; rows inserted before are found. */
async function lockTables(client: pg.ClientBase, { migrations, parts, leftOut }: Contents): Promise<Table[]> {
  const tables = await findTables(client)
  await client.query(`lock table ${tables.map(({ name }) => quoted(name)).join(', ')} in access exclusive mode`)
  const { rows } = await client.query<{ version: number }>('select version from schema_migrations order by version')
  const isSame = rows.map(({ version }) => version).join() === migrations.map(({ version }) => version).join()
  if (!isSame || (await findMarksOfUse(client)).length > 0) {
    throw new BackupError('Somebody else began to use this database. Stop the servers, and restore into a new one.')
  }
  const describeTable = ({ name, columns }: Pick<Table, 'name' | 'columns'>) => `${name}(${columns.join()})`
  const here = tables.filter(({ isUnlogged }) => !isUnlogged).map(describeTable)
  const there = parts.filter(({ name }) => name !== JOBS_PART).map(describeTable)
  const strange = [...there.filter((text) => !here.includes(text)), ...here.filter((text) => !there.includes(text))]
  if (strange.length > 0) throw new BackupError(`The tables of the backup are not those of its schema: ${strange[0]}`)
  return tables.filter(({ name }) => !leftOut.includes(name))
}

type ForeignKey = { table: string; name: string; definition: string }

/** Keys of partitions belong to their parent's key and are dropped with it. */
async function findForeignKeys(client: pg.ClientBase): Promise<ForeignKey[]> {
  const { rows } = await client.query<ForeignKey>(
    `select c.conrelid::regclass::text as table, c.conname::text as name, pg_get_constraintdef(c.oid) as definition
       from pg_constraint c
      where c.contype = 'f' and c.connamespace = current_schema()::regnamespace and c.conparentid = 0
      order by c.oid`,
  )
  return rows
}

/** Makes months of traffic with the function that also makes them in daily use. Runs no text from the file. */
async function makePartitions(client: pg.ClientBase, parts: readonly PartHead[]): Promise<void> {
  for (const { name, partitions } of parts) {
    for (const partition of partitions) {
      const [, year, month] = /_(\d{4})(\d{2})$/.exec(partition) ?? []
      if (partition !== `${name}_${year}${month}`)
        throw new BackupError(`The backup names a strange table: ${partition}`)
      await client.query('select traffic_make_partition($1, $2::date)', [name, `${year}-${month}-01`])
    }
  }
}

function copyPart(client: pg.ClientBase, { name, columns }: PartHead, chunks: AsyncIterable<Buffer>): Promise<number> {
  return copyIn(client, `copy ${quoted(name)} (${columns.map(quoted).join(', ')}) from stdin`, chunks)
}

async function setSequences(client: pg.ClientBase, contents: Contents): Promise<void> {
  const here = new Set((await findSequences(client)).map(({ name }) => name))
  for (const { name, value, isCalled } of contents.sequences) {
    if (!here.has(name)) throw new BackupError(`The backup names a strange sequence: ${name}`)
    await client.query('select setval(quote_ident($1)::regclass, $2::bigint, $3)', [name, value, isCalled])
  }
}

async function compareCounts(client: pg.ClientBase, parts: readonly PartHead[]): Promise<void> {
  for (const { name, rows } of parts.filter((part) => part.name !== JOBS_PART)) {
    const count = await countRows(client, name)
    if (count !== rows) throw new BackupError(`${name} has ${count} rows and not ${rows}.`)
  }
}
