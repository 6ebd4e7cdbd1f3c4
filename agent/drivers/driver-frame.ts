// What the drivers of all engines do alike: finding an engine that an earlier agent left, starting one, reading it, ending it.
import { statSync, truncateSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { bootOf } from '../process-table.ts'
import { sumOf, type AppliedUser, type Counter, type EngineUser, type Reading } from './driver.ts'
import type { Stat } from './engine-api.ts'
import { knownProcess, spawnEngine, untilReady, type EngineProcess } from './engine-process.ts'

const LOG_MAX_BYTES = 1024 * 1024
/** After this time a hanging engine is ended without its last counters. */
const QUIET_MAX_MS = 3_000

/** The engine that a driver drives, with whatever it needs to speak to it. */
export function openFrame<Running extends { engine: EngineProcess }>() {
  let running: Running | null = null
  return {
    begin(now: Running): void {
      running = now
    },
    get(): Running {
      if (!running) throw new Error('the engine is not running')
      return running
    },
    isRunning: () => running?.engine.isRunning() ?? false,

    /** `readLast` lets nobody in and reads a last time; `release` closes what is left when the engine has ended. */
    async stop(
      readLast: (running: Running) => Promise<Reading | null>,
      release: (running: Running) => unknown,
    ): Promise<Reading | null> {
      if (!running) return null
      const ending = running
      const last = ending.engine.isRunning() ? await readLast(ending).catch(() => null) : null
      await ending.engine.end()
      await release(ending)
      running = null
      return last
    },
  }
}

export const engineFiles = (dir: string) => {
  const folder = path.join(dir, 'engine')
  const file = (name: string) => path.join(folder, name)
  return { folder, file, accessLog: file('access.log'), engineLog: file('engine.log'), output: file('output.log') }
}

/** The first of these processes, if it still runs. */
export function leftRunning([pid]: readonly number[]): EngineProcess | null {
  const boot = pid === undefined ? null : bootOf(pid)
  return pid === undefined || boot === null ? null : knownProcess(pid, boot)
}

type Start = {
  command: string
  words: string[]
  /** Where its words go. */
  output: string
  isReady(): Promise<boolean>
  /** It did not start, or never answered. */
  onFailure?(): void
}

/** Starts an engine and waits until it answers. One that does not is ended. */
export async function startEngine({ command, words, output, isReady, onFailure }: Start): Promise<EngineProcess> {
  let engine: EngineProcess | null = null
  try {
    engine = await spawnEngine(command, words, output)
    await untilReady(engine, output, isReady)
    return engine
  } catch (error) {
    onFailure?.()
    await engine?.end()
    throw error
  }
}

/** Throws when the engine has ended meanwhile: the next one has the same socket and may have given the answer. */
export async function askEngine<T>(engine: EngineProcess, ask: () => Promise<T>): Promise<T> {
  const answer = await ask()
  if (!engine.isRunning()) throw new Error('the engine ended while it was read')
  return answer
}

/** Waits until the counters stop: an engine that we end loses no byte. */
export async function readUntilQuiet(read: () => Promise<Reading>): Promise<Reading> {
  let last = await read()
  for (let tries = 0; tries < 20; tries += 1) {
    await sleep(30)
    const next = await read()
    if (sumOf(next) === sumOf(last)) return next
    last = next
  }
  return last
}

/** Null when the engine hangs. */
export function unlessHanging(reading: Promise<Reading>): Promise<Reading | null> {
  return Promise.race([reading.catch(() => null), sleep(QUIET_MAX_MS, null)])
}

export function keepShort(logFile: string): void {
  const bytes = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0
  if (bytes > LOG_MAX_BYTES) truncateSync(logFile)
}

/** Counters of v2ray and Xray by the user's name there; `numberOf` is null for a name that is nobody's. */
export function countersOf(stats: readonly Stat[], numberOf: (name: string) => number | null): Map<string, Counter> {
  const counters = new Map<string, Counter>()
  for (const { name, value } of stats) {
    const [, key, way] = /^user>>>([^@>]+)@n\d+>>>traffic>>>(up|down)link$/.exec(name) ?? []
    const number = key === undefined ? null : numberOf(key)
    if (key === undefined || number === null) continue
    const counter = counters.get(key) ?? { number, up: 0, down: 0 }
    counter[way as 'up' | 'down'] = Number(value ?? 0)
    counters.set(key, counter)
  }
  return counters
}

/** Numbers of those who could not be let in. */
export function numbersWithout(wanted: readonly EngineUser[], good: readonly EngineUser[]): number[] {
  const inIt = new Set(good)
  return wanted.filter((user) => !inIt.has(user)).map(({ number }) => number)
}

export function ownersByPort(users: Iterable<AppliedUser>): Map<number, number> {
  return new Map([...users].flatMap(({ port, number }) => (port === null ? [] : [[port, number]])))
}
