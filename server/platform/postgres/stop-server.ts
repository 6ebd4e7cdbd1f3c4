import { execFile } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'

import type { Cluster } from './cluster.ts'
import { identifyHolder } from './lock-file.ts'

// Fast shutdown writes a checkpoint; immediate does not and costs a recovery at the next start.
const STEPS: readonly { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 60_000 },
  { signal: 'SIGQUIT', waitMs: 10_000 },
  { signal: 'SIGKILL', waitMs: 10_000 },
]

export async function stopServer(cluster: Pick<Cluster, 'pgData' | 'binaries' | 'log'>, pid: number): Promise<void> {
  if (process.platform === 'win32') {
    // process.kill() is TerminateProcess there, which is a crash; pg_ctl has its own way to signal the server.
    await promisify(execFile)(cluster.binaries.pgCtl, ['stop', '-D', cluster.pgData, '-m', 'fast', '-w'])
    return
  }
  for (const { signal, waitMs } of STEPS) {
    // Check again each time: after a wait the pid may belong to another process.
    if (!(await isOurs(cluster.pgData, pid))) return
    if (signal !== 'SIGINT') cluster.log(`The database server ${pid} does not stop; sending ${signal}`)
    sendSignal(pid, signal)
    const deadline = Date.now() + waitMs
    while (Date.now() < deadline) {
      if (!(await isOurs(cluster.pgData, pid))) return
      await delay(10)
    }
  }
  throw new Error(`The database server ${pid} cannot be stopped`)
}

/** It is fine if the server ends between the check and the signal. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

async function isOurs(pgData: string, pid: number): Promise<boolean> {
  return (await identifyHolder(pid, pgData)) === 'ours'
}
