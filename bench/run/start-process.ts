import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'

import { endsWithUs } from '../../test/end-on-signal.ts'

export type Started = {
  pid: number
  write(input: string): void
  /** Everything the process wrote until it ended. */
  output(): Promise<string>
  /** The first line of output, while the process keeps running. */
  firstLine(): Promise<string>
  stop(): Promise<void>
}

/** Runs one of our files in a separate process. */
export function startProcess(file: string, args: readonly string[], env: Record<string, string> = {}): Started {
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const exited = once(child, 'exit')
  const stop = endsWithUs(async () => {
    child.kill()
    await exited
  })
  return {
    pid: child.pid!,
    write: (input) => void child.stdin.end(input),
    async output() {
      const [written, [code]] = await Promise.all([text(child.stdout), exited])
      if (code !== 0) throw new Error(`${file} ended with ${String(code)}`)
      return written
    },
    async firstLine() {
      const [chunk] = (await Promise.race([once(child.stdout, 'data'), exited])) as [Buffer | number]
      if (typeof chunk === 'number') throw new Error(`${file} ended with ${chunk}`)
      return chunk.toString().split('\n', 1)[0]!
    },
    async stop() {
      await stop()
    },
  }
}
