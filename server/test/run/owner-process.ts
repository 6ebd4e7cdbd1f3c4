import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

import type { Connection } from '../../platform/postgres/connection.ts'

/** Starts another Node process that runs `program`, in its own process group, like one started in a terminal. */
export function startProcess(program: string, options: ProcessOptions = {}): ChildProcess {
  const { args = [], ...rest } = options
  const child = spawn(process.execPath, ['--input-type=module', '-e', PRELUDE + program, ...args], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
    cwd: '/',
    ...rest,
  })
  onTestFinished(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })
  return child
}

type ProcessOptions = { args?: string[]; uid?: number; gid?: number; env?: NodeJS.ProcessEnv }

export type OwnerMessage = { connection: Connection; adopted: boolean; postmaster: number }

/** A process that owns the data folder and its database until it is killed or told to stop. */
export async function startOwner(dataDir: string, options: ProcessOptions & { then?: string } = {}) {
  const { then = '', ...rest } = options
  const child = startProcess(OWNER + then, { ...rest, args: [dataDir] })
  return { child, ...(await nextMessage<OwnerMessage>(child)) }
}

export async function nextMessage<T>(child: ChildProcess): Promise<T> {
  const ended = new AbortController()
  const gone = once(child, 'exit', { signal: ended.signal }).then(([code, signal]) => {
    throw new Error(`The process ended with ${signal ?? code} instead of sending a message`)
  })
  try {
    const [message] = await Promise.race([once(child, 'message', { signal: ended.signal }), gone])
    return message as T
  } finally {
    ended.abort()
    gone.catch(() => {})
  }
}

export async function killHard(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

const PLATFORM = join(import.meta.dirname, '..', '..', 'platform')

// Ends with the test process, so that a killed test run leaves no owner behind.
const PRELUDE = `
process.on('disconnect', () => process.exit())
const platform = (name) => import(${JSON.stringify(PLATFORM)} + '/' + name)
`

const OWNER = `
const { launchPostgres } = await platform('postgres/launch.ts')
const { loadLockFile } = await platform('postgres/lock-file.ts')
const dataDir = process.argv[1]
const postgres = await launchPostgres({ dataDir, settings: { shared_buffers: '16MB' } })
const { pid: postmaster } = await loadLockFile(dataDir + '/postgres')
const { connection, adopted } = postgres
process.send({ connection, adopted, postmaster })
`
