import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, expect, test } from 'vitest'

import { FILE_PART_BYTES } from '../../contract/client-files.ts'
import { findShownClients } from '../domains/clients/catalogue.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildAccount } from '../test/build/factories.ts'
import { makeApp } from '../test/run/make-app.ts'
import { makeCliHere } from '../test/run/run-cli.ts'

const { db, config, inject } = await makeApp()
const yx = makeCliHere({ DATABASE_URL: config.databaseUrl ?? '' })
const release = Buffer.alloc(FILE_PART_BYTES + 7, 'release ')
const digest = createHash('sha256').update(release).digest('hex')
const source = createServer((request, answer) => {
  if (request.url === '/app.apk') return answer.writeHead(200, { 'content-length': release.length }).end(release)
  if (request.url === '/endless.apk') return answer.writeHead(200).end(release)
  return answer.writeHead(404).end()
})
await new Promise<void>((ready) => source.listen(0, '127.0.0.1', ready))
afterAll(() => void source.close())
const at = (path: string) => `http://127.0.0.1:${(source.address() as AddressInfo).port}${path}`
const fetchOf = (url: string, more = '', client = 'clash-meta', system = 'android') =>
  yx(`clients fetch --client ${client} --system ${system} --url ${url} ${more}`.trim())
const androidPlace = async () =>
  (await findShownClients({ db, config }, 0))
    .find(({ id }) => id === 'clash-meta')!
    .places.find((place) => place.system === 'android')!

test('a release that the operator names is served from here, with its checksum', async () => {
  expect((await androidPlace()).file).toBeNull()
  const { exitCode, out } = await fetchOf(at('/app.apk'), `--checksum ${digest.toUpperCase()}`)
  expect([exitCode, out]).toEqual([0, expect.stringContaining(`SHA-256 ${digest}`)])
  const place = await androidPlace()
  expect(place.file).toEqual({ name: 'app.apk', sizeBytes: release.length, sha256: digest })
  const answer = await inject({ method: 'GET', url: new URL(place.url).pathname })
  expect([answer.statusCode, answer.rawPayload.equals(release)]).toEqual([200, true])
})

test.each([
  ['another checksum', () => fetchOf(at('/app.apk'), `--checksum ${'0'.repeat(64)}`, 'clash-verge', 'windows'), digest],
  ['an address that has nothing', () => fetchOf(at('/none.apk')), '404'],
  ['a file of unknown length', () => fetchOf(at('/endless.apk')), 'how long'],
  ['an address without https', () => fetchOf('http://files.example/app.apk'), 'https'],
  ['a name that is none', () => fetchOf(at('/a%20b.apk')), 'name of a file'],
  ['a system that it is not for', () => fetchOf(at('/app.apk'), '', 'clash-meta', 'ios'), 'is for'],
  ['a client that is none', () => fetchOf(at('/app.apk'), '', 'nonesuch'), ''],
])('%s changes nothing', async (_name, run, says) => {
  const before = await findShownClients({ db, config }, 0)
  const { exitCode, err } = await run()
  expect([exitCode === 0, err]).toEqual([false, expect.stringContaining(says)])
  expect(await findShownClients({ db, config }, 0)).toEqual(before)
})

test('the doctor names systems in use whose clients lie outside alone', async () => {
  const token = await buildSession(db, await buildAccount(db, {}))
  expect(token).not.toBe('')
  await db.kysely.updateTable('sessions').set({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64)' }).execute()
  const found = async () => {
    const { json } = await yx('doctor --json')
    const { findings } = json.data as { findings: { code: string; facts: object; state: string }[] }
    return findings.find(({ code }) => code.startsWith('clients_'))
  }
  expect(await found()).toMatchObject({ code: 'clients_outside', state: 'note', facts: { systems: 'windows' } })
  expect((await fetchOf(at('/app.apk'), '', 'clash-verge', 'windows')).exitCode).toBe(0)
  expect(await found()).toMatchObject({ code: 'clients_ok', state: 'ok' })
})
