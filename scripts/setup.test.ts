import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

import { makeScratchDir } from '../server/test/run/scratch-dir.ts'
import { SETUP_STEPS } from './proofs/production/setup.ts'
import { root } from './step.ts'

// The scripts are for Debian. Elsewhere, and where something is installed, only their reading of options is seen.
const isInstalled = existsSync('/etc/yuxian.env')
const read = (name: string) => readFileSync(path.join(root, 'deploy', name), 'utf8')

function run(script: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync('bash', [path.join(root, 'deploy', script), ...args], {
    encoding: 'utf8',
    input: '',
  })
  return { status, out: stdout, err: stderr, lines: stdout.split('\n') }
}
const setup = (...args: string[]) => run('setup', ...args)
const GIVEN = ['--domain', 'portal.example.com', '--mail', 'you@example.com']

test.each(['setup', 'update', 'yx'])('the shell can read deploy/%s', (name) => {
  const { status, stderr } = spawnSync('bash', ['-n', path.join(root, 'deploy', name)], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
})

test.skipIf(isInstalled)('the setup names all that is wrong at once, before it does anything', async () => {
  const file = path.join(await makeScratchDir(), 'smtp')
  writeFileSync(file, 'mail.example.com\n')
  const wrong = ['--domain', 'no name', '--mail', 'nobody', '--smtp-file', file, '--copy-to', 'somewhere']
  const { status, err } = setup('--yes', ...wrong, '--acme', 'http://acme.org', '--stop-after', 'lunch', '--fast')
  expect(status).toBe(1)
  expect(err).toMatch(/^Nothing was changed:\n/)
  for (const name of ['--domain', '--mail', '--smtp-file', '--copy-to', '--acme', '--stop-after', '--fast']) {
    expect(err).toContain(`\n  - ${name}`)
  }
})

test.skipIf(isInstalled)('the setup asks nothing with --yes, and says what is missing', () => {
  const { status, err } = setup('--yes')
  expect(status).toBe(1)
  expect(err).toContain('--domain: missing')
  expect(err).toContain('--mail: missing')
  expect(setup('--domain').err).toContain('--domain needs a value')
})

test.skipIf(isInstalled)('a place for copies is a folder or a program, by its whole path', () => {
  const place = (to: string) => setup('--yes', '--stop-after', 'lunch', ...GIVEN, '--copy-to', to).err
  for (const good of ['/mnt/copies', '/usr/bin/rclone copy {} offsite:yuxian', 'later']) {
    expect(place(good), good).not.toContain('--copy-to')
  }
  for (const bad of ['copies', '/mnt/my copies', 'rclone copy {} offsite:yuxian', '/']) {
    expect(place(bad), bad).toContain('--copy-to')
  }
})

test.skipIf(isInstalled)('a dry run says every step in its order and changes nothing', () => {
  const { lines } = setup('--dry-run', ...GIVEN, '--copy-to', '/mnt/copies')
  const said = lines.flatMap((line) => /^(?:would|done)\s+(\w+)/.exec(line)?.[1] ?? [])
  expect(said).toEqual(SETUP_STEPS)
  expect(lines).toContain('Nothing was changed.')
  expect(existsSync('/etc/yuxian.env')).toBe(false)
})

test('without a proxy of its own the setup needs no mail address and installs no Caddy', () => {
  const { out } = setup('--dry-run', '--domain', 'portal.example.com', '--without-proxy')
  if (!isInstalled) expect(out).toContain('https://portal.example.com')
  expect(out).not.toMatch(/packages .*caddy/)
})

test('the help of the setup names every step and every option that it reads', () => {
  const { status, out } = setup('--help')
  expect(status).toBe(0)
  expect(out).toContain(`Steps: ${SETUP_STEPS.join(' ')}`)
  const options = [...read('setup').matchAll(/^ {4}(--[a-z-| ]+)\)/gm)].flatMap(([, names]) => names!.split(' | '))
  expect(options.length).toBeGreaterThan(9)
  for (const option of options.filter((one) => one !== '--help')) expect(out).toContain(`  ${option} `)
})

test('docs/production.md has every step of the setup', () => {
  const guide = readFileSync(path.join(root, 'docs/production.md'), 'utf8')
  for (const step of SETUP_STEPS) expect(guide).toContain(`| \`${step}\``)
})

test('every file that the setup changes by names of the examples has them', () => {
  const caddyfile = read('Caddyfile')
  expect(caddyfile).toMatch(/^\temail you@example\.com$/m)
  expect(caddyfile).toMatch(/^portal\.example\.com \{$/m)
  expect(caddyfile.match(/127\.0\.0\.1:3000/g)).toHaveLength(2)
})

test('update and go-back read their options before anything else', () => {
  expect(run('update', 'update').err).toContain('Say which release')
  expect(run('update', 'go-back', 'v0.2.0').err).toContain('to no other')
  expect(run('update', 'update', 'v1', '--wait', 'long').err).toContain('--wait: seconds')
  expect(run('update', 'update', '--force').err).toContain('--force is no option')
  expect(run('update', 'update', '--help').out).toContain('yx go-back')
  if (!isInstalled) expect(run('update', 'go-back').err).toMatch(/nothing is installed here|needs root/)
})
