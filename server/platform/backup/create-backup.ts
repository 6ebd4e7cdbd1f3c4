import { existsSync } from 'node:fs'
import type pg from 'pg'

import type { Mode } from '../../config.ts'
import type { Db } from '../db/db.ts'
import type { AppliedMigration } from '../db/migrate.ts'
import { JOBS } from '../jobs/worker-tables.ts'
import { release } from '../release.ts'
import { BackupError } from './backup-error.ts'
import { countRows, findSequences, findTables, hasTable, type Table } from './catalog.ts'
import { copyOut } from './copy-rows.ts'
import { blockType, FORMAT, JOBS_PART, type Contents, type OpenHead, type PartHead } from './head.ts'
import { copyJobsOut, jobsPart } from './jobs.ts'
import { newSealing, PASSPHRASE_MIN } from './sealing.ts'
import { quoted, withSession } from './session.ts'
import { startBlocks, writeFileWhole } from './write-file.ts'

export type MadeBackup = {
  file: string
  bytes: number
  sha256: string
  head: OpenHead
  parts: { name: string; rows: number }[]
  leftOut: string[]
}
type BackupOptions = {
  file: string
  /** Null: not sealed. */
  passphrase: string | null
  now: Date
  /** Called while only this process makes a backup: the time to tidy up. */
  onTurn?: () => Promise<void>
}

// Any constant works if every release uses the same.
const LOCK_KEY = 7_206_140_329

/**
 * Writes all rows of one moment into one file while the server goes on working. It only reads, so the role needs no
 * more rights than the server has. Until it is done, vacuum keeps rows deleted meanwhile, and a migration waits.
 */
export function createBackup(
  db: Pick<Db, 'pool'>,
  { file, passphrase, now, onTurn }: BackupOptions,
): Promise<MadeBackup> {
  if (passphrase !== null && passphrase.length < PASSPHRASE_MIN) {
    throw new BackupError(`A passphrase has at least ${PASSPHRASE_MIN} characters.`)
  }
  if (existsSync(file)) throw new BackupError(`${file} is there already, and is left as it is.`)
  return withSession(db, async (client) => {
    await takeTurn(client)
    await onTurn?.()
    const tables = await freezeRows(client)
    const contents = await describe(client, tables)
    const sealing = passphrase === null ? null : newSealing()
    const schemaVersion = contents.migrations.at(-1)!.version
    const head = { format: FORMAT, release, schemaVersion, madeAt: now.toISOString(), sealing }
    const written = await writeFileWhole(file, async (handle) => {
      const blocks = await startBlocks(handle, head, passphrase)
      await blocks.writeJson(blockType.contents, contents)
      for (const part of contents.parts) {
        const rows = copyOut(client, copyTextOf(part))
        const end = await blocks.writePart(part, rows)
        if (end.rows !== part.rows || rows.rows() !== part.rows) {
          throw new Error(`${part.name} has ${part.rows} rows, and ${end.rows} were read`)
        }
      }
      return blocks.end()
    })
    await client.query('commit')
    const parts = contents.parts.map(({ name, rows }) => ({ name, rows }))
    return { file, ...written, head, parts, leftOut: contents.leftOut }
  })
}

/** Allows one backup at a time per database, across processes; the lock ends with its connection. */
async function takeTurn(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
  if (!rows[0]!.taken) throw new BackupError('Another backup of this database is under way.')
  if (!(await hasTable(client, 'schema_migrations')))
    throw new BackupError('This database is empty: there is nothing to keep.')
}

/**
 * Take the locks first, then the snapshot: otherwise a month of traffic that is dropped in between would be in neither.
 * The lock blocks only changes to a table's schema.
 */
async function freezeRows(client: pg.ClientBase): Promise<Table[]> {
  const names = (await findTables(client)).map(({ name }) => quoted(name))
  await client.query('begin transaction isolation level repeatable read, read only')
  await client.query(`lock table ${names.join(', ')}, ${JOBS} in access share mode`)
  return findTables(client)
}

async function describe(client: pg.ClientBase, tables: Table[]): Promise<Contents> {
  const { rows: migrations } = await client.query<AppliedMigration>(
    'select version, name, checksum from schema_migrations order by version',
  )
  const { rows: versions } = await client.query<{ postgres: string }>(
    `select current_setting('server_version') as postgres`,
  )
  const parts: PartHead[] = []
  for (const { name, columns, partitions } of tables.filter(({ isUnlogged }) => !isUnlogged)) {
    parts.push({ name, columns, partitions, rows: await countRows(client, name) })
  }
  parts.push(await jobsPart(client))
  return {
    postgres: versions[0]!.postgres,
    migrations,
    parts,
    sequences: await findSequences(client),
    leftOut: tables.filter(({ isUnlogged }) => isUnlogged).map(({ name }) => name),
    secretMark: await loadSecretMark(client),
    mode: await loadModeMark(client),
  }
}

async function loadSecretMark(client: pg.ClientBase): Promise<string | null> {
  const { rows } = await client.query<{ sealed_key: Buffer }>('select sealed_key from secret_marks')
  return rows[0]?.sealed_key.toString('base64') ?? null
}

async function loadModeMark(client: pg.ClientBase): Promise<Mode | null> {
  // The database may be of an earlier release.
  if (!(await hasTable(client, 'mode_marks'))) return null
  const { rows } = await client.query<{ mode: Mode }>('select mode from mode_marks')
  return rows[0]?.mode ?? null
}

function copyTextOf({ name, columns }: PartHead): string {
  if (name === JOBS_PART) return copyJobsOut
  const list = columns.map(quoted).join(', ')
  // Copy from a query: a partitioned table keeps its rows in other tables.
  return `copy (select ${list} from ${quoted(name)}) to stdout`
}
