import { mkdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'

import { APP_NAME, ensureAppDatabase } from './app-database.ts'
import { getBinaries, type Binaries } from './binaries.ts'
import type { Cluster, Log } from './cluster.ts'
import { connectionUrl, type Connection } from './connection.ts'
import { lockDataDir, ownsDataDirLock } from './data-dir-lock.ts'
import { initDataOnce, readPassword, SUPERUSER } from './init-data.ts'
import { keepRunning } from './keep-running.ts'
import { refuseOtherMajor } from './major.ts'
import { chooseRunAs } from './run-as.ts'
import { runServer, type RunningServer } from './run-server.ts'
import { removeSocketDir } from './socket-dir.ts'

export type EmbeddedPostgres = {
  connection: Connection
  url: string
  /** For tests and maintenance; the application never needs it. */
  superuser: Connection
  adopted: boolean
  stop(): Promise<void>
}

export type LaunchOptions = {
  dataDir: string
  /** Written only before the first start. */
  settings?: Record<string, string>
  log?: Log
  /** Default: on Windows only. */
  overTcp?: boolean
  binaries?: Binaries
  /** Lets the upgrade start a folder that other starts must leave alone. */
  isUpgrade?: boolean
}

/** Takes the data folder unless this process already holds it, and releases what it took when it stops. */
export async function launchPostgres(options: LaunchOptions): Promise<EmbeddedPostgres> {
  await mkdir(options.dataDir, { recursive: true, mode: 0o700 })
  const dataDir = await realpath(options.dataDir)
  const lock = (await ownsDataDirLock(dataDir)) ? null : await lockDataDir(dataDir)
  try {
    if (!options.isUpgrade) refuseOtherMajor(dataDir)
    const cluster = await prepareCluster(dataDir, options)
    const server = await runServer(cluster)
    const { app, superuser } = await openDatabase(cluster, server)
    if (server.adopted) cluster.log(`Took over the database server left running (pid ${server.pid})`)
    const kept = keepRunning(cluster, server)
    const stop = async () => {
      await kept.stop()
      if (!cluster.overTcp) await removeSocketDir(server.endpoint.host)
      await lock?.release()
    }
    let stopped: Promise<void> | undefined
    return {
      connection: app,
      url: connectionUrl(app),
      superuser,
      adopted: server.adopted,
      stop: () => (stopped ??= stop()),
    }
  } catch (error) {
    await lock?.release()
    throw error
  }
}

async function prepareCluster(dataDir: string, options: LaunchOptions): Promise<Cluster> {
  const pgData = join(dataDir, 'postgres')
  const cluster: Cluster = {
    dataDir,
    pgData,
    binaries: options.binaries ?? (await getBinaries()),
    runAs: await chooseRunAs(pgData),
    overTcp: options.overTcp ?? process.platform === 'win32',
    log: options.log ?? (() => {}),
  }
  await initDataOnce(cluster, options.settings)
  return cluster
}

async function openDatabase(cluster: Cluster, server: RunningServer) {
  const password = await readPassword(cluster.pgData)
  const app = { ...server.endpoint, user: APP_NAME, database: APP_NAME, password }
  const superuser = { ...server.endpoint, user: SUPERUSER, database: 'postgres', password }
  await ensureAppDatabase(app, superuser)
  return { app, superuser }
}
