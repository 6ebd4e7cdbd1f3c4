import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { bootOf, endProcess, findProcesses } from '../process-table.ts'
import { settingsFile, type Settings } from '../settings.ts'
import { onLoopback } from './engine-tools.ts'

const main = path.join(import.meta.dirname, '..', 'main.ts')
const quick = { pollMs: 100, pushMs: 200, stateMs: 300, watchMs: 50, retryMs: 50, waitSeconds: 5, lookMs: 60_000 }

export type AgentSettings = Partial<Omit<Settings, 'intervals'>> & { intervals?: Partial<Settings['intervals']> }
export type RunningAgent = Awaited<ReturnType<typeof startAgent>>
type Options = {
  dir: string
  /** Settings written over agent.json. If absent, the folder is used unchanged. */
  settings?: AgentSettings
  command?: string[]
  /** Which main file, and what it runs. */
  program?: readonly [file: string, command: string]
}

/** Starts the real agent as a separate process, with short intervals, on loopback. */
export async function startAgent({ dir, settings, command = [process.execPath], program = [main, 'run'] }: Options) {
  mkdirSync(dir, { recursive: true, mode: 0o700 })
  if (settings) {
    const whole = { ...onLoopback, ...settings, intervals: { ...quick, ...settings.intervals } }
    writeFileSync(settingsFile(dir), JSON.stringify(whole), { mode: 0o600 })
  }
  const [runtime = '', ...before] = command
  const child = spawn(runtime, [...before, ...program, '--dir', dir], { stdio: ['ignore', 'pipe', 'pipe'] })
  const lines: string[] = []
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => lines.push(String(part)))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  await once(child, 'spawn')
  return {
    pid: child.pid ?? 0,
    exited,
    output: () => lines.join(''),
    /** Stops the agent like a service manager. Returns the exit code. */
    async stop(): Promise<number | null> {
      child.kill('SIGTERM')
      return exited
    },
    /** kill -9: the engine lives on, and the next agent takes it over. */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await exited
    },
  }
}

/** Ends engines that a killed agent left in its folder: only processes whose command line names the folder. */
export async function endEngines(dir: string): Promise<void> {
  const ours = () => findProcesses((line) => line.some((word) => word.startsWith(path.join(dir, 'engine'))))
  for (const pid of ours()) await endProcess(pid, bootOf(pid) ?? '')
}
