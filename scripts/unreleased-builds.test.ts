import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { createBackup } from '../server/platform/backup/create-backup.ts'
import { restoreBackup } from '../server/platform/backup/restore-backup.ts'
import { createDb, type Db } from '../server/platform/db/db.ts'
import { findMigrationGap, migrate } from '../server/platform/db/migrate.ts'
import { createTestDatabase } from '../server/test/run/database.ts'
import { canRun } from '../server/test/run/requires.ts'
import { dumpSchema } from './schema-dump.ts'
import { root } from './step.ts'

/** The last build between 0.2.0 and 0.3.0 whose changes were in the old files. */
const BUILD = '5de04e24'
const hasBuild = () => {
  try {
    execFileSync('git', ['cat-file', '-e', `${BUILD}^{commit}`], { cwd: root, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
const withHistory = canRun(`the build ${BUILD}`, hasBuild(), 'this copy has no git history with it.')

const folder = mkdtempSync(path.join(tmpdir(), 'yuxian-build-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const whole = path.join(folder, 'whole/server/migrations')
const early = path.join(folder, 'early/server/migrations')
beforeAll(() => {
  if (!withHistory) return
  const archive = execFileSync('git', ['archive', '--format=tar', BUILD, 'server/migrations'], { cwd: root })
  for (const name of ['whole', 'early']) {
    mkdirSync(path.join(folder, name))
    execFileSync('tar', ['-x', '-C', path.join(folder, name)], { input: archive })
  }
  for (const name of readdirSync(early)) if (name >= '0100') rmSync(path.join(early, name), { recursive: true })
})

async function openEmpty(): Promise<Db> {
  const { url } = await createTestDatabase({ isEmpty: true })
  const db = createDb({ url, poolSize: 2 })
  onTestFinished(() => db.close())
  return db
}
async function openOfBuild(files: string): Promise<Db> {
  const db = await openEmpty()
  await migrate(db, { folder: files })
  await db.pool.query(`update maintenance_switch set is_on = true, note = 'kept'`)
  return db
}
const schema = readFileSync(path.join(root, 'server/migrations/schema.sql'), 'utf8')
/** That build has the changes of all files before this one. */
const MISSING = readdirSync(path.join(root, 'server/migrations')).filter(
  (name) => /^\d+-.*\.sql$/.test(name) && name >= '0065',
)
const config = { mode: 'production', secretKey: Buffer.from('nothing here is sealed'), oldSecretKey: null } as const

test.runIf(withHistory)('a database of the last build is taken over: same schema, now with valid rules', async () => {
  const db = await openOfBuild(whole)
  expect(await dumpSchema(db.pool)).not.toBe(schema)
  expect(await findMigrationGap(db)).toEqual({ missing: MISSING, unknown: [] })
  expect(await migrate(db)).toEqual({ applied: MISSING })
  expect(await dumpSchema(db.pool)).toBe(schema)
  expect(await findMigrationGap(db)).toEqual({ missing: [], unknown: [] })
  expect(await migrate(db)).toEqual({ applied: [] })
  const fresh = await openEmpty()
  await migrate(fresh)
  const rows = 'select version, name, checksum, suits from schema_migrations order by version'
  expect((await db.pool.query(rows)).rows).toEqual((await fresh.pool.query(rows)).rows)
})

test.runIf(withHistory)('a backup of the last build is restored into this schema', async () => {
  const file = path.join(folder, 'build.yxb')
  await createBackup(await openOfBuild(whole), { file, passphrase: null, now: new Date() })
  const db = await openEmpty()
  const { applied } = await restoreBackup(db, { file, passphrase: null, config })
  expect(applied).toEqual(MISSING)
  expect(await dumpSchema(db.pool)).toBe(schema)
  expect((await db.pool.query('select note from maintenance_switch')).rows).toEqual([{ note: 'kept' }])
})

test.runIf(withHistory)('a database or a backup of an earlier build is refused, and stays as it is', async () => {
  const db = await openOfBuild(early)
  const before = await dumpSchema(db.pool)
  const says =
    'has migration 0052-mode-mark.sql where this release has 0052-keys-of-cards-and-gifts.sql, so a build between ' +
    '0.2.0 and 0.3.0 made it: start the build of commit 5de04e24 on it first, or restore a backup of 0.2.0'
  await expect(migrate(db)).rejects.toThrow(`The database ${says}`)
  expect((await findMigrationGap(db)).unknown).toContain('0052-mode-mark.sql')
  expect(await dumpSchema(db.pool)).toBe(before)
  const file = path.join(folder, 'early.yxb')
  await createBackup(db, { file, passphrase: null, now: new Date() })
  const restoring = restoreBackup(await openEmpty(), { file, passphrase: null, config })
  await expect(restoring).rejects.toThrow(`The backup ${says}. Nothing was written.`)
  await migrate(db, { folder: whole })
  expect(await migrate(db)).toEqual({ applied: MISSING })
})
