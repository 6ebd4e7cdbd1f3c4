import { execFile, spawnSync } from 'node:child_process'
import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto'
import { readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'

import { writeDurably } from '../durable-file.ts'
import { makeCertificate } from '../test/engine-tools.ts'
import { setupOf } from '../test/engines.ts'
import { identity, startStandInPortal, type StandInPortal } from '../test/stand-in-portal.ts'
import { tempDir } from '../test/temp-dir.ts'

const main = path.join(import.meta.dirname, '..', 'main.ts')
const dir = tempDir()
let portal: StandInPortal
beforeAll(async () => {
  portal = await startStandInPortal(setupOf('vless', 443))
})
afterAll(async () => {
  await portal.stop()
  rmSync(dir, { recursive: true })
})

const refused = (...args: string[]) => {
  const { status, stderr, stdout } = spawnSync(process.execPath, [main, ...args], { encoding: 'utf8' })
  return { status, text: stdout + stderr }
}

test('help and mistakes', () => {
  expect(refused('help')).toMatchObject({ status: 0, text: expect.stringContaining('enrol --server URL') })
  expect(refused('fly')).toMatchObject({ status: 1, text: expect.stringContaining('no command fly') })
  expect(refused('enrol', '--server', portal.url)).toMatchObject({ status: 1, text: '--token is missing\n' })
  expect(refused('run', '--dir', dir)).toMatchObject({ status: 1, text: expect.stringContaining('run `enrol` first') })
  const plain = refused('enrol', '--server', 'http://example.com', '--token', 'x')
  expect(plain).toMatchObject({ status: 1, text: expect.stringContaining('https') })
})

test('a node that was enrolled without the key that signs releases gets it later, and keeps all else', () => {
  const home = tempDir()
  onTestFinished(() => rmSync(home, { recursive: true }))
  const file = path.join(home, 'agent.json')
  expect(refused('key', 'AAAA', '--dir', home)).toMatchObject({ status: 1, text: expect.stringContaining('no key') })
  const { publicKey } = generateKeyPairSync('ed25519')
  const key = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  expect(refused('key', key, '--dir', home)).toMatchObject({ status: 1, text: expect.stringContaining('run `enrol`') })
  const written = { ...identity, server: portal.url, listen: '::' }
  writeFileSync(file, JSON.stringify(written))
  expect(refused('key', key, '--dir', home)).toMatchObject({ status: 0, text: expect.stringContaining('restart') })
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...written, updateKey: key })
})

test('enrolling never shows the key and keeps the operator’s own settings', async () => {
  const file = path.join(dir, 'agent.json')
  const enrol = ['enrol', '--server', `${portal.url}/`, '--token', 'one-time-token-of-the-node', '--dir', dir]
  const { stdout } = await promisify(execFile)(process.execPath, [main, ...enrol])
  expect(stdout).toContain('node 1')
  expect(stdout).toContain('without the key that signs releases')
  expect(stdout).not.toContain(identity.secret)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const written = JSON.parse(readFileSync(file, 'utf8')) as object
  expect(written).toEqual({ ...identity, server: portal.url })
  writeFileSync(file, JSON.stringify({ ...written, epoch: 0, listen: '::' }))
  await promisify(execFile)(process.execPath, [main, ...enrol])
  expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...identity, server: portal.url, listen: '::' })
  const status = refused('status', '--dir', dir, '--json')
  expect(status.status).toBe(1)
  const stopped = { engine: 'not running', nodeId: 1, record: 'absent' }
  expect(JSON.parse(status.text)).toMatchObject({ ...stopped, certSha256: null })
  const tls = makeCertificate(dir)
  writeFileSync(file, JSON.stringify({ ...written, tls }))
  const der = new X509Certificate(readFileSync(tls.certificateFile)).raw
  const certSha256 = createHash('sha256').update(der).digest('hex')
  expect(JSON.parse(refused('status', '--dir', dir, '--json').text)).toMatchObject({ ...stopped, certSha256 })
  // One that the agent makes itself is told when it is made, and by `status` once the portal has said what the node is.
  portal.setup = { ...setupOf('trojan', 443, { certMode: 'self' }), serverName: 'hk1.example' }
  const told = await promisify(execFile)(process.execPath, [main, ...enrol])
  const own = new X509Certificate(readFileSync(path.join(dir, 'certificate.pem')))
  const ownSha256 = own.fingerprint256.replaceAll(':', '').toLowerCase()
  expect(told.stdout).toContain(`SHA-256 ${ownSha256}`)
  writeDurably(path.join(dir, 'roster.json'), { setup: portal.setup })
  expect(JSON.parse(refused('status', '--dir', dir, '--json').text)).toMatchObject({ certSha256: ownSha256 })
  writeFileSync(file, JSON.stringify({ ...written, reach: ['10.0.0.0/8', 'my-nas'] }))
  expect(refused('run', '--dir', dir)).toMatchObject({ status: 1, text: expect.stringContaining('my-nas is no range') })
})
