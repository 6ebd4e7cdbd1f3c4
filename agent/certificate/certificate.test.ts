import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { connect, createServer } from 'node:tls'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { DAY_MS } from '../../contract/durations.ts'
import { setupOf } from '../test/engines.ts'
import { tempDir } from '../test/temp-dir.ts'
import { time } from './der.ts'
import { makeCertificate, VALID_DAYS } from './make-certificate.ts'
import { openOwnCertificate, shownHash } from './own-certificate.ts'

const NOW = new Date('2026-11-17T12:00:00.000Z')
let dir = ''
beforeEach(() => {
  dir = tempDir()
})
afterEach(() => rmSync(dir, { recursive: true }))

const LONG = `${'a'.repeat(60)}.${'b'.repeat(60)}.example`

test.each(['hk1.example.com', 'HK-1_a.example', LONG, '192.0.2.7', '2001:db8::ff', '::1'])(
  'a certificate for %s reads back as a server’s own, and as nobody else’s',
  (name) => {
    const { certificate, key } = makeCertificate(name, NOW)
    const read = new X509Certificate(certificate)
    expect(read.verify(read.publicKey)).toBe(true)
    expect(read.issuer).toBe(read.subject)
    expect(read.subject).toBe(`CN=${name.slice(0, 64)}`)
    expect(read.ca).toBe(false)
    expect(read.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1'])
    expect(Date.parse(read.validFrom)).toBe(NOW.getTime() - DAY_MS)
    expect(Date.parse(read.validTo)).toBe(NOW.getTime() + VALID_DAYS * DAY_MS)
    if (name.includes(':') || /^[\d.]+$/.test(name)) expect(read.checkIP(name)).toBe(name)
    else expect(read.subjectAltName).toBe(`DNS:${name}`)
    expect(read.checkHost('other.example')).toBeUndefined()
    expect(read.checkIP('192.0.2.8')).toBeUndefined()
    expect(key).toContain('BEGIN PRIVATE KEY')
    expect(read.serialNumber).not.toBe(new X509Certificate(makeCertificate(name, NOW).certificate).serialNumber)
  },
)

test('a client that trusts it finishes the handshake by its name, and one that does not refuses', async () => {
  const { certificate: cert, key } = makeCertificate('node.example', new Date())
  const server = createServer({ cert, key, minVersion: 'TLSv1.3' }, (socket) => socket.end('carried'))
  server.on('tlsClientError', () => {})
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const ask = async (more: object) => {
    const socket = connect({ port, host: '127.0.0.1', servername: 'node.example', ...more })
    const heard = await once(socket, 'data').catch((error: NodeJS.ErrnoException) => [error.code])
    socket.destroy()
    return String(heard[0])
  }
  expect(await ask({ ca: cert })).toBe('carried')
  expect(await ask({ ca: cert, servername: 'other.example' })).toBe('ERR_TLS_CERT_ALTNAME_INVALID')
  expect(await ask({})).toBe('DEPTH_ZERO_SELF_SIGNED_CERT')
  server.close()
})

test('years from 2050 on are written with four digits', () => {
  const wrote = (text: string) => time(new Date(text)).subarray(2).toString()
  expect(wrote('2049-12-31T23:59:59Z')).toBe('491231235959Z')
  expect(wrote('2050-01-01T00:00:00Z')).toBe('20500101000000Z')
})

const named = (serverName: string, settings: object = { certMode: 'self' }) => {
  return { ...setupOf('trojan', 443, { ...settings }), serverName }
}

test('is made once, only for the agent, and stays through restarts until its last year', () => {
  let now = NOW
  const open = () => openOwnCertificate(dir, () => now)
  const first = open()
  expect(first.report(named('a.example'))).toEqual({})
  const sha256 = first.hashOf(named('a.example'))
  expect(sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(first.report(named('a.example'))).toEqual({ certSha256: sha256 })
  const { certificateFile, keyFile } = first.tlsOf(named('a.example'))!
  for (const file of [certificateFile, keyFile]) expect(statSync(file).mode & 0o777).toBe(0o600)
  const der = new X509Certificate(readFileSync(certificateFile))
  expect(der.fingerprint256.replaceAll(':', '').toLowerCase()).toBe(sha256)
  expect(shownHash(dir, named('a.example'), { tls: null })).toBe(sha256)
  now = new Date(NOW.getTime() + (VALID_DAYS - 366) * DAY_MS)
  expect([first.hashOf(named('a.example')), open().hashOf(named('a.example'))]).toEqual([sha256, sha256])
  now = new Date(NOW.getTime() + (VALID_DAYS - 364) * DAY_MS)
  const renewed = first.hashOf(named('a.example'))
  expect(renewed).not.toBe(sha256)
  expect([first.report(named('a.example')).certSha256, open().hashOf(named('a.example'))]).toEqual([renewed, renewed])
})

test('another name, a lost half or a spoilt file gives a new one; another mode has none', () => {
  const own = () => openOwnCertificate(dir, () => NOW)
  const first = own().hashOf(named('a.example'))
  const other = own().hashOf(named('192.0.2.9'))
  expect([other === first, own().hashOf(named('192.0.2.9'))]).toEqual([false, other])
  const { certificateFile, keyFile } = own().tlsOf(named('192.0.2.9'))!
  const hashes = new Set([first, other])
  for (const spoil of [
    () => rmSync(keyFile),
    () => writeFileSync(certificateFile, 'torn'),
    () => writeFileSync(keyFile, makeCertificate('192.0.2.9', NOW).key),
  ]) {
    spoil()
    hashes.add(own().hashOf(named('192.0.2.9')))
  }
  expect(hashes.size).toBe(5)
  const file = named('a.example', { certMode: 'file' })
  expect([own().tlsOf(file), own().hashOf(file), own().report(file)]).toEqual([null, null, {}])
})

test('keeps the old one while it is good and a new one cannot be written', () => {
  let now = NOW
  const own = openOwnCertificate(dir, () => now)
  const sha256 = own.hashOf(named('a.example'))
  now = new Date(NOW.getTime() + (VALID_DAYS - 100) * DAY_MS)
  mkdirSync(path.join(dir, 'certificate-key.pem.new'))
  expect(own.hashOf(named('a.example'))).toBe(sha256)
  now = new Date(NOW.getTime() + (VALID_DAYS + 1) * DAY_MS)
  expect(() => own.hashOf(named('a.example'))).toThrow()
})
