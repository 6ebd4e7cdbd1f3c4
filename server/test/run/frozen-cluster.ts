import { readFileSync } from 'node:fs'
import path from 'node:path'

import { loadLockFile } from '../../platform/postgres/lock-file.ts'

/** Like a paused machine or a hanging disk: connections stay open, new ones are accepted, and nothing answers. */
export async function freezeCluster(dataDir: string): Promise<{ thaw(): void }> {
  const lockFile = await loadLockFile(path.join(dataDir, 'postgres'))
  if (!lockFile) throw new Error(`No database runs in ${dataDir}`)
  const { pid } = lockFile
  // Stop the postmaster first: then it starts no new processes.
  process.kill(pid, 'SIGSTOP')
  const backends = childrenOf(pid)
  for (const backend of backends) signal(backend, 'SIGSTOP')
  return {
    thaw() {
      for (const frozen of [...backends, pid]) signal(frozen, 'SIGCONT')
    },
  }
}

function childrenOf(pid: number): number[] {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // The process has ended by itself.
  }
}
