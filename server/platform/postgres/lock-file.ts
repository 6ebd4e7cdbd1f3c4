import { execFile } from 'node:child_process'
import { readFile, readlink, rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'

export type LockFile = { pid: number; port: number; socketDir: string; isReady: boolean }

/** The lines of postmaster.pid: pid, data folder, start time, port, socket folder, address, shared memory, status. */
export async function loadLockFile(pgData: string): Promise<LockFile | null> {
  const text = await readFile(join(pgData, 'postmaster.pid'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const lines = text.split('\n')
  const pid = Math.abs(Number(lines[0]))
  if (!Number.isInteger(pid) || pid === 0) return null
  return { pid, port: Number(lines[3]), socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' }
}

export async function removeLockFile(pgData: string): Promise<void> {
  await rm(join(pgData, 'postmaster.pid'), { force: true })
}

/** `ours`: the server of that folder. `zombie`: it died and its parent has not collected it yet. */
export type Holder = 'ours' | 'gone' | 'zombie' | 'foreign' | 'unknown'

export async function identifyHolder(pid: number, pgData: string): Promise<Holder> {
  if (process.platform === 'linux') return identifyByProc(pid, pgData)
  if (process.platform === 'win32') return isAlive(pid) ? 'unknown' : 'gone'
  return identifyByPs(pid, pgData)
}

async function identifyByProc(pid: number, pgData: string): Promise<Holder> {
  const [stat, commandLine] = await Promise.all([readProc(pid, 'stat'), readProc(pid, 'cmdline')])
  if (stat === null || commandLine === null) return 'gone'
  // The state follows the command name, which is in brackets and may itself contain brackets and blanks.
  const state = stat.slice(stat.lastIndexOf(')') + 2, stat.lastIndexOf(')') + 3)
  if (state === 'Z' || state === 'X') return 'zombie'
  const args = commandLine.split('\0')
  if (basename(args[0] ?? '') !== 'postgres') return 'foreign'
  // The server stays in its data folder all its life, and the link follows a renamed folder. Another user's link is
  // unreadable.
  const folder = await readlink(`/proc/${pid}/cwd`).catch(() => null)
  return (folder === null ? args.includes(pgData) : folder === pgData) ? 'ours' : 'foreign'
}

async function identifyByPs(pid: number, pgData: string): Promise<Holder> {
  const line = await promisify(execFile)('ps', ['-ww', '-o', 'state=,command=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
  if (!line) return 'gone'
  if (line.startsWith('Z')) return 'zombie'
  return line.includes(`postgres -D ${pgData}`) ? 'ours' : 'foreign'
}

async function readProc(pid: number, name: string): Promise<string | null> {
  return readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => null)
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
