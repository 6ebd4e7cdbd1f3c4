import { readdirSync, writeFileSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

import { clock } from '../platform/clock.ts'
import { createDb } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { getPackageDir } from '../platform/postgres/binaries.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { readPackageMajor, upgradeMark } from '../platform/postgres/major.ts'
import { CARELESS_SETTINGS } from '../test/run/careless-settings.ts'
import { markMode } from '../test/run/mark-mode.ts'
import { makeCliHere } from '../test/run/run-cli.ts'
import { makeThrowawayDir } from '../test/run/throwaway-dir.ts'

const folder = await makeThrowawayDir()
const dataDir = join(folder.path, 'data')
const cli = makeCliHere({ DATA_DIR: dataDir, DATABASE_URL: '' })
const version = join(dataDir, 'postgres', 'PG_VERSION')
const own = readPackageMajor(getPackageDir())
const kept = () => readdirSync(dataDir).filter((name) => name.includes('-before-'))
afterAll(folder.remove)

test('rebuilds the embedded database with all its data, and recognises a folder of another PostgreSQL version', async () => {
  const postgres = await launchPostgres({ dataDir, settings: CARELESS_SETTINGS })
  const db = createDb({ connection: postgres.connection, poolSize: 2 })
  await migrate(db)
  await markMode(db, 'sandbox')
  await db.kysely.insertInto('resellers').values({ id: 1234, title: '甲' }).execute()
  await db.close()
  const busy = await cli('database upgrade --rebuild')
  expect([busy.exitCode, busy.err]).toEqual([1, expect.stringContaining('already in use')])
  await postgres.stop()

  const idle = await cli('database upgrade')
  expect([idle.exitCode, idle.out], idle.err).toEqual([0, expect.stringContaining(`PostgreSQL ${own} already`)])
  const done = await cli('database upgrade --rebuild')
  expect([done.exitCode, done.out], done.err).toEqual([0, expect.stringMatching(/all counts equal[^]*old folder is/)])
  expect(kept()).toHaveLength(1)
  expect((await cli('resellers list')).out).toContain('1234')

  writeFileSync(version, '12\n')
  expect((await cli('resellers list')).err).toContain(`is of PostgreSQL 12, and this release brings ${own}`)
  expect((await cli('database upgrade')).err).toContain('--from')
  expect((await cli(`database upgrade --from ${folder.path}`)).err).toContain('There is no PostgreSQL in')
  expect((await cli(`database upgrade --from ${join(import.meta.dirname, '../..')}`)).err).toContain(
    'the database is of 12',
  )
  writeFileSync(version, `${own}\n`)
})

test('everybody else refuses an interrupted upgrade, and the next upgrade first puts the old folder back', async () => {
  const old = join(dataDir, `postgres-${own}-before-${clock.now().getTime()}`)
  writeFileSync(upgradeMark(dataDir), old)
  await rename(join(dataDir, 'postgres'), old)
  expect((await cli('database migrate')).err).toContain('was cut off')
  expect((await cli('database upgrade')).out).toContain('already')
  expect((await cli('resellers list')).out).toContain('1234')
})
