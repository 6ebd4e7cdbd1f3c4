import { randomBytes } from 'node:crypto'
import { mkdtemp, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

import type { Cluster } from './cluster.ts'
import { giveTo, openWayTo, spawnAs, whyUnreachable } from './run-as.ts'
import { firstSettings, settingsFile } from './settings.ts'

export const SUPERUSER = 'postgres'

// Kept inside the server's own folder, so that the one rename which completes the cluster also completes its password.
const PASSWORD_FILE = 'yuxian-password'

/**
 * The socket folder alone keeps other users out, but on TCP (Windows) and inside a user namespace only a password does:
 * there `peer` sees every stranger's uid as 65534, the same uid the server runs as, and would let everybody in.
 */
const AUTHENTICATION = '--auth=scram-sha-256'

export async function initDataOnce(cluster: Cluster, settings: Record<string, string> = {}): Promise<void> {
  await removeUnfinished(cluster)
  await openWayTo(cluster.runAs, cluster.dataDir)
  if (await hasData(cluster.pgData)) return giveTo(cluster.runAs, cluster.pgData)
  cluster.log('Preparing the database for the first start')
  const workshop = await mkdtemp(`${cluster.pgData}.init-`)
  await giveTo(cluster.runAs, workshop)
  const data = join(workshop, 'data')
  const passwordFile = join(workshop, PASSWORD_FILE)
  await writeDurably(cluster, passwordFile, randomBytes(24).toString('base64url') + '\n')
  await runInitdb(cluster, data, passwordFile, settings['fsync'] === 'off')
  await writeDurably(cluster, join(data, 'postgresql.auto.conf'), settingsFile(firstSettings(settings)))
  await rename(passwordFile, join(data, PASSWORD_FILE))
  await syncFolder(data)
  await rename(data, cluster.pgData)
  await syncFolder(cluster.dataDir)
  await rm(workshop, { recursive: true, force: true })
}

export async function readPassword(pgData: string): Promise<string> {
  return (await readFile(join(pgData, PASSWORD_FILE), 'utf8')).trim()
}

async function hasData(pgData: string): Promise<boolean> {
  const names = await readdir(pgData).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (names === null) return false
  if (names.includes('PG_VERSION') && names.includes(PASSWORD_FILE)) return true
  // Not ours: a cluster of this program appears whole or not at all. The folder may hold somebody's data.
  if (names.length > 0) throw new Error(`${pgData} is not a database folder of this program. Nothing was changed.`)
  await rm(pgData, { recursive: true })
  return false
}

/** Removes what a killed start left unfinished. Its initdb may still be running and writing, so retry. */
async function removeUnfinished(cluster: Cluster): Promise<void> {
  const prefix = `${basename(cluster.pgData)}.init-`
  for (const name of await readdir(cluster.dataDir)) {
    if (!name.startsWith(prefix)) continue
    await rm(join(dirname(cluster.pgData), name), { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  }
}

async function runInitdb(cluster: Cluster, data: string, passwordFile: string, isThrowaway: boolean): Promise<void> {
  const locale = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--locale=C']
  const args = ['-D', data, '-U', SUPERUSER, `--pwfile=${passwordFile}`, AUTHENTICATION, ...locale, '--no-instructions']
  const { initdb } = cluster.binaries
  const child = spawnAs(cluster.runAs, initdb, isThrowaway ? [...args, '--no-sync'] : args, {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout?.on('data', (chunk) => (output += chunk))
  child.stderr?.on('data', (chunk) => (output += chunk))
  const failure = await new Promise<string | null>((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('close', (code) => resolve(code === 0 ? null : output.trim()))
  })
  if (failure !== null) {
    throw new Error(`The database could not be prepared: ${failure}.${whyUnreachable(cluster.runAs, initdb)}`)
  }
}

async function writeDurably(cluster: Cluster, path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await giveTo(cluster.runAs, path)
}

async function syncFolder(path: string): Promise<void> {
  // Windows cannot open a folder for this, and its file system orders renames itself.
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}
