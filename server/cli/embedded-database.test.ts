import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'

import { patient } from '../../test/patience.ts'
import { createDb } from '../platform/db/db.ts'
import { migrate } from '../platform/db/migrate.ts'
import { lockDataDir } from '../platform/postgres/data-dir-lock.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { loadLockFile } from '../platform/postgres/lock-file.ts'
import { CARELESS_SETTINGS } from '../test/run/careless-settings.ts'
import { markMode } from '../test/run/mark-mode.ts'
import { makeScratchDir } from '../test/run/scratch-dir.ts'

const MAIN = join(import.meta.dirname, 'main.ts')

function listResellers(dataDir: string): Promise<{ exitCode: number; out: string; err: string }> {
  const env = { PATH: process.env['PATH'], DATA_DIR: dataDir }
  return new Promise((resolve) => {
    execFile(process.execPath, [MAIN, 'resellers', 'list'], { env, timeout: patient(60_000) }, (error, out, err) => {
      resolve({ exitCode: error ? (typeof error.code === 'number' ? error.code : -1) : 0, out, err })
    })
  })
}

// Use a folder below the scratch folder, which this process itself holds.
test('uses the embedded database running or stopped, and leaves it alone while another process starts it', async () => {
  const dataDir = join(await makeScratchDir(), 'data')
  const pgData = join(dataDir, 'postgres')

  const none = await listResellers(dataDir)
  expect([none.exitCode, none.err]).toEqual([1, expect.stringContaining('There is no database in')])

  const postgres = await launchPostgres({ dataDir, settings: CARELESS_SETTINGS })
  const db = createDb({ connection: postgres.connection, poolSize: 2 })
  await migrate(db)
  await markMode(db, 'sandbox')
  await db.kysely.insertInto('resellers').values({ id: 1234, title: '甲' }).execute()
  const before = await loadLockFile(pgData)
  const running = await listResellers(dataDir)
  expect([running.exitCode, running.out], running.err).toEqual([0, expect.stringContaining('1234')])
  expect(await loadLockFile(pgData)).toEqual(before)
  expect(await db.kysely.selectFrom('auditLog').select('action').execute()).toHaveLength(1)
  await db.close()
  await postgres.stop()

  const lock = await lockDataDir(dataDir)
  const held = await listResellers(dataDir)
  expect([held.exitCode, held.err]).toEqual([1, expect.stringContaining('already in use by process')])
  await lock.release()

  const atRest = await listResellers(dataDir)
  expect([atRest.exitCode, atRest.out], atRest.err).toEqual([0, expect.stringContaining('1234')])
  expect(await loadLockFile(pgData)).toBeNull()
  const free = await lockDataDir(dataDir)
  await free.release()
})
