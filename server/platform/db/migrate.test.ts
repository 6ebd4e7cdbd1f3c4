import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { CARELESS_SETTINGS } from '../../test/run/careless-settings.ts'
import { makeThrowawayDir, type ThrowawayDir } from '../../test/run/throwaway-dir.ts'
import { withClient } from '../postgres/connection.ts'
import { launchPostgres, type EmbeddedPostgres } from '../postgres/launch.ts'
import { isAtLeast, release } from '../release.ts'
import { StartError } from '../start-error.ts'
import { createDb, named, type Db } from './db.ts'
import { findMigrationGap, migrate } from './migrate.ts'

let root: ThrowawayDir
let postgres: EmbeddedPostgres
let folder: string
let database: string
let databases = 0

beforeAll(async () => {
  root = await makeThrowawayDir()
  postgres = await launchPostgres({ dataDir: join(root.path, 'data'), settings: CARELESS_SETTINGS })
})
afterAll(async () => {
  await postgres.stop()
  await root.remove()
})
beforeEach(async () => {
  database = `migrated_${++databases}`
  folder = join(root.path, database)
  await mkdir(folder)
  await withClient(postgres.superuser, (client) => client.query(`create database ${database} owner yuxian`))
})

function open(statementTimeoutMs = 1_000): Db {
  const db = createDb({ connection: { ...postgres.connection, database }, poolSize: 2, statementTimeoutMs })
  onTestFinished(() => db.close())
  return db
}
const write = (name: string, text: string) => writeFile(join(folder, name), text)
const findVersions = async (db: Db) =>
  (await named<{ version: number }>(db, 'versions', 'select version from schema_migrations order by version')).map(
    (row) => row.version,
  )
const findTables = async (db: Db) =>
  (
    await named<{ name: string }>(
      db,
      'tables',
      `select relname::text as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`,
    )
  ).map((row) => row.name)

/** Of the whole cluster: the other databases are quiet by then. */
const findWaiting = async (db: Db) =>
  (await named<{ kind: string }>(db, 'waiting', 'select locktype as kind from pg_locks where not granted')).map(
    ({ kind }) => kind,
  )
const WAIT_FOR_7 = 'select pg_advisory_xact_lock(7)'

test('applies new migrations in order, and the schema of graphile-worker', async () => {
  const db = open()
  await write('0002-second.sql', "alter table first add column more text; insert into first (more) values ('x');")
  await write('0001-first.sql', 'create table first (id int);')
  await write('README.md', 'not a migration')
  expect(await migrate(db, { folder })).toEqual({ applied: ['0001-first.sql', '0002-second.sql'] })
  expect(await migrate(db, { folder })).toEqual({ applied: [] })
  await write('0003-third.sql', 'create table third (id int);')
  expect(await migrate(db, { folder })).toEqual({ applied: ['0003-third.sql'] })
  expect(await findTables(db)).toEqual(['first', 'schema_migrations', 'third'])
  await named(db, 'job', `select graphile_worker.add_job('nothing')`)
})

test('the migrations of this release apply to an empty database', async () => {
  const { applied } = await migrate(open())
  expect(applied[0]).toBe('0001-foundation.sql')
})

test('four parallel migrators all succeed, and each file is applied once', async () => {
  // Longer than these pools' statement timeout: waiting for the lock must not count.
  await write('0001-slow.sql', 'create table first (id int); select pg_sleep(1.5);')
  await write('0002-next.sql', 'create table second (id int);')
  const results = await Promise.all([1, 2, 3, 4].map(() => migrate(open(), { folder })))
  expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 0, 2])
})

test('a migration that needs a table alone lets others through while somebody reads it, and comes in after the reader', async () => {
  const db = open()
  await write('0001-first.sql', 'create table first (id int);')
  await migrate(db, { folder })
  await write('0002-second.sql', 'alter table first add column more text;')
  const reader = await db.pool.connect()
  await reader.query('begin; select * from first')
  const migrating = migrate(open(), { folder })
  const other = open(30_000)
  const lockWaits = `select count(*) as count from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  await expect.poll(async () => (await named(other, 'waits', lockWaits))[0]).toEqual({ count: 1 })
  // Waits behind the migration that wants the whole table, until the migration steps back.
  await named(other, 'read', 'select * from first')
  expect(await findVersions(other)).toEqual([1])
  await reader.query('commit')
  reader.release()
  expect(await migrating).toEqual({ applied: ['0002-second.sql'] })
})

test('a migration in a circle of locks steps back, and comes in after the other', async () => {
  const db = open(30_000)
  await write('0001-both.sql', 'create table first (id int); create table second (id int);')
  await migrate(db, { folder })
  // So that the migration sees the circle, before its wait ends and before the reader looks.
  const soon = `alter database ${database} set deadlock_timeout = '100ms'`
  await withClient(postgres.superuser, (client) => client.query(soon))
  await withClient({ ...postgres.superuser, database }, async (reader) => {
    await reader.query(`set deadlock_timeout = '1h'; begin; select * from second; select pg_advisory_lock(7)`)
    await write('0002-more.sql', `alter table first add more text; ${WAIT_FOR_7}; alter table second add more text;`)
    const migrating = migrate(open(30_000), { folder })
    await expect.poll(() => findWaiting(db)).toEqual(['advisory'])
    await reader.query('select pg_advisory_unlock(7); select * from first')
    await reader.query('commit')
    expect(await migrating).toEqual({ applied: ['0002-more.sql'] })
  })
})

test('a file outside a transaction builds its index while others write and migrate, and starts again if interrupted', async () => {
  const db = open()
  await write('0001-first.sql', 'create table first (id int);')
  await migrate(db, { folder })
  const text = ['first_id', 'first_twice'].map(
    (name) => `drop index concurrently if exists ${name};\ncreate index concurrently ${name} on first (id);\n`,
  )
  await write('0002-index.sql', `-- outside a transaction\n${text.join('')}`)
  await db.pool.query('create index first_id on first (id)')
  const results = await Promise.all([1, 2, 3].map(() => migrate(open(), { folder })))
  expect(results.map(({ applied }) => applied.length).sort()).toEqual([0, 0, 1])
  const { rows } = await db.pool.query(
    'select indexrelid::regclass::text as name from pg_index where indisvalid and indrelid = $1::regclass order by 1',
    ['first'],
  )
  expect(rows).toEqual([{ name: 'first_id' }, { name: 'first_twice' }])
})

test('a failed migration leaves nothing behind and names its line; earlier ones stay', async () => {
  const db = open()
  await write('0001-good.sql', 'create table good (id int);')
  await write('0002-bad.sql', '-- 坏\ncreate table half (id int);\nselect *\n  from nowhere;\n')
  await expect(migrate(db, { folder })).rejects.toThrow('Migration 0002-bad.sql failed at line 4: relation "nowhere"')
  expect(await findTables(db)).toEqual(['good', 'schema_migrations'])
  expect(await findVersions(db)).toEqual([1])

  await write('0002-bad.sql', 'create table half (id int);')
  expect(await migrate(db, { folder })).toEqual({ applied: ['0002-bad.sql'] })
})

test('an edited applied file is an error that says so; other line ends are not an edit', async () => {
  const db = open()
  await write('0001-first.sql', 'create table first (\n  id int\n);\n')
  await migrate(db, { folder })
  await write('0001-first.sql', (await readFile(join(folder, '0001-first.sql'), 'utf8')).replaceAll('\n', '\r\n'))
  expect(await migrate(db, { folder })).toEqual({ applied: [] })

  await write('0001-first.sql', 'create table first (id bigint);')
  await write('0002-second.sql', 'create table second (id int);')
  await expect(migrate(db, { folder })).rejects.toThrow('Migration 0001-first.sql was edited after it was applied')
  expect(await findVersions(db)).toEqual([1])
})

test('refuses a database of a newer release, a late number and a duplicate number', async () => {
  const db = open()
  await write('0001-first.sql', 'create table first (id int);')
  await write('0003-third.sql', 'create table third (id int);')
  await migrate(db, { folder })

  await write('0002-late.sql', 'create table second (id int);')
  await expect(migrate(db, { folder })).rejects.toThrow('0002-late.sql is numbered below one already applied')
  await rm(join(folder, '0002-late.sql'))
  await write('0003-twin.sql', 'select 1;')
  await expect(migrate(db, { folder })).rejects.toThrow('share a number: 0003-third.sql and 0003-twin.sql')
  await rm(join(folder, '0003-twin.sql'))
  await rm(join(folder, '0003-third.sql'))
  await expect(migrate(db, { folder })).rejects.toThrow('has migration 0003-third.sql, which this release lacks')
})

test('accepts a newer release’s migration that suits this release, and refuses others with their release', async () => {
  const db = open()
  await write('0001-first.sql', 'create table first (id int);')
  await write('0002-next.sql', `-- suits: ${release}\ncreate table next (id int);`)
  await migrate(db, { folder })
  await rm(join(folder, '0002-next.sql'))
  expect(await migrate(db, { folder })).toEqual({ applied: [] })

  await write('0003-later.sql', '-- suits: 999.0.0\ncreate table later (id int);')
  await migrate(db, { folder })
  await rm(join(folder, '0003-later.sql'))
  const says = `The database has migration 0003-later.sql, which this release lacks: it needs 999.0.0 or newer, this is ${release}`
  await expect(migrate(db, { folder })).rejects.toThrow(new StartError(says))
})

test('refuses a database of a build between the releases, which has our numbers under other names', async () => {
  const db = open()
  await migrate(db, { upTo: 51 })
  const add = `insert into schema_migrations (version, name, checksum, suits) values ($1, $2, 'x', '0.2.0')`
  await db.pool.query(add, [52, '0052-mode-mark.sql'])
  await db.pool.query(add, [162, '0162-ledger-post-plans.sql'])
  const says =
    /^The database has migration 0052-mode-mark.sql where this release has 0052-.*: start the build of commit/
  await expect(migrate(db)).rejects.toThrow(says)
  expect(await findVersions(db)).toContain(162)
  expect((await findMigrationGap(db)).unknown).toEqual(['0052-mode-mark.sql'])
})

test('commands accept a suiting migration of a newer release and name any other', async () => {
  const db = open()
  await migrate(db)
  const add = `insert into schema_migrations (version, name, checksum, suits) values ($1, $2, 'x', $3)`
  await db.pool.query(add, [9998, '9998-next.sql', release])
  expect(await findMigrationGap(db)).toEqual({ missing: [], unknown: [] })
  await db.pool.query(add, [9999, '9999-later.sql', '999.0.0'])
  expect(await findMigrationGap(db)).toEqual({ missing: [], unknown: ['9999-later.sql'] })
})

test('compares versions by number, part by part', () => {
  expect(isAtLeast('0.10.0', '0.9.9')).toBe(true)
  expect(isAtLeast('1.0.0', '1.0.0')).toBe(true)
  expect(isAtLeast('0.2.9', '0.3.0')).toBe(false)
  expect(isAtLeast('1.0.0', '0.9.9')).toBe(true)
})
