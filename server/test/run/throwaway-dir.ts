import { chmod, glob, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'

import { getBinaries } from '../../platform/postgres/binaries.ts'
import { lockDataDir, type DataDirLock } from '../../platform/postgres/data-dir-lock.ts'
import { identifyHolder, loadLockFile } from '../../platform/postgres/lock-file.ts'
import { removeSocketDir } from '../../platform/postgres/socket-dir.ts'
import { stopServer } from '../../platform/postgres/stop-server.ts'

const PARENT = join(tmpdir(), `yuxian-test-${userInfo().uid}`)
/** Others may pass but not list it: root without user namespaces runs the databases below it as another user. */
const PASSABLE = 0o711
const WAIT_MS = 60_000

export type ThrowawayDir = { path: string; remove(): Promise<void> }

/** A folder for one run. First removes what earlier, killed runs left behind. */
export async function makeThrowawayDir(): Promise<ThrowawayDir> {
  await mkdir(PARENT, { recursive: true })
  await chmod(PARENT, PASSABLE)
  // Creating and cleaning up exclude each other: a folder that exists but is not yet held would look abandoned.
  const parentLock = await lockWhenFree(PARENT)
  try {
    await sweep()
    const path = await mkdtemp(join(PARENT, 'run-'))
    await chmod(path, PASSABLE)
    const lock = await lockDataDir(path)
    return { path, remove: () => removeLocked(path, lock) }
  } finally {
    await parentLock.release()
  }
}

async function sweep(): Promise<void> {
  const names = (await readdir(PARENT)).filter((name) => name.startsWith('run-'))
  for (const name of names) {
    const path = join(PARENT, name)
    const lock = await lockDataDir(path).catch(() => null)
    // If it is held, another run is using it right now.
    if (lock) await removeLocked(path, lock)
  }
}

async function removeLocked(path: string, lock: DataDirLock): Promise<void> {
  for await (const name of glob('{,*/,*/*/}postgres/postmaster.pid', { cwd: path })) {
    await stopLeftServer(dirname(join(path, name)))
  }
  await lock.release()
  await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
}

async function stopLeftServer(pgData: string): Promise<void> {
  const left = await loadLockFile(pgData)
  if (!left) return
  if ((await identifyHolder(left.pid, pgData)) === 'ours') {
    await stopServer({ pgData, binaries: await getBinaries(), log: () => {} }, left.pid)
  }
  if (left.socketDir) await removeSocketDir(left.socketDir)
}

async function lockWhenFree(path: string): Promise<DataDirLock> {
  for (const deadline = Date.now() + WAIT_MS; ; await delay(50)) {
    try {
      return await lockDataDir(path)
    } catch (error) {
      if (Date.now() > deadline) throw error
    }
  }
}
