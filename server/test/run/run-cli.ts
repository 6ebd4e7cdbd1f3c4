import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { vi } from 'vitest'

import { patient } from '../../../test/patience.ts'
import { answer } from '../../cli/answer.ts'
import { atFileEnd } from './endings.ts'

export type CliRun = {
  exitCode: number
  out: string
  err: string
  json: { success: boolean; code?: string; data: never }
}
type RunOptions = { env?: NodeJS.ProcessEnv; input?: string }

export const CLI_MAIN = join(import.meta.dirname, '..', '..', 'cli', 'main.ts')

/** Runs a command as an operator does: in a separate process, with only these settings. */
export async function makeCli(
  settings: NodeJS.ProcessEnv,
): Promise<(line: string | string[], options?: RunOptions) => Promise<CliRun>> {
  // Half of a command's 0.6 s is compiling; the next process reuses the result.
  const NODE_COMPILE_CACHE = await mkdtemp(join(tmpdir(), 'yuxian-cli-'))
  atFileEnd(() => rm(NODE_COMPILE_CACHE, { recursive: true, force: true }))
  return (line, { env = {}, input = '' } = {}) => {
    const args = typeof line === 'string' ? line.split(' ') : line
    const all = { PATH: process.env['PATH'], NODE_COMPILE_CACHE, ...settings, ...env }
    return new Promise((resolve) => {
      const child = execFile(
        process.execPath,
        [CLI_MAIN, ...args],
        { env: all, timeout: patient(60_000) },
        (error, out, err) => {
          const exitCode = error ? (typeof error.code === 'number' ? error.code : -1) : 0
          resolve({ exitCode, out, err, json: args.includes('--json') ? JSON.parse(out) : null })
        },
      )
      child.stdin?.end(input)
    })
  }
}

/**
 * The same in this process, for files with many commands: a separate process costs a second of both cores. The settings
 * stay until the end of the file.
 */
export function makeCliHere(settings: Record<string, string>): (line: string | string[]) => Promise<CliRun> {
  // The test runner sets its own MODE.
  for (const [name, value] of Object.entries({ MODE: 'sandbox', ...settings })) vi.stubEnv(name, value)
  return async (line) => {
    const args = typeof line === 'string' ? line.split(' ') : line
    const run = await answer(args)
    return { ...run, json: args.includes('--json') ? JSON.parse(run.out) : null }
  }
}
