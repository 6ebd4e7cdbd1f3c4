import { readlink } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster, Endpoint } from './cluster.ts'
import { withClient } from './connection.ts'
import { readPassword, SUPERUSER } from './init-data.ts'
import { identifyHolder, loadLockFile, removeLockFile, type LockFile } from './lock-file.ts'
import { endOrphans } from './orphans.ts'
import { removeSocketDir } from './socket-dir.ts'
import { chooseEndpoint, startServer } from './start-server.ts'
import { stopServer } from './stop-server.ts'

export type RunningServer = {
  pid: number
  endpoint: Endpoint
  adopted: boolean
  /** Absent for an adopted server: it is not our child process. */
  exited?: Promise<void>
}

const RETRY_LIMIT_MS = 60_000
const RETRY_MS = 100
const ADOPTION_LIMIT_MS = 60_000

// A dead postmaster is a zombie until pid 1 collects it (1-2 s measured); until then its pid counts as alive.
const PASSING_FAILURES = /lock file ".*" already exists|pre-existing shared memory block|could not bind/i

/** The caller holds the data folder, so a server running in it was left behind by a dead process. */
export async function runServer(cluster: Cluster, endpoint?: Endpoint): Promise<RunningServer> {
  const deadline = Date.now() + RETRY_LIMIT_MS
  for (;;) {
    const lock = await loadLockFile(cluster.pgData)
    const holder = lock ? await identifyHolder(lock.pid, cluster.pgData) : 'gone'
    if (lock && (holder === 'ours' || holder === 'unknown')) {
      const adopted = await adoptServer(cluster, lock)
      if (adopted) return adopted
    }
    if (lock && (holder === 'foreign' || holder === 'zombie')) {
      cluster.log(`Removing the lock file of a dead database server (pid ${lock.pid} is ${holder})`)
      await removeLockFile(cluster.pgData)
    }
    const orphans = await endOrphans(cluster.pgData)
    if (orphans > 0) cluster.log(`Ended ${orphans} processes of a dead database server`)
    const chosen = endpoint ?? (await chooseEndpoint(cluster))
    const result = await startServer(cluster, chosen)
    if ('pid' in result) return { ...result, endpoint: chosen, adopted: false }
    if (!PASSING_FAILURES.test(result.failure) || Date.now() > deadline) {
      if (!cluster.overTcp) await removeSocketDir(chosen.host)
      throw new Error(`The database did not start: ${result.failure}`)
    }
    await delay(RETRY_MS)
  }
}

/** Null if the server cannot be used; then it is stopped. */
async function adoptServer(cluster: Cluster, first: LockFile): Promise<RunningServer | null> {
  const { pid } = first
  const deadline = Date.now() + ADOPTION_LIMIT_MS
  while (Date.now() < deadline) {
    const lock = await loadLockFile(cluster.pgData)
    const holder = await identifyHolder(pid, cluster.pgData)
    // The server was already shutting down.
    if (lock?.pid !== pid || holder === 'gone' || holder === 'zombie') return null
    if (lock.isReady) {
      const endpoint = { host: cluster.overTcp ? '127.0.0.1' : lock.socketDir, port: lock.port }
      if ((await isSameProgram(cluster, pid)) && (await canConnect(cluster, endpoint))) {
        return { pid, endpoint, adopted: true }
      }
      break
    }
    await delay(RETRY_MS)
  }
  // Windows cannot tell a stranger from our server; there the new server itself judges the lock file correctly.
  if (process.platform === 'win32') return null
  cluster.log(`The database server ${pid} that was left running cannot be used; stopping it`)
  await stopServer(cluster, pid)
  return null
}

/** Without this check, the old program would keep running after an upgrade of the package. */
async function isSameProgram(cluster: Cluster, pid: number): Promise<boolean> {
  const program = await readlink(`/proc/${pid}/exe`).catch(() => null)
  return program === null || program === cluster.binaries.postgres
}

async function canConnect(cluster: Cluster, endpoint: Endpoint): Promise<boolean> {
  const connection = {
    ...endpoint,
    user: SUPERUSER,
    database: 'postgres',
    password: await readPassword(cluster.pgData),
  }
  return withClient(connection, (client) => client.query('select 1')).then(
    () => true,
    () => false,
  )
}
