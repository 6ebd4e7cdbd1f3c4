import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { endsWithUs } from '../../../test/end-on-signal.ts'
import { freePort } from '../../../test/free-port.ts'
import { patient } from '../../../test/patience.ts'

const root = path.join(import.meta.dirname, '..', '..', '..')
const START_LIMIT_MS = patient(120_000)
/** It answers what is under way for 10 s and ends its jobs for 15. */
const STOP_LIMIT_MS = patient(60_000)
/** A start and a stop, for fixtures. */
export const SERVER_LIMIT_MS = START_LIMIT_MS + 2 * STOP_LIMIT_MS
/**
 * A call leaves little garbage, so a small young generation suffices: by default V8 takes 128 MB under load. The code
 * that strips our types runs once, so optimizing it takes more time than it saves, and 14 MB for good. Older objects
 * are collected when they have grown by 60 %: by default V8 lets 50 MB become 190. Every way to start the server uses
 * these flags.
 */
export const SERVER_FLAGS = ['--max-semi-space-size=4', '--liftoff-only', '--heap-growing-percent=60']

export type ServerProcess = {
  url: string
  dataDir: string
  pid: number
  /** Everything the server wrote so far. */
  output(): string
  /** Drains and stops the server; the data stays. */
  stop(): Promise<void>
  kill(): Promise<void>
}
type Options = {
  dataDir: string
  env?: Record<string, string>
  port?: number
  /** The folder of another release. */
  from?: string
}

export function makeDataDir(): string {
  return mkdtempSync(path.join(tmpdir(), 'yuxian-e2e-'))
}

export function removeDataDir(dataDir: string): void {
  rmSync(dataDir, { recursive: true, force: true })
}

/** The server as an operator starts it, with its embedded database, on a free port of the loopback address. */
export async function startServer(options: Options): Promise<ServerProcess> {
  const port = options.port ?? (await freePort())
  const { dataDir } = options
  const child = spawn(process.execPath, [...SERVER_FLAGS, 'server/main.ts'], {
    cwd: options.from ?? root,
    env: {
      ...process.env,
      PORT: String(port),
      HOST: '127.0.0.1',
      DATA_DIR: dataDir,
      LOG_LEVEL: 'info',
      // The test runner sets its own MODE.
      MODE: 'sandbox',
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const ready = new Promise<void>((resolve, reject) => {
    const limit = setTimeout(() => reject(new Error(`The server did not start:\n${output}`)), START_LIMIT_MS)
    const hear = (chunk: Buffer) => {
      output += chunk.toString()
      if (output.includes('Ctrl-C stops it')) {
        clearTimeout(limit)
        resolve()
      }
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    void exited.then(() => {
      clearTimeout(limit)
      reject(new Error(`The server ended:\n${output}`))
    })
  })
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal)
    let isStuck = false
    const limit = setTimeout(() => (isStuck = child.kill('SIGKILL')), STOP_LIMIT_MS)
    await exited
    clearTimeout(limit)
    if (isStuck) throw new Error(`The server did not stop:\n${output}`)
  }
  endsWithUs(() => end('SIGTERM'))
  await ready.catch(async (error: unknown) => {
    await end('SIGTERM')
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    dataDir,
    pid: child.pid!,
    output: () => output,
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  }
}
