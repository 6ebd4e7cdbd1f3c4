import type { ChildProcess } from 'node:child_process'
import { constants } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import type { Cluster, Endpoint } from './cluster.ts'
import { loadLockFile } from './lock-file.ts'
import { spawnAs, whyUnreachable } from './run-as.ts'
import { chooseSocketDir, prepareSocketDir, SOCKET_PORT } from './socket-dir.ts'

const LOG_LIMIT_BYTES = 10 * 1024 * 1024
const POLL_MS = 10
// After a crash the write-ahead log is replayed first: up to max_wal_size, 1 GB.
const RECOVERY_LIMIT_MS = 10 * 60_000
const FIRST_PROGRESS_MS = 2_000
const PROGRESS_EVERY_MS = 10_000

export type StartResult = { pid: number; exited: Promise<void> } | { failure: string }

export async function chooseEndpoint(cluster: Cluster): Promise<Endpoint> {
  if (cluster.overTcp) return { host: '127.0.0.1', port: await freePort() }
  return { host: await chooseSocketDir(cluster.pgData, cluster.runAs), port: SOCKET_PORT }
}

export async function startServer(cluster: Cluster, endpoint: Endpoint): Promise<StartResult> {
  if (!cluster.overTcp) await prepareSocketDir(endpoint.host, cluster.runAs)
  const logFile = await openLogFile(join(cluster.dataDir, 'postgres.log'))
  const logStart = (await logFile.stat()).size
  // Detach it, or Ctrl-C in a terminal would reach the server too and cut connections that are still draining.
  const child = spawnAs(cluster.runAs, cluster.binaries.postgres, serverArgs(cluster, endpoint), {
    stdio: ['ignore', logFile.fd, logFile.fd],
    detached: true,
  })
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message + whyUnreachable(cluster.runAs, cluster.binaries.postgres)))
    child.once('exit', (code, signal) => resolve(`it ended with ${signal ?? code}`))
  })
  try {
    const failure = await waitUntilReady(cluster, child, exited)
    child.unref()
    if (failure === null && child.pid !== undefined) return { pid: child.pid, exited: exited.then(() => {}) }
    const { buffer, bytesRead } = await logFile.read({ position: logStart, length: 16_384 })
    const output = buffer.subarray(0, bytesRead).toString().trim()
    const hint = output.includes('Permission denied') ? whyUnreachable(cluster.runAs, cluster.binaries.postgres) : ''
    return { failure: `${failure}\n${output}${hint}` }
  } finally {
    await logFile.close()
  }
}

function serverArgs(cluster: Cluster, { host, port }: Endpoint): string[] {
  const where = cluster.overTcp ? ['-c', `listen_addresses=${host}`, '-k', ''] : ['-c', 'listen_addresses=', '-k', host]
  return ['-D', cluster.pgData, '-p', String(port), ...where]
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess, exited: Promise<string>): Promise<string | null> {
  const startedMs = Date.now()
  let nextProgressMs = startedMs + FIRST_PROGRESS_MS
  for (;;) {
    const ended = await Promise.race([exited, delay(POLL_MS, null)])
    if (ended !== null) return ended
    const lock = await loadLockFile(cluster.pgData)
    if (lock?.pid === child.pid && lock?.isReady) return null
    if (Date.now() > startedMs + RECOVERY_LIMIT_MS) {
      child.kill('SIGQUIT')
      return `it was not ready after ${RECOVERY_LIMIT_MS / 1000} s`
    }
    if (Date.now() > nextProgressMs) {
      cluster.log(`Waiting for the database to recover (${Math.round((Date.now() - startedMs) / 1000)} s)`)
      nextProgressMs = Date.now() + PROGRESS_EVERY_MS
    }
  }
}

/** A plain file, because the server outlives a killed Node process and a pipe would not. Keeps one old file. */
async function openLogFile(path: string) {
  const size = await stat(path).then(
    (found) => found.size,
    () => 0,
  )
  if (size > LOG_LIMIT_BYTES) await rename(path, `${path}.1`)
  return open(path, constants.O_RDWR | constants.O_APPEND | constants.O_CREAT, 0o600)
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>((resolve, reject) => probe.once('error', reject).listen(0, '127.0.0.1', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}
