import { existsSync } from 'node:fs'
import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Config } from '../config.ts'
import { makeBackup } from '../domains/backups/make-backup.ts'
import { clock } from '../platform/clock.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { binariesIn, getBinaries, getPackageDir, packageName, restoreLibLinks } from '../platform/postgres/binaries.ts'
import type { Binaries } from '../platform/postgres/binaries.ts'
import { lockDataDir } from '../platform/postgres/data-dir-lock.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { readDataMajor, readPackageMajor, upgradeMark } from '../platform/postgres/major.ts'
import { StartError } from '../platform/start-error.ts'
import { restoreAndCheck } from './backup.ts'
import type { Outcome } from './command.ts'

type UpgradeOptions = { from: string | null; isRebuild: boolean; actor: string }

/**
 * Moves the embedded database from the PostgreSQL version that wrote it to this release's, by a backup and its restore.
 * The old folder stays beside it; after an interruption or failure it is put back.
 */
export async function upgradeEmbedded(config: Config, { from, isRebuild, actor }: UpgradeOptions): Promise<Outcome> {
  if (config.databaseUrl) throw new StartError('DATABASE_URL is set: upgrade that server by its own means.')
  const lock = await lockDataDir(config.dataDir)
  try {
    await putBack(config.dataDir)
    const major = readDataMajor(config.dataDir)
    if (major === null) throw new StartError(`There is no database in ${config.dataDir}.`)
    const own = readPackageMajor(getPackageDir())
    if (major === own && !isRebuild) {
      const lines = [`It is of PostgreSQL ${own} already, as this release.`]
      return { lines, data: { from: major, to: own, file: null } }
    }
    const file = await backUpOld(config, await findOldBinaries(from, major, own))
    const kept = await putAside(config.dataDir, major)
    const restored = await restoreIntoNew(config, file, actor)
    await rm(upgradeMark(config.dataDir))
    const lines = [...restored.lines, `The old folder is ${kept}: remove it when you are content.`]
    return { ...restored, lines, data: { from: major, to: own, file, kept } }
  } finally {
    await lock.release()
  }
}

async function findOldBinaries(from: string | null, major: number, own: number): Promise<Binaries> {
  if (major === own) return getBinaries()
  if (from === null) {
    throw new StartError(
      `Name the folder of the release before with --from: its programs of PostgreSQL ${major} are needed.`,
    )
  }
  const packageDir = join(from, 'node_modules', packageName)
  if (!existsSync(packageDir)) throw new StartError(`There is no PostgreSQL in ${packageDir}.`)
  const found = readPackageMajor(packageDir)
  if (found !== major) throw new StartError(`${packageDir} is PostgreSQL ${found}, and the database is of ${major}.`)
  await restoreLibLinks(packageDir)
  return binariesIn(packageDir)
}

async function backUpOld(config: Config, binaries: Binaries): Promise<string> {
  const { file } = await withLaunched(config, binaries, (db) =>
    makeBackup({ db, now: clock.now(), config }, { isNightly: false, passphrase: config.backup.passphrase }),
  )
  return file
}

/** Writes the mark first: it says where the old folder is. */
async function putAside(dataDir: string, major: number): Promise<string> {
  const kept = join(dataDir, `postgres-${major}-before-${clock.now().getTime()}`)
  await writeFile(upgradeMark(dataDir), kept)
  await rename(join(dataDir, 'postgres'), kept)
  return kept
}

async function restoreIntoNew(config: Config, file: string, actor: string) {
  const wish = { file, passphrase: config.backup.passphrase, config }
  try {
    return await withLaunched(config, await getBinaries(), (db) => restoreAndCheck(db, wish, actor))
  } catch (error) {
    await putBack(config.dataDir)
    throw error
  }
}

/** After an unfinished upgrade the new folder is worthless and the old one is the data. */
async function putBack(dataDir: string): Promise<void> {
  const mark = upgradeMark(dataDir)
  if (!existsSync(mark)) return
  const kept = await readFile(mark, 'utf8')
  if (existsSync(kept)) {
    await rm(join(dataDir, 'postgres'), { recursive: true, force: true })
    await rename(kept, join(dataDir, 'postgres'))
  }
  await rm(mark)
}

async function withLaunched<T>({ dataDir }: Config, binaries: Binaries, work: (db: Db) => Promise<T>): Promise<T> {
  const postgres = await launchPostgres({ dataDir, binaries, isUpgrade: true })
  try {
    const db = createDb({ connection: postgres.connection, poolSize: 2, applicationName: 'yuxian-cli' })
    return await work(db).finally(() => db.close())
  } finally {
    await postgres.stop()
  }
}
