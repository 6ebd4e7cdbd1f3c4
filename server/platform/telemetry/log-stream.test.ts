import { spawn } from 'node:child_process'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'

const LINES = 500
const file = path.join(import.meta.dirname, '../log.ts')

/** Starts a process with our log that writes some lines and then runs `next`. */
function start(next: string) {
  const script = `
    const { createLog } = await import(${JSON.stringify(file)})
    const log = createLog('info')
    for (let line = 0; line < ${LINES}; line += 1) log.info({ line }, 'request')
    ${next}`
  return spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: ['ignore', 'pipe', 'ignore'] })
}
const outputOf = (end: string): Promise<string> => text(start(end).stdout)

const messagesIn = (output: string) =>
  output
    .trimEnd()
    .split('\n')
    .map(
      (line) => (JSON.parse(line) as { line?: number; msg: string }).line ?? (JSON.parse(line) as { msg: string }).msg,
    )
const all = Array.from({ length: LINES }, (_, line) => line)

test.each([
  ['comes to its end', ''],
  ['is ended', 'process.exit(3)'],
  ['throws', `throw new Error('ours')`],
  ['rejects', `void Promise.reject(new Error('ours')); await new Promise(() => {})`],
])('no line is lost by a process that %s', async (_how, end) => {
  expect(messagesIn(await outputOf(end))).toEqual(all)
})

test('writes a warning and all lines before it, even when the process is killed right after', async () => {
  const output = await outputOf(`log.warn('careful'); process.kill(process.pid, 'SIGKILL')`)
  expect(messagesIn(output)).toEqual([...all, 'careful'])
})

test('each line names its process and nothing more', async () => {
  const child = start('')
  const [first] = (await text(child.stdout)).split('\n')
  expect(JSON.parse(first!)).toEqual({ level: 30, time: expect.any(Number), pid: child.pid, line: 0, msg: 'request' })
})

test('a line does not wait for another', async () => {
  const child = start('setInterval(() => {}, 1_000)')
  let output = ''
  // The process writes nothing more but goes on: a line still held back would never come.
  for await (const piece of child.stdout) {
    output += String(piece)
    if (output.split('\n').length > LINES) break
  }
  child.kill('SIGKILL')
  expect(messagesIn(output)).toEqual(all)
})
