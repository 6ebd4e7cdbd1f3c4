import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import process from 'node:process'
import { text } from 'node:stream/consumers'

import type { Db } from '../../../server/platform/db/db.ts'
import { CLI_MAIN } from '../../../server/test/run/run-cli.ts'

/** Where an operator works: a database, its key, and a folder for files. */
export type Desk = {
  db: Db
  databaseUrl: string
  secretKey: string
  folder: string
  /** Runs a command in this process: for tests, since each process costs seconds. */
  runHere?: (words: string[]) => Promise<{ exitCode: number; out: string }>
}
export type Told<T> = { data: T; exitCode: number; seconds: number; peakMb: number }

const LOOK_MS = 50

export function startYx({ databaseUrl, secretKey }: Pick<Desk, 'databaseUrl' | 'secretKey'>, words: readonly string[]) {
  const settings = { DATABASE_URL: databaseUrl, SECRET_KEY: secretKey, MODE: 'sandbox', LOG_LEVEL: 'silent' }
  const env = { PATH: process.env['PATH'], ...settings }
  return spawn(process.execPath, [CLI_MAIN, ...words, '--json'], { env, stdio: ['ignore', 'pipe', 'inherit'] })
}

/** Runs a command of an operator in a process of its own, and says how long it took and how much memory it had at most. */
export async function yx<T>(desk: Desk, words: readonly string[]): Promise<Told<T>> {
  const begun = performance.now()
  const { out, exitCode, peakMb } = await (desk.runHere?.([...words, '--json']).then(withoutPeak) ??
    runBeside(desk, words))
  const seconds = (performance.now() - begun) / 1000
  const answer = JSON.parse(out) as { data: T; code?: string; message?: string }
  if (answer.data === undefined || answer.data === null) throw new Error(`${words.join(' ')}: ${out}`)
  return { data: answer.data, exitCode, seconds, peakMb }
}

const withoutPeak = (run: { exitCode: number; out: string }) => ({ ...run, peakMb: 0 })

async function runBeside(desk: Desk, words: readonly string[]) {
  const child = startYx(desk, words)
  const peak = watchMemory(child)
  const [out, [exitCode]] = await Promise.all([text(child.stdout), once(child, 'exit') as Promise<[number]>])
  return { out, exitCode, peakMb: peak() }
}

/** The kernel keeps the highest value, so that a look now and then is enough. Zero where there is no such file. */
function watchMemory({ pid }: ChildProcess): () => number {
  let peakKb = 0
  const look = () => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      peakKb = Math.max(peakKb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0))
    } catch {
      // It has ended.
    }
  }
  const timer = setInterval(look, LOOK_MS)
  return () => {
    clearInterval(timer)
    return Math.round(peakKb / 1000)
  }
}

/** Says each thing that must be so, with its figure, and keeps what is not. */
export class Claims {
  readonly broken: string[] = []
  readonly #isQuiet: boolean

  constructor(isQuiet = false) {
    this.#isQuiet = isQuiet
  }

  say(isSo: boolean, what: string): void {
    if (!isSo) this.broken.push(what)
    if (!this.#isQuiet) console.log(`  ${isSo ? '✓' : '✗'} ${what}`)
  }

  /** Two figures that must be one. */
  same(what: string, there: unknown, here: unknown): void {
    const isSame = String(there) === String(here)
    if (!isSame) this.say(false, `${what}: ${String(there)} at the source, ${String(here)} here`)
  }
}
