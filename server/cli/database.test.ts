import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, onTestFinished, test } from 'vitest'

import { createDb, type Db } from '../platform/db/db.ts'
import { connectionUrl, withClient } from '../platform/postgres/connection.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const SECRET_KEY = 'the secret of the database command test, long enough'

async function openEmpty(): Promise<{ db: Db; yx: ReturnType<typeof makeCliHere> }> {
  const { connection, superuser } = inject('testCluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await withClient(superuser, (client) => client.query(`create database ${name} owner ${connection.user}`))
  const url = connectionUrl({ ...connection, database: name })
  const db = createDb({ url, poolSize: 1 })
  onTestFinished(() => db.close())
  return { db, yx: makeCliHere({ DATABASE_URL: url, SECRET_KEY }) }
}

test('a command refuses another release’s database in one line; migrating is a separate command', async () => {
  const { db, yx } = await openEmpty()
  const refused = async (text: RegExp) => {
    const run = await yx('resellers list')
    expect([run.exitCode, run.out, run.err]).toEqual([1, '', expect.stringMatching(text)])
  }
  await refused(/^This database lacks 0001-[^\n]+ to \d{4}-[^\n]+database migrate\n$/)
  const tables = await db.pool.query(`select from pg_tables where schemaname = 'public'`)
  expect(tables.rowCount).toBe(0)
  expect((await yx('database migrate --json')).json.data).toMatchObject({
    applied: expect.arrayContaining(['0001-foundation.sql']),
  })
  expect((await yx('resellers list')).out).toBe('Nothing found.\n')
  expect((await yx('database migrate')).out).toBe('It is of this release already.\n')
  const audit = await db.kysely.selectFrom('auditLog').select('action').orderBy('id').execute()
  expect(audit[0]).toEqual({ action: 'operator.database_migrated' })
  await db.pool.query(`insert into schema_migrations (version, name, checksum) values (9999, '9999-later.sql', 'x')`)
  await refused(/^This database was migrated by another release \(9999-later\.sql\): use that one\.\n$/)
  expect((await yx('doctor')).out).toContain('of another release: 9999-later.sql')
  await db.pool.query(`delete from schema_migrations where version in (8, 9999)`)
  await refused(/^This database lacks 0008-notices\.sql\. /)
})

test('only migrating creates the embedded database', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const yx = makeCliHere({ DATABASE_URL: '', DATA_DIR: dataDir, SECRET_KEY })
  const none = await yx('resellers list')
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('There is no database in')])
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
  const made = await yx('database migrate')
  expect([made.exitCode, made.out], made.err).toEqual([0, expect.stringContaining('0001-foundation.sql applied.')])
  expect((await yx('resellers add --key 0')).exitCode).toBe(0)
})
