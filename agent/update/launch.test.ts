import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { settingsFile } from '../settings.ts'
import { signRelease, updateKey } from '../test/signed-release.ts'
import { tempDir } from '../test/temp-dir.ts'
import { fileOf, readVersions, saveNext } from './versions.ts'

let dir = ''
let launcher: ReturnType<typeof start> | null = null
beforeEach(() => {
  dir = tempDir()
  mkdirSync(dir, { recursive: true })
  const identity = { server: 'http://127.0.0.1:9', nodeId: 1, secret: 's', epoch: 1, updateKey }
  writeFileSync(settingsFile(dir), JSON.stringify(identity))
})
afterEach(async () => {
  await launcher?.stop()
  rmSync(dir, { recursive: true })
})

/** A program in place of an agent: it prints its name, then does what is said. */
const program = (name: string, does: string) => Buffer.from(`console.log('${name} runs'); ${does}`)
const serves = `process.send?.('serving'); process.on('SIGTERM', () => process.exit(0)); setInterval(() => {}, 1000)`
/** Serves, and asks for the next release as soon as one is stored. */
const updates = `${serves}; const { readFileSync } = await import('node:fs')
  setInterval(() => { try { if (JSON.parse(readFileSync(process.argv[4] + '/versions/versions.json', 'utf8')).next) process.exit(75) } catch {} }, 20)`

function start(installed: string) {
  const run = `import { launch } from '${path.join(import.meta.dirname, 'launch.ts')}'
    process.exitCode = await launch({ dir: ${JSON.stringify(dir)}, installed: ${JSON.stringify(installed)}, trialMs: 1500 })`
  const child = spawn(process.execPath, ['--input-type=module', '-e', run], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  child.stdout.on('data', (part) => (text += String(part)))
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  return {
    says: (words: string) => expect.poll(() => text).toContain(words),
    exited,
    async stop() {
      child.kill('SIGTERM')
      return exited
    },
  }
}

async function startInstalled(does = updates) {
  const installed = path.join(dir, 'installed.mjs')
  writeFileSync(installed, program('installed', does))
  launcher = start(installed)
  await launcher.says('installed runs')
  return launcher
}

function offer(number: string, does: string) {
  const file = program(number, does)
  const release = signRelease(number, file)
  saveNext(dir, release, file)
  return release
}

test('a release that serves stays, and a stop ends it', async () => {
  const running = await startInstalled()
  const release = offer('1.0.0', serves)
  await running.says('the new release serves')
  expect(readVersions(dir)).toMatchObject({ current: release, isOnTrial: false, next: null, failed: null })
  expect(await running.stop()).toBe(0)
  launcher = start(path.join(dir, 'installed.mjs'))
  await launcher.says('1.0.0 runs')
})

test.each([
  ['cannot start', 'throw new Error("broken")'],
  ['ends at once', 'process.exit(0)'],
  ['never serves', 'setInterval(() => {}, 1000)'],
])('a release that %s is taken back, and the one before serves on', async (_name, does) => {
  const running = await startInstalled()
  offer('1.0.0', updates)
  await running.says('the new release serves')
  offer('1.1.0', does)
  await running.says('back to the release before')
  await expect
    .poll(() => readVersions(dir))
    .toMatchObject({ current: { number: '1.0.0' }, failed: { number: '1.1.0' } })
  await expect.poll(() => readVersions(dir).next).toBeNull()
})

test('a stored release that was altered, cut off or removed is never run', async () => {
  const running = await startInstalled(serves)
  expect(await running.stop()).toBe(0)
  for (const harm of [
    (file: string) => writeFileSync(file, program('harmed', serves)),
    (file: string) => truncateSync(file, 10),
    (file: string) => rmSync(file),
  ]) {
    harm(fileOf(dir, offer('2.0.0', serves)))
    launcher = start(path.join(dir, 'installed.mjs'))
    await launcher.says('a release is not run')
    await launcher.says('installed runs')
    expect(await launcher.stop()).toBe(0)
    expect(readVersions(dir)).toMatchObject({ current: null, next: null, failed: { number: '2.0.0' } })
  }
})

test('a stop that comes before the agent listens for it ends well, too', async () => {
  const running = await startInstalled('setInterval(() => {}, 1000)')
  expect(await running.stop()).toBe(0)
})

test('a damaged record runs the installed release', async () => {
  offer('1.0.0', serves)
  writeFileSync(path.join(dir, 'versions', 'versions.json'), readFileSync(settingsFile(dir)).subarray(0, 9))
  const running = await startInstalled(serves)
  await running.says('installed runs')
})

test('the end of the agent is the end of the launcher, with its code', async () => {
  const running = await startInstalled('process.exit(3)')
  expect(await running.exited).toBe(3)
})
