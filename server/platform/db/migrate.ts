import { Logger, runMigrations } from 'graphile-worker'
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

import { isAtLeast, release } from '../release.ts'
import { StartError } from '../start-error.ts'
import type { Db, Queryable } from './db.ts'
import { refuseOfBuild, takeOver } from './unreleased.ts'

const MIGRATIONS_FOLDER = join(import.meta.dirname, '../../migrations')
const FILE_NAME = /^(\d{4})-[a-z0-9-]+\.sql$/

// Any constant works if every release uses the same.
const LOCK_KEY = 7_206_140_311

// A migration may rewrite a large table, and a second migrator waits for the first: apply no time limit.
const NO_TIMEOUT_MS = 2 ** 31 - 1

const BOOKKEEPING = `
create table if not exists schema_migrations (
  version integer primary key,
  name text not null,
  checksum text not null,
  applied_at timestamptz not null default now(),
  suits text
)`

/** Databases of the first release lack the column. Altering waits for a running backup, so do it only when needed. */
const HAS_SUITS = `select from pg_attribute where attrelid = 'schema_migrations'::regclass and attname = 'suits'`
const ADD_SUITS = 'alter table schema_migrations add column suits text'
const APPLIED = `select version, name, checksum, to_jsonb(schema_migrations) ->> 'suits' as suits
                 from schema_migrations order by version`

/** The first line of a file that runs outside a transaction. */
const OUTSIDE = '-- outside a transaction'
/** The line that names the oldest release whose server runs on this schema. */
const SUITS = /^-- suits: (\d+\.\d+\.\d+)$/m
const LOCK_PAUSE_MS = 100
const LOCK_TIMEOUT_MS = 1_000
const STEP_BACK_MS = 2_000
const LOCK_LIMIT_MS = 60 * 60_000
/** Not available in time; or in a circle with somebody who has one table and wants another that the file has. */
const LOCK_TROUBLE = new Set(['55P03', '40P01'])

type Migration = { version: number; name: string; text: string; checksum: string; suits: string | null }
export type AppliedMigration = {
  version: number
  name: string
  checksum: string
  /** The oldest release whose server runs on this schema; if absent, only releases that have the file do. */
  suits?: string | null
}

type MigrateOptions = {
  folder?: string
  /** The last version to apply: a backup of an older release is loaded into the schema it had. */
  upTo?: number
}

/** Needs two connections of the pool: one holds the lock while graphile-worker migrates its schema on another. */
export async function migrate(db: Pick<Db, 'pool'>, options: MigrateOptions = {}): Promise<{ applied: string[] }> {
  const { folder = MIGRATIONS_FOLDER, upTo = Infinity } = options
  const migrations = await findMigrations(folder)
  const client = await db.pool.connect()
  try {
    const run = (text: string, values?: unknown[]) => client.query(unhurried(text, values))
    await run('set statement_timeout = 0')
    await run('set idle_in_transaction_session_timeout = 0')
    await takeLock(run)
    await run(BOOKKEEPING)
    if ((await run(HAS_SUITS)).rowCount === 0) await run(ADD_SUITS)
    const applied = await takeOverInside(client, migrations, (await run(APPLIED)).rows as AppliedMigration[])
    const pending = findPending(migrations, applied).filter(({ version }) => version <= upTo)
    for (const migration of pending) await applyMigration(client, migration)
    await runMigrations({ pgPool: db.pool, logger: new Logger(() => () => {}) })
    return { applied: pending.map(({ name }) => name) }
  } finally {
    // Closing the connection releases the lock and the session's settings, whatever state it is in.
    client.release(true)
  }
}

type MigrationGap = {
  /** Files of this release that the database has not seen. */
  missing: string[]
  /** Edited since, or applied by a newer release and not suiting this one. */
  unknown: string[]
}

/** Compares the database with this release; an empty database lacks everything. */
export async function findMigrationGap(db: Queryable): Promise<MigrationGap> {
  const migrations = await findMigrations(MIGRATIONS_FOLDER)
  const [table] = await db.query<{ exists: boolean }>({
    name: 'migrate.table',
    text: `select to_regclass('schema_migrations') is not null as exists`,
  })
  const applied = table?.exists ? takeOver(await findApplied(db), migrations) : []
  return {
    missing: migrations.filter(({ version }) => !applied.some((row) => row.version === version)).map(nameOf),
    unknown: applied.filter((row) => !isKnown(migrations, row) && !isOfSuitingRelease(migrations, row)).map(nameOf),
  }
}

/**
 * Polls instead of waiting inside a statement: that would be an open transaction, and a concurrent index build waits
 * for open transactions.
 */
async function takeLock(run: (text: string, values: unknown[]) => Promise<pg.QueryResult>): Promise<void> {
  for (;;) {
    const { rows } = await run('select pg_try_advisory_lock($1) as taken', [LOCK_KEY])
    if ((rows[0] as { taken: boolean }).taken) return
    await delay(LOCK_PAUSE_MS)
  }
}

/** The migrations of a backup as this release counts them: `takeOver` says when they are not its own. */
export async function countAsOurs(applied: AppliedMigration[]): Promise<AppliedMigration[]> {
  return [...takeOver(applied, await findMigrations(MIGRATIONS_FOLDER))]
}

/** Why this release cannot take a database with these migrations; null when it can. */
export async function whyNotMigratable(applied: readonly AppliedMigration[]): Promise<string | null> {
  try {
    findPending(await findMigrations(MIGRATIONS_FOLDER), await countAsOurs([...applied]))
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/**
 * Whether the database has this release's migrations. The next release's may be there already: its processes replace
 * ours one by one, and it removes nothing that we use. Reads the files once, because they never change within a
 * release.
 */
export function makeIsMigrated(db: Db): () => Promise<boolean> {
  const wanted = findMigrations(MIGRATIONS_FOLDER)
  return async () => {
    const migrations = await wanted
    const applied = await findApplied(db)
    return migrations.every(({ version, checksum }) =>
      applied.some((row) => row.version === version && row.checksum === checksum),
    )
  }
}

function findApplied(db: Queryable): Promise<AppliedMigration[]> {
  return db.query<AppliedMigration>({
    name: 'migrate.applied',
    text: APPLIED,
  })
}

function isKnown(migrations: Migration[], { version, checksum }: AppliedMigration): boolean {
  return migrations.some((migration) => migration.version === version && migration.checksum === checksum)
}

/**
 * A newer release applied it and says that our server runs on its schema: this makes it possible to go back from a bad
 * release.
 */
function isOfSuitingRelease(migrations: Migration[], { version, suits }: AppliedMigration): boolean {
  const isOurs = migrations.some((migration) => migration.version === version)
  return !isOurs && typeof suits === 'string' && isAtLeast(release, suits)
}

const nameOf = ({ name }: { name: string }) => name

async function findMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => FILE_NAME.test(name)).sort()
  const migrations = await Promise.all(names.map((name) => readMigration(folder, name)))
  for (const [index, { version, name }] of migrations.entries()) {
    const previous = migrations[index - 1]
    if (previous?.version === version)
      throw new StartError(`Two migrations share a number: ${previous.name} and ${name}`)
  }
  return migrations
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  // A checkout on Windows may change line ends; that is not an edit.
  const text = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
  const checksum = createHash('sha256').update(text).digest('hex')
  return { version: Number(FILE_NAME.exec(name)?.[1]), name, text, checksum, suits: SUITS.exec(text)?.[1] ?? null }
}

function findPending(migrations: Migration[], applied: readonly AppliedMigration[]): Migration[] {
  const byVersion = new Map(migrations.map((migration) => [migration.version, migration]))
  for (const row of applied) {
    const { version, name, checksum } = row
    if (isOfSuitingRelease(migrations, row)) continue
    const file = byVersion.get(version)
    if (!file) throw new StartError(refusal(row))
    if (file.checksum === checksum) continue
    if (file.name !== name) throw new StartError(refuseOfBuild(row, file))
    throw new StartError(
      `Migration ${file.name} was edited after it was applied (as ${name}). ` +
        `Restore the file and put the change into a new migration.`,
    )
  }
  const latest = applied.at(-1)?.version ?? 0
  const pending = migrations.filter(({ version }) => !applied.some((row) => row.version === version))
  const late = pending.find(({ version }) => version < latest)
  if (late)
    throw new StartError(
      `Migration ${late.name} is numbered below one already applied (${latest}): give it a new number`,
    )
  return pending
}

function refusal({ name, suits }: AppliedMigration): string {
  const needed = suits ? `it needs ${suits} or newer, this is ${release}` : 'start the newer release'
  return `The database has migration ${name}, which this release lacks: ${needed}`
}

const ROW = 'insert into schema_migrations (version, name, checksum, suits) values ($1, $2, $3, $4)'

/** Whoever looks meanwhile sees all of the old rows or all of the new. */
async function takeOverInside(
  client: pg.PoolClient,
  migrations: Migration[],
  rows: readonly AppliedMigration[],
): Promise<readonly AppliedMigration[]> {
  const applied = takeOver(rows, migrations)
  if (applied === rows) return rows
  const fresh = applied.filter((row) => !rows.includes(row))
  const stale = rows.filter((row) => !applied.includes(row))
  await client.query('begin')
  await client.query('delete from schema_migrations where version = any ($1)', [stale.map(({ version }) => version)])
  for (const { version, name, checksum, suits } of fresh) await client.query(ROW, [version, name, checksum, suits])
  await client.query('commit')
  return applied
}

async function applyMigration(client: pg.PoolClient, migration: Migration): Promise<void> {
  const { name, text } = migration
  try {
    await (text.startsWith(OUTSIDE) ? applyOutside(client, migration) : applyInside(client, migration))
  } catch (error) {
    throw new Error(`Migration ${name} failed${lineOf(error, text)}: ${(error as Error).message}`, { cause: error })
  }
}

/**
 * A migration that wants a table alone waits for all its readers, such as a backup, and everybody else waits behind it.
 * So it waits briefly, steps back and lets them through.
 */
async function applyInside(client: pg.PoolClient, { version, name, text, checksum, suits }: Migration): Promise<void> {
  for (const giveUpAt = performance.now() + LOCK_LIMIT_MS; ;) {
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${LOCK_TIMEOUT_MS}`)
      await client.query(ROW, [version, name, checksum, suits])
      await client.query(unhurried(text))
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => {})
      const isBusy = LOCK_TROUBLE.has((error as { code: string }).code) && performance.now() < giveUpAt
      if (!isBusy) throw error
      await delay(STEP_BACK_MS)
    }
  }
}

/**
 * For indexes that are built while the server works. If interrupted, the file starts again, so each file must drop what
 * may be left of an earlier try.
 */
async function applyOutside(client: pg.PoolClient, { version, name, text, checksum, suits }: Migration): Promise<void> {
  for (const statement of text.split(/;\s*$/m)) {
    if (statement.replaceAll(/^--.*$/gm, '').trim() !== '') await client.query(unhurried(statement))
  }
  await client.query(ROW, [version, name, checksum, suits])
}

function lineOf(error: unknown, text: string): string {
  const position = Number((error as { position?: string }).position)
  return position > 0 ? ` at line ${text.slice(0, position).split('\n').length}` : ''
}

function unhurried(text: string, values?: unknown[]): pg.QueryConfig {
  const statement = { text, query_timeout: NO_TIMEOUT_MS }
  return values ? { ...statement, values } : statement
}
