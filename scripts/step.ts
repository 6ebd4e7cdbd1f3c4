import { spawn } from 'node:child_process'
import path from 'node:path'

export const root = path.join(import.meta.dirname, '..')
export type StepResult = { name: string; ok: boolean; seconds: number; output: string }

/** Runs one tool of node_modules/.bin (or node itself) and keeps its output in case it fails. */
export function runStep(
  name: string,
  command: readonly string[],
  { cwd = root, ...options }: { show?: boolean; env?: object; cwd?: string; signal?: AbortSignal } = {},
): Promise<StepResult> {
  const startedAt = performance.now()
  const [program = '', ...args] = command
  const bin = path.join(root, 'node_modules', '.bin')
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      signal: options.signal,
      env: { ...process.env, PATH: `${bin}${path.delimiter}${process.env.PATH}`, ...options.env },
      stdio: ['ignore', options.show ? 'inherit' : 'pipe', options.show ? 'inherit' : 'pipe'],
      shell: process.platform === 'win32',
    })
    const chunks: Buffer[] = []
    child.stdout?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.stderr?.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', (error) => chunks.push(Buffer.from(String(error))))
    child.on('close', (code) => {
      const seconds = (performance.now() - startedAt) / 1000
      resolve({ name, ok: code === 0, seconds, output: Buffer.concat(chunks).toString() })
    })
  })
}

export function report(result: StepResult): void {
  console.log(`${result.ok ? '  ok' : 'FAIL'}  ${result.name} (${result.seconds.toFixed(1)} s)`)
  if (!result.ok && result.output) console.log(result.output.trimEnd())
}
