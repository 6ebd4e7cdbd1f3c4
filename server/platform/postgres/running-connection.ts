import { realpath } from 'node:fs/promises'
import { join } from 'node:path'

import { APP_NAME } from './app-database.ts'
import type { Connection } from './connection.ts'
import { readPassword } from './init-data.ts'
import { identifyHolder, loadLockFile } from './lock-file.ts'

/** The connection to a data folder's database that another process keeps running; null if none does. */
export async function loadRunningConnection(dataDir: string): Promise<Connection | null> {
  const pgData = join(await realpath(dataDir), 'postgres')
  const lock = await loadLockFile(pgData)
  if (!lock?.isReady) return null
  const holder = await identifyHolder(lock.pid, pgData)
  if (holder !== 'ours' && holder !== 'unknown') return null
  // Without a socket folder it listens on loopback (Windows).
  const host = lock.socketDir === '' ? '127.0.0.1' : lock.socketDir
  return { host, port: lock.port, user: APP_NAME, database: APP_NAME, password: await readPassword(pgData) }
}
