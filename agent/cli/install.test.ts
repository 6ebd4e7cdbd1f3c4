import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { tempDir } from '../test/temp-dir.ts'
import { install, type Machine } from './install.ts'

const options = { server: 'https://portal.example', token: 'en1.token', updateKey: 'AAAA' }
let root = ''
let done: string[] = []
beforeEach(() => {
  root = tempDir()
  done = []
  for (const folder of ['run/systemd/system', 'etc/systemd/system'])
    mkdirSync(path.join(root, folder), { recursive: true })
  writeFileSync(path.join(root, 'agent.mjs'), 'the agent')
})
afterEach(() => rmSync(root, { recursive: true }))

const machine = (changed: Partial<Machine> = {}): Machine => ({
  uid: 0,
  root,
  has: (program) => program === 'v2ray',
  run(program, words) {
    done.push([program, ...words].join(' '))
    return program === 'id' || (words.includes('is-enabled') && !words.includes('v2ray')) ? 1 : 0
  },
  ...changed,
})

test('makes user, folder, program, unit and key, and starts the service in the engine’s place', () => {
  expect(install(options, path.join(root, 'agent.mjs'), machine())).toBe(0)
  expect(readFileSync(path.join(root, 'opt/yuxian-agent/yuxian-agent.mjs'), 'utf8')).toBe('the agent')
  const unit = readFileSync(path.join(root, 'etc/systemd/system/yuxian-agent.service'), 'utf8')
  expect(unit).toContain(`ExecStart=${process.execPath} /opt/yuxian-agent/yuxian-agent.mjs launch\n`)
  expect(unit).toContain('User=yuxian-agent\n')
  expect(unit).not.toContain('/opt/yuxian/')
  const enrol = done.find((line) => line.startsWith('runuser'))
  expect(enrol).toContain('enrol --server https://portal.example --token en1.token --key AAAA')
  expect(done.filter((line) => line.startsWith('systemctl') && !line.includes('is-enabled'))).toEqual([
    'systemctl daemon-reload',
    'systemctl disable --now v2ray',
    'systemctl enable yuxian-agent',
    'systemctl restart yuxian-agent',
  ])
})

test('the installed file runs, not a release that was fetched before', () => {
  const fetched = path.join(root, 'var/lib/yuxian-agent/versions')
  mkdirSync(fetched, { recursive: true })
  writeFileSync(path.join(fetched, 'versions.json'), '{}')
  install(options, path.join(root, 'agent.mjs'), machine())
  expect(existsSync(fetched)).toBe(false)
})

test('says what is missing before it changes anything', () => {
  rmSync(path.join(root, 'run'), { recursive: true })
  const bare = machine({ uid: 1000, has: () => false })
  expect(() => install(options, path.join(root, 'agent.mjs'), bare)).toThrow(
    'Run this as root.\nsystemd does not run here.\nThere is no engine. On Debian: apt-get install -y v2ray iproute2',
  )
  expect([done, existsSync(path.join(root, 'opt'))]).toEqual([[], false])
})

test('does not start the service when enrolling failed', () => {
  const refused = machine()
  const run: Machine['run'] = (program, words) => (program === 'runuser' ? 1 : refused.run(program, words))
  expect(() => install(options, path.join(root, 'agent.mjs'), { ...refused, run })).toThrow('runuser ended with 1')
  expect(done.some((line) => line.startsWith('systemctl'))).toBe(false)
})
