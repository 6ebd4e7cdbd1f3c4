import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { makeWebDir } from '../server/test/run/make-web-dir.ts'
import { waitUntil } from '../server/test/run/wait-until.ts'
import { freePort } from '../test/free-port.ts'
import { copyTree, listFiles } from './proofs/mutants/copy-tree.ts'

// `npm start` in a copy of this tree, whose front ends are small files that a builder copies when the test lets it.

const home = mkdtempSync(path.join(tmpdir(), 'yuxian-start-'))
const built = makeWebDir()
const dataDir = path.join(home, 'data')
const at = (name: string) => path.join(home, name)
const builderOf = (one: string) => `
  import { cpSync, existsSync, writeFileSync } from 'node:fs'
  import { setTimeout as delay } from 'node:timers/promises'
  writeFileSync('${at(one)}.begun', '')
  while (!existsSync('${at(one)}.go')) await delay(20)
  if (existsSync('${at(one)}.broken')) throw new Error('a bad import')
  cpSync('${built}/${one}', 'dist/${one}', { recursive: true })
  writeFileSync('dist/${one}/.build-hash', process.argv[2])
`

beforeAll(() => {
  const folders = /^(?:server|contract|cashier|scripts|portal|console|ui|deploy)\/|^package/
  copyTree(
    listFiles().filter((file) => folders.test(file)),
    home,
  )
  for (const one of ['portal', 'console']) writeFileSync(at(`scripts/build-${one}.ts`), builderOf(one))
})
afterAll(() => {
  for (const folder of [home, built]) rmSync(folder, { recursive: true, force: true })
})

beforeEach(() => {
  for (const one of ['portal', 'console']) {
    for (const state of ['begun', 'go', 'broken']) rmSync(`${at(one)}.${state}`, { force: true })
  }
  rmSync(at('dist'), { recursive: true, force: true })
})

async function start(env: Record<string, string> = {}) {
  const port = Number(env['PORT'] ?? (await freePort()))
  const own = { MODE: 'sandbox', SANDBOX_HISTORY: 'off', DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port) }
  const child = spawn(process.execPath, ['scripts/start.ts'], { cwd: home, env: { ...process.env, ...own, ...env } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  const exited = once(child, 'exit')
  onTestFinished(async () => {
    child.kill('SIGTERM')
    await exited
  })
  const has = (text: string) => waitUntil(async () => output.includes(text), `${text} in ${output}`)
  const statusOf = async (page: string) => (await fetch(`http://127.0.0.1:${port}${page}`)).status
  const hasBegun = (one: string) => waitUntil(async () => existsSync(`${at(one)}.begun`), `${one} to be built`)
  return { child, exited, has, statusOf, hasBegun, output: () => output }
}
const go = (one: string, state = 'go') => appendFileSync(`${at(one)}.${state}`, '')

test.each([['1'], ['2']])(
  'the database starts beside both builds, and the portal serves before the console is there, WORKERS=%s',
  async (WORKERS) => {
    const { has, statusOf, hasBegun, child, exited } = await start({ WORKERS })
    await Promise.all([hasBegun('portal'), hasBegun('console')])
    await waitUntil(async () => existsSync(path.join(dataDir, 'postgres', 'postmaster.pid')), 'the database')
    go('portal')
    await has('Ctrl-C stops it')
    expect([await statusOf('/login'), await statusOf('/console')]).toEqual([200, 503])
    go('console')
    await has('The console is built')
    expect([await statusOf('/login'), await statusOf('/console')]).toEqual([200, 200])
    child.kill('SIGTERM')
    expect(await exited).toEqual([0, null])
  },
)

test.each(['portal', 'console'])('a %s that cannot be built ends the start with a sentence', async (one) => {
  const { exited, hasBegun, output } = await start()
  await Promise.all([hasBegun('portal'), hasBegun('console')])
  go(one, 'broken')
  go(one)
  expect(await exited).toEqual([1, null])
  expect(output()).toContain('a bad import')
  expect(output()).toContain(`The ${one} could not be built. The reason stands above.`)
  expect(output()).not.toContain('Ctrl-C stops it')
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('a console that cannot be built ends the server that serves the portal already', async () => {
  const { exited, has, output } = await start()
  go('portal')
  await has('Ctrl-C stops it')
  go('console', 'broken')
  go('console')
  expect(await exited).toEqual([1, null])
  expect(output()).toContain('The console could not be built.')
})

test('a signal ends both builds and the database', async () => {
  const { child, exited, hasBegun, output } = await start()
  await Promise.all([hasBegun('portal'), hasBegun('console')])
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  expect(output()).not.toContain('could not be built')
  expect(existsSync(path.join(dataDir, 'postgres', 'postmaster.pid'))).toBe(false)
})

test('at a taken port nothing is built: another server may serve these files', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  await once(other, 'listening')
  onTestFinished(() => void other.close())
  const { exited, output } = await start({ PORT: String((other.address() as { port: number }).port) })
  expect(await exited).toEqual([1, null])
  expect(output()).toContain('is taken')
  expect([existsSync(at('portal.begun')), existsSync(at('console.begun'))]).toEqual([false, false])
})
