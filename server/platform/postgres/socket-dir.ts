import { createHash } from 'node:crypto'
import { lstat, mkdir, readdir, rm, rmdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { giveTo, type RunAs } from './run-as.ts'

export const SOCKET_PORT = 5432

// sun_path holds 108 bytes including the end mark; longer paths fail with "could not create any Unix-domain sockets".
const LONGEST_PATH_BYTES = 107

/** Outside the data folder, whose path may be too long; named after it, so that two data folders never collide. */
export async function chooseSocketDir(pgData: string, runAs: RunAs): Promise<string> {
  const hash = createHash('sha256').update(pgData).digest('hex').slice(0, 16)
  // Everybody can write to /tmp: somebody else may have taken the name, by accident or to receive our connections.
  for (let attempt = 0; attempt < 10; attempt++) {
    const folder = join(shortTmpDir(), `yuxian-${hash}${attempt ? `-${attempt}` : ''}`)
    if (await makePrivate(folder, runAs)) return folder
  }
  throw new Error(`Every folder ${join(shortTmpDir(), `yuxian-${hash}*`)} belongs to another user: set TMPDIR.`)
}

export async function prepareSocketDir(folder: string, runAs: RunAs): Promise<void> {
  if (!(await makePrivate(folder, runAs))) throw new Error(`${folder} is open to other users: remove it.`)
  await removeSockets(folder)
}

export async function removeSocketDir(folder: string): Promise<void> {
  await removeSockets(folder)
    .then(() => rmdir(folder))
    .catch(() => {})
}

/** A killed server leaves its socket and a lock file naming its pid, which may now belong to another live process. */
async function removeSockets(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.startsWith('.s.PGSQL.')) await rm(join(folder, name), { force: true })
  }
}

function shortTmpDir(): string {
  const longest = join(tmpdir(), `yuxian-${'0'.repeat(16)}-9`, `.s.PGSQL.${SOCKET_PORT}`)
  return Buffer.byteLength(longest) <= LONGEST_PATH_BYTES ? tmpdir() : '/tmp'
}

async function makePrivate(folder: string, runAs: RunAs): Promise<boolean> {
  await mkdir(folder, { mode: 0o700 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  const found = await lstat(folder)
  const owners = [process.getuid?.(), runAs.kind === 'other-user' ? runAs.uid : undefined]
  if (!found.isDirectory() || !owners.includes(found.uid) || (found.mode & 0o077) !== 0) return false
  await giveTo(runAs, folder)
  return true
}
