import { randomBytes } from 'node:crypto'
import { join } from 'node:path'

import { createDb } from '../../platform/db/db.ts'
import { migrate } from '../../platform/db/migrate.ts'
import { connectionUrl, withClient, type Connection } from '../../platform/postgres/connection.ts'
import { launchPostgres, type EmbeddedPostgres } from '../../platform/postgres/launch.ts'
import { loadLockFile } from '../../platform/postgres/lock-file.ts'
import { sendSignal } from '../../platform/postgres/stop-server.ts'
import { CARELESS_SETTINGS } from './careless-settings.ts'
import { markMode } from './mark-mode.ts'
import { makeThrowawayDir } from './throwaway-dir.ts'

const TEMPLATE = 'test_template'

export type TestCluster = { connection: Connection; superuser: Connection; template: string }
export type TestDatabase = { connection: Connection; url: string }

/**
 * One cluster for a whole run. Its databases are copies of a template that is already migrated and marked as a sandbox.
 */
export async function openTestCluster(): Promise<{ cluster: TestCluster; close(): Promise<void> }> {
  const folder = await makeThrowawayDir()
  // Four browser workers have two servers each, and their tests open more.
  const settings = { ...CARELESS_SETTINGS, max_connections: '400' }
  const postgres = await launchPostgres({ dataDir: folder.path, settings })
  const server = await loadLockFile(join(folder.path, 'postgres'))
  // An interrupted run exits without teardown, and the server would outlive it. The next run removes the folder.
  const endServer = () => void (server && sendSignal(server.pid, 'SIGQUIT'))
  process.once('exit', endServer)
  const close = async () => {
    process.off('exit', endServer)
    await postgres.stop()
    await folder.remove()
  }
  try {
    await makeTemplate(postgres)
    const { connection, superuser } = postgres
    return { cluster: { connection, superuser, template: TEMPLATE }, close }
  } catch (error) {
    // Close it here: the caller has nothing to close yet.
    await close()
    throw error
  }
}

/**
 * Copies file by file: the default, through the log, costs twice the processor time (0.35 s against 0.17, four at a
 * time). Never drops a copy: the whole cluster's folder is removed at the end of the run, and a drop costs as much as
 * the copy.
 */
export async function copyDatabase(cluster: TestCluster, template = cluster.template): Promise<TestDatabase> {
  const { connection, superuser } = cluster
  const name = `test_${randomBytes(6).toString('hex')}`
  await withClient(superuser, (client) =>
    client.query(`create database ${name} template ${template} strategy file_copy owner ${connection.user}`),
  )
  const own = { ...connection, database: name }
  return { connection: own, url: connectionUrl(own) }
}

async function makeTemplate({ connection, superuser }: EmbeddedPostgres): Promise<void> {
  await withClient(superuser, (client) => client.query(`create database ${TEMPLATE} owner ${connection.user}`))
  const db = createDb({ connection: { ...connection, database: TEMPLATE }, poolSize: 2 })
  await migrate(db)
    .then(() => markMode(db, 'sandbox'))
    .finally(() => db.close())
  // Nobody can connect to the template any more, so a copy never fails because it is "being accessed by other users".
  await withClient(superuser, (client) =>
    client.query(`alter database ${TEMPLATE} is_template true allow_connections false`),
  )
}
