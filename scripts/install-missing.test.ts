import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { waitUntil } from '../server/test/run/wait-until.ts'
import { patient } from '../test/patience.ts'
import { root } from './step.ts'

/** Makes a package of one file as an archive, so that nothing comes from a registry. */
function pack(folder: string, version: string): string {
  const source = path.join(folder, `tiny-${version}`, 'package')
  mkdirSync(source, { recursive: true })
  writeFileSync(path.join(source, 'package.json'), JSON.stringify({ name: 'tiny', version, main: 'tiny.js' }))
  writeFileSync(path.join(source, 'tiny.js'), `module.exports = '${version}'`)
  const file = path.join(folder, `tiny-${version}.tgz`)
  execFileSync('tar', ['-czf', file, '-C', path.dirname(source), 'package'])
  return file
}

async function makeInstallation() {
  const folder = await makeScratchDir()
  const home = path.join(folder, 'home')
  mkdirSync(path.join(home, 'scripts'), { recursive: true })
  mkdirSync(path.join(home, 'server'))
  copyFileSync(path.join(root, 'scripts/install-missing.mjs'), path.join(home, 'scripts/install-missing.mjs'))
  writeFileSync(path.join(home, 'server/main.ts'), `setInterval(() => {}, 1000); console.log('serving')`)
  const env = { ...process.env, npm_config_cache: path.join(folder, 'cache'), npm_config_offline: 'true' }
  /** Acts like a release that needs this version. */
  const want = (version: string) => {
    const file = pack(folder, version)
    const own = { name: 'home', version: '1.0.0', dependencies: { tiny: `file:${file}` } }
    const scripts = { prestart: 'node scripts/install-missing.mjs', start: 'node -p "require(\'tiny\')"' }
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
    const packages = { '': own, 'node_modules/tiny': { version, resolved: `file:${file}`, integrity } }
    const lock = { name: 'home', version: '1.0.0', lockfileVersion: 3, requires: true, packages }
    writeFileSync(path.join(home, 'package.json'), JSON.stringify({ ...own, scripts }))
    writeFileSync(path.join(home, 'package-lock.json'), JSON.stringify(lock))
  }
  return {
    home,
    want,
    start: () => spawnSync('npm', ['start'], { cwd: home, env, encoding: 'utf8', timeout: patient(120_000) }),
    /** Runs the first step of `npm start`. */
    look: () => spawnSync(process.execPath, ['scripts/install-missing.mjs'], { cwd: home, env, encoding: 'utf8' }),
    env,
    /** The version that a running service would load. */
    loaded: () => execFileSync(process.execPath, ['-p', `require('tiny')`], { cwd: home, encoding: 'utf8' }).trim(),
    left: () => readdirSync(home).filter((name) => /installing|before/.test(name)),
  }
}

test('an installation stays until a complete one replaces it', async () => {
  const { home, want, start, look, env, loaded, left } = await makeInstallation()
  want('1.0.0')
  const first = start()
  expect([first.status, first.stdout], first.stderr).toEqual([
    0,
    expect.stringMatching(/Installing packages.*1\.0\.0\n$/s),
  ])
  // This also works for people who used only npm: its own list is compared, and no mark of ours is needed.
  expect(look()).toMatchObject({ status: 0, stdout: '' })

  want('2.0.0')
  const server = spawn(process.execPath, ['server/main.ts'], { cwd: home, stdio: ['ignore', 'pipe', 'ignore'] })
  onTestFinished(() => void server.kill('SIGKILL'))
  await once(server.stdout, 'data')
  const beside = look()
  expect([beside.status, beside.stderr]).toEqual([1, expect.stringMatching(/process \d+ serves.*Nothing was changed/s)])
  expect(loaded()).toBe('1.0.0')
  server.kill('SIGKILL')
  await once(server, 'exit')

  await cutOff(home, env)
  expect(loaded()).toBe('1.0.0')
  // Interrupted between the two renames.
  renameSync(path.join(home, 'node_modules'), path.join(home, 'node_modules.before'))
  const again = start()
  expect([again.status, again.stdout], again.stderr).toEqual([0, expect.stringMatching(/Installed in.*2\.0\.0\n$/s)])
  expect([loaded(), left()]).toEqual(['2.0.0', []])

  writeFileSync(path.join(home, 'package-lock.json'), '{}')
  expect([look().status, loaded(), left()]).toEqual([1, '2.0.0', []])
})

/** Kills the installation while npm is working. */
async function cutOff(home: string, env: NodeJS.ProcessEnv): Promise<void> {
  const bin = path.join(home, 'bin')
  mkdirSync(bin)
  writeFileSync(
    path.join(bin, 'npm'),
    '#!/bin/sh\nmkdir -p node_modules/tiny && touch node_modules/tiny/half\nexec sleep 600\n',
  )
  chmodSync(path.join(bin, 'npm'), 0o755)
  const PATH = `${bin}:${env['PATH']}`
  const script = 'scripts/install-missing.mjs'
  const child = spawn(process.execPath, [script], { cwd: home, env: { ...env, PATH }, stdio: 'ignore', detached: true })
  const ended = once(child, 'exit')
  const half = path.join(home, `.installing-${child.pid}`, 'node_modules/tiny/half')
  await waitUntil(async () => existsSync(half), 'a half installation')
  process.kill(-child.pid!, 'SIGKILL')
  await ended
}
