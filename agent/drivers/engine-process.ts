import { spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer, connect, type AddressInfo } from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { bootOf, endProcess } from '../process-table.ts'

export type EngineProcess = { pid: number; boot: string; isRunning(): boolean; end(): Promise<void> }

export function knownProcess(pid: number, boot: string): EngineProcess {
  return { pid, boot, isRunning: () => bootOf(pid) === boot, end: () => endProcess(pid, boot) }
}

/**
 * Starts the engine in its own session and without a pipe to us: after kill -9 of the agent it keeps serving and
 * counting, and the next agent finds it by its command line.
 */
export async function spawnEngine(command: string, options: string[], logFile: string): Promise<EngineProcess> {
  const output = openSync(logFile, 'w', 0o600)
  // Engines write passwords into their own files, with the mode that the umask leaves.
  const umask = process.umask(0o077)
  try {
    const child = spawn(command, options, { detached: true, stdio: ['ignore', output, output] })
    const pid = await new Promise<number>((resolve, reject) => {
      child.once('error', (error) => reject(new Error(`cannot start ${command}`, { cause: error })))
      child.once('spawn', () => resolve(child.pid ?? 0))
    })
    child.unref()
    const boot = bootOf(pid)
    if (!boot) throw new Error(`${command} ended at once: ${lastWords(logFile)}`)
    return knownProcess(pid, boot)
  } finally {
    process.umask(umask)
    closeSync(output)
  }
}

/** Waits until the engine answers. Throws the reason if the engine ended instead. */
export async function untilReady(
  engine: EngineProcess,
  logFile: string,
  isReady: () => Promise<boolean>,
): Promise<void> {
  const deadline = performance.now() + 15_000
  while (!(await isReady())) {
    if (!engine.isRunning()) throw new Error(`the engine ended while starting: ${lastWords(logFile)}`)
    if (performance.now() > deadline) throw new Error('the engine did not answer within 15 s')
    await sleep(20)
  }
}

function lastWords(logFile: string): string {
  return readFileSync(logFile, 'utf8').trim().split('\n').slice(-2).join(' ').slice(-300)
}

export function canConnect(port: number, host: string, timeoutMs = 1_000): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host, timeout: timeoutMs })
    const done = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket
      .once('connect', () => done(true))
      .once('error', () => done(false))
      .once('timeout', () => done(false))
  })
}

/** Finds a free control port on loopback. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}

/** The address at which this machine reaches a listener on `listen`. */
export const reachable = (listen: string) => (listen === '0.0.0.0' ? '127.0.0.1' : listen === '::' ? '::1' : listen)

/** A killed engine leaves its sockets behind, and the next engine could not listen there. */
export function prepareFolder(folder: string): void {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  for (const name of readdirSync(folder)) if (/\.(?:json|log|sock|lock)$/.test(name)) rmSync(path.join(folder, name))
}
