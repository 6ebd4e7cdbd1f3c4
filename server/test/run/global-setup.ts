import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { createDb } from '../../platform/db.ts'
import { migrate } from '../../platform/migrate.ts'
import { withClient } from '../../platform/postgres/connection.ts'
import { launchPostgres, type EmbeddedPostgres } from '../../platform/postgres/launch.ts'
import { loadLockFile } from '../../platform/postgres/lock-file.ts'
import { sendSignal } from '../../platform/postgres/stop-server.ts'
import { CARELESS_SETTINGS } from './careless-settings.ts'
import { makeThrowawayDir } from './throwaway-dir.ts'

const TEMPLATE = 'test_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await makeThrowawayDir()
  const postgres = await launchPostgres({ dataDir: folder.path, settings: CARELESS_SETTINGS })
  const server = await loadLockFile(join(folder.path, 'postgres'))
  // An interrupted Vitest exits without teardown, and the server outlives it. The folder goes with the next run.
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
    project.provide('testCluster', { connection, superuser, template: TEMPLATE })
    return close
  } catch (error) {
    // Nobody else would: a teardown is known to Vitest only when it is returned.
    await close()
    throw error
  }
}

async function makeTemplate({ connection, superuser }: EmbeddedPostgres): Promise<void> {
  await withClient(superuser, (client) => client.query(`create database ${TEMPLATE} owner ${connection.user}`))
  const db = createDb({ connection: { ...connection, database: TEMPLATE }, poolSize: 2 })
  await migrate(db).finally(() => db.close())
  // Nobody can connect to it any more, so a copy never fails because it is "being accessed by other users".
  await withClient(superuser, (client) =>
    client.query(`alter database ${TEMPLATE} is_template true allow_connections false`),
  )
}
