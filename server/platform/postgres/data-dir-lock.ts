import { rmSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, realpath } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as delay } from 'node:timers/promises'

import { StartError } from '../start-error.ts'

const LOCK_FILE = 'owner.lock'
const OWNER_FILE = 'owner.json'
const SQLITE_BUSY = 5

// Node has no flock. An exclusive SQLite transaction on an empty file is the same kernel lock on every platform: it is
// gone the instant its process dies, cannot be confused by a reused pid, and holds between containers that share a
// volume but not a pid namespace, where a pid file would let two servers write to one database.
// Danger: the kernel also drops it when this process opens and closes owner.lock by other means (say, a backup copy).
const held = new Map<string, DatabaseSync>()

export type DataDirLock = { release(): Promise<void> }

export async function lockDataDir(dataDir: string): Promise<DataDirLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const folder = await realpath(dataDir)
  const database = held.has(folder) ? null : tryLock(join(folder, LOCK_FILE))
  if (!database) throw new StartError(await describeOwner(folder))
  held.set(folder, database)
  const owner = { pid: process.pid, host: hostname(), since: new Date().toISOString() }
  writeFileSync(join(folder, OWNER_FILE), JSON.stringify(owner) + '\n', { mode: 0o600 })

  return {
    async release() {
      if (held.get(folder) !== database) return
      rmSync(join(folder, OWNER_FILE), { force: true })
      held.delete(folder)
      database.close()
    },
  }
}

export async function ownsDataDirLock(dataDir: string): Promise<boolean> {
  return held.has(await realpath(dataDir))
}

function tryLock(path: string): DatabaseSync | null {
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    // Keep the journal in memory: on disk it would be one more file to explain, and nothing is ever written.
    database.exec('pragma journal_mode = memory; begin exclusive')
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null
    throw error
  }
}

async function describeOwner(folder: string): Promise<string> {
  const owner = await loadOwner(folder)
  const who = owner ? `process ${owner.pid} on ${owner.host}, since ${owner.since}` : 'another process'
  return (
    `The data folder ${folder} is already in use by ${who}. Nothing was changed. ` +
    `Stop that process first, or set DATA_DIR to another folder.`
  )
}

/** The holder writes its name right after taking the lock, so wait for a missing or half-written name. */
async function loadOwner(folder: string): Promise<{ pid: number; host: string; since: string } | null> {
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      return JSON.parse(await readFile(join(folder, OWNER_FILE), 'utf8'))
    } catch {
      await delay(25)
    }
  }
  return null
}
