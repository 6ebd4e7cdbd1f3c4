import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import type { Config } from '../config.ts'
import { createDb, type Db } from '../platform/db.ts'
import { launchPostgres } from '../platform/postgres/launch.ts'
import { loadRunningConnection } from '../platform/postgres/running-connection.ts'
import { StartError } from '../platform/start-error.ts'

/**
 * The database of the server, whether that runs or not: DATABASE_URL, else the embedded one of DATA_DIR. A running one
 * is only connected to; one at rest is started under the lock of its folder and stopped again.
 */
export async function withDatabase<T>(
  config: Config,
  use: (db: Db) => Promise<T>,
  { mayCreate = false } = {},
): Promise<T> {
  if (config.databaseUrl) return useDb(createDb({ url: config.databaseUrl, ...POOL }), use)
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

async function useDb<T>(db: Db, use: (db: Db) => Promise<T>): Promise<T> {
  try {
    return await use(db)
  } finally {
    await db.close()
  }
}
