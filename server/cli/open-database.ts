import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../config.ts'
import { refuseOtherMode } from '../mode-mark.ts'
import { tellDatabaseTrouble } from '../platform/db/database-trouble.ts'
import { createDb, type Db } from '../platform/db/db.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { loadRunningConnection } from '../platform/postgres/running-connection.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * Opens the server's database, whether the server runs or not: DATABASE_URL, else the embedded one in DATA_DIR. Only
 * connects to a running database; starts a stopped one under its folder's lock and stops it again. Refuses a database
 * of the other mode before the command sees it, unless the command is meant to report that too.
 */
export async function withDatabase<T>(
  config: Config,
  use: (db: Db) => Promise<T>,
  { mayCreate = false, mayBeOther = false } = {},
): Promise<T> {
  return openDatabase(config, mayCreate, async (db) => {
    if (!mayBeOther) await refuseOtherMode(db, config)
    return use(db)
  })
}

async function openDatabase<T>(config: Config, mayCreate: boolean, use: (db: Db) => Promise<T>): Promise<T> {
  if (config.databaseUrl) return useDb(createDb({ url: config.databaseUrl, ...POOL }), use, config.databaseUrl)
  if (!mayCreate && !existsSync(path.join(config.dataDir, 'postgres'))) {
    throw new StartError(
      `There is no database in ${config.dataDir}. Start the server, run: database migrate, or set DATABASE_URL.`,
    )
  }
  await mkdir(config.dataDir, { recursive: true, mode: 0o700 })
  const running = await loadRunningConnection(config.dataDir)
  if (running) return useDb(createDb({ connection: running, ...POOL }), use)
  const postgres = await launchPostgres({ dataDir: config.dataDir })
  try {
    return await useDb(createDb({ connection: postgres.connection, ...POOL }), use)
  } finally {
    await postgres.stop()
  }
}

const POOL = { poolSize: 2, applicationName: 'yuxian-cli' }

async function useDb<T>(db: Db, use: (db: Db) => Promise<T>, url: string | null = null): Promise<T> {
  try {
    await reach(db, url)
    return await use(db)
  } finally {
    await db.close()
  }
}

/** Ask this first: an error here is surely the database's, so report it in a sentence. */
async function reach(db: Db, url: string | null): Promise<void> {
  try {
    await db.query({ name: 'cli.reach', text: 'select 1' })
  } catch (error) {
    const says = tellDatabaseTrouble(error, url)
    throw says === null ? error : new StartError(says)
  }
}
