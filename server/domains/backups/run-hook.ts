import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:fs'
import { access, open, stat } from 'node:fs/promises'

import type { Config } from '../../config.ts'
import { clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/db/db.ts'
import type { BackupHook } from '../../settings/backup-hook.ts'
import { closeAlert, raiseAlert } from '../alerts/alerts.ts'

type HookCtx = { db: Db; config: Pick<Config, 'backup'> }
const ALERT = { kind: 'backup.hook', subject: 'backup' } as const
const KEPT_OUTPUT = 300
/** Wait between asking a program to end and killing it. */
const END_MS = 5_000

/**
 * Hands a finished backup to the operator's own program, on the machine that has the file. A failure raises an alert,
 * which the next success closes: the backup itself is good either way. Returns what went wrong, or null.
 */
export async function runBackupHook({ db, config }: HookCtx, file: string): Promise<string | null> {
  const { hook, hookLimitS } = config.backup
  if (!hook) return null
  const trouble = await run(hook, file, hookLimitS * 1000)
  if (trouble === null) await closeAlert(db, ALERT, clock.now())
  else {
    const detail = { reason: trouble, file }
    await raiseAlert(db, { ...ALERT, resellerId: null, severity: 'critical', isWatched: true, detail }, clock.now())
  }
  return trouble
}

/**
 * Whether the program can be started here, without starting it: with a file that is no backup it might write elsewhere.
 * Returns what is wrong, or null. A script also needs the program that its first line names.
 */
export async function tryHook({ program }: BackupHook): Promise<string | null> {
  try {
    if (!(await stat(program)).isFile()) return 'no file'
    await access(program, constants.X_OK)
    const interpreter = /^#! *(\/\S+)/.exec(await firstBytes(program))?.[1]
    if (interpreter) await access(interpreter, constants.X_OK)
    return null
  } catch (error) {
    const { code, path, name } = error as NodeJS.ErrnoException
    return `${code ?? name}${path === program || !path ? '' : ` ${path}`}`
  }
}

async function firstBytes(file: string): Promise<string> {
  // A program that may be run, but not read, is no script.
  const opened = await open(file).catch(() => null)
  if (!opened) return ''
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(256), 0, 256, 0)
    return buffer.toString('latin1', 0, bytesRead)
  } finally {
    await opened.close()
  }
}

/** Runs the program in its own process group, so that what it started ends with it. */
async function run({ program, args, env }: BackupHook, file: string, limitMs: number): Promise<string | null> {
  const given = args.map((word) => (word === '{}' ? file : word))
  const child = spawn(program, given, { env, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'], detached: true })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-KEPT_OUTPUT)))
  let isLate = false
  const limit = setTimeout(() => {
    isLate = true
    end(child, 'SIGTERM')
    setTimeout(() => end(child, 'SIGKILL'), END_MS).unref()
  }, limitMs)
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null]
    if (isLate) return `not done after ${limitMs / 1000} s`
    if (code === 0) return null
    const last = said.trim().split('\n').at(-1)?.trim()
    return `${signal ?? `exit ${code}`}${last ? `: ${last}` : ''}`
  } catch (error) {
    return `cannot be started (${(error as NodeJS.ErrnoException).code ?? (error as Error).name})`
  } finally {
    clearTimeout(limit)
  }
}

function end({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, signal)
  } catch {
    // All of them have already ended.
  }
}
