import { readdir, readFile, readlink } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'

import { sendSignal } from './stop-server.ts'

const GRACE_MS = 2_000

/**
 * Ends the backends of a killed postmaster. A busy backend notices its parent's death only when its statement ends;
 * until then it keeps the shared memory attached, and no new server can start beside it. Call this only when the folder
 * has no live postmaster: its backends would look the same.
 */
export async function endOrphans(pgData: string): Promise<number> {
  if (process.platform !== 'linux') return 0
  const found = await findOrphans(pgData)
  for (const pid of found) sendSignal(pid, 'SIGQUIT')
  const deadline = Date.now() + GRACE_MS
  for (let left = found; left.length > 0; left = await findOrphans(pgData)) {
    if (Date.now() > deadline + GRACE_MS) throw new Error(`Cannot end the old database processes ${left.join(', ')}`)
    if (Date.now() > deadline) for (const pid of left) sendSignal(pid, 'SIGKILL')
    await delay(10)
  }
  return found.length
}

async function findOrphans(pgData: string): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  const matches = await Promise.all(pids.map((pid) => isBackendOf(pid, pgData)))
  return pids.filter((_, index) => matches[index])
}

async function isBackendOf(pid: number, pgData: string): Promise<boolean> {
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  if (folder !== pgData) return false
  const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return title.startsWith('postgres:')
}
