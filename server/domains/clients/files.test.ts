import { sql } from 'kysely'
import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'

import { FILE_PART_BYTES } from '../../../contract/client-files.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { removeOutdatedRows } from '../../retention.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { readRange } from './read-range.ts'

const made = await makeApp()
const { db, config, app, inject } = made
const { clients, shownClients } = consoleApi
const { call: ask } = await buildStaff(made, { resellerId: null })
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
const partOf = (content: Buffer, number: number) =>
  content.subarray(number * FILE_PART_BYTES, (number + 1) * FILE_PART_BYTES).toString('base64')
let asked = 0

async function upload(content: Buffer, name: string) {
  const { fileId } = (await ask(clients.beginFile, { name, sizeBytes: content.length })).data
  for (let number = 0; number * FILE_PART_BYTES < content.length; number += 1) {
    expect((await ask(clients.putPart, { fileId, number, bytes: partOf(content, number) })).status).toBe(200)
  }
  return (await ask(clients.finishFile, { fileId })).data
}

async function offer(fileId: number, clientId = 'flclash', resellerId?: number) {
  const own = { name: 'Own', systems: ['windows' as const], format: 'mihomo', link: null, colour: '#123456' }
  const wish = clientId === 'flclash' ? {} : { own, ...(resellerId === undefined ? {} : { resellerId }) }
  const places = [{ system: 'windows' as const, fileId }]
  return ask(clients.save, { clientId, isHidden: false, places, ...wish })
}

/** Each call has its own address, because the limit is by address. */
function get(url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') {
  asked += 1
  return inject({ method, url, headers, remoteAddress: `198.51.100.${asked % 250}` })
}

const content = randomBytes(FILE_PART_BYTES * 2 + 12_345)

test('a file comes back as it was, whole, in ranges and by its head', async () => {
  const file = await upload(content, 'FlClash-0.8.96.exe')
  expect(file).toMatchObject({ sizeBytes: content.length, sha256: hash(content) })
  expect(file.path).toBe(`/files/${hash(content)}/FlClash-0.8.96.exe`)
  expect((await get(file.path)).statusCode).toBe(404)
  expect((await offer(file.fileId)).status).toBe(200)
  const whole = await get(file.path, { cookie: 'app_key=yx_260; XSRF-TOKEN=x' })
  expect(whole.statusCode).toBe(200)
  expect(whole.rawPayload.equals(content)).toBe(true)
  expect(whole.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': 'attachment; filename="FlClash-0.8.96.exe"',
    'content-length': String(content.length),
    'content-security-policy': "sandbox; default-src 'none'",
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${hash(content)}"`,
  })
  expect((await get(file.path)).headers['set-cookie']).toBeUndefined()
  const head = await get(file.path, {}, 'HEAD')
  expect([head.statusCode, head.headers['content-length'], head.rawPayload.length]).toEqual([
    200,
    String(content.length),
    0,
  ])
  const edge = FILE_PART_BYTES - 10
  const part = await get(file.path, { range: `bytes=${edge}-${edge + 99}` })
  expect([part.statusCode, part.headers['content-range']]).toEqual([
    206,
    `bytes ${edge}-${edge + 99}/${content.length}`,
  ])
  expect(part.rawPayload.equals(content.subarray(edge, edge + 100))).toBe(true)
  const rest = await get(file.path, { range: `bytes=${edge}-`, 'if-range': `"${hash(content)}"` })
  expect(rest.rawPayload.equals(content.subarray(edge))).toBe(true)
  expect((await get(file.path, { range: 'bytes=0-9', 'if-range': '"older"' })).statusCode).toBe(200)
  expect((await get(file.path, { range: `bytes=${content.length}-` })).statusCode).toBe(416)
  expect((await get(file.path, { 'if-none-match': `"${hash(content)}"` })).statusCode).toBe(304)
})

test('an upload goes on where it stopped, and the same file is kept once', async () => {
  const bytes = randomBytes(FILE_PART_BYTES + 5)
  const begin = () => ask(clients.beginFile, { name: 'app.dmg', sizeBytes: bytes.length })
  const { fileId } = (await begin()).data
  await ask(clients.putPart, { fileId, number: 0, bytes: partOf(bytes, 0) })
  expect((await ask(clients.finishFile, { fileId })).status).toBe(400)
  const again = (await begin()).data
  expect(again).toEqual({ fileId, parts: [{ number: 0, sha256: hash(bytes.subarray(0, FILE_PART_BYTES)) }] })
  await ask(clients.putPart, { fileId, number: 1, bytes: partOf(bytes, 1) })
  const first = (await ask(clients.finishFile, { fileId })).data
  expect(first.sha256).toBe(hash(bytes))
  expect((await ask(clients.putPart, { fileId, number: 1, bytes: partOf(bytes, 1) })).code).toBe('object.unknown')
  expect((await upload(bytes, 'app.dmg')).fileId).toBe(first.fileId)
})

test('refuses parts and files that are not what they say', async () => {
  const begin = (name: string, sizeBytes: number) => ask(clients.beginFile, { name, sizeBytes })
  const { fileId } = (await begin('x.apk', FILE_PART_BYTES + 1)).data
  const full = randomBytes(FILE_PART_BYTES).toString('base64')
  for (const [number, bytes] of [
    [0, full.slice(0, -8)],
    [1, full],
    [2, 'AAAA'],
    [0, `${full.slice(0, -4)}!!!!`],
  ] as const) {
    expect((await ask(clients.putPart, { fileId, number, bytes })).status).toBe(400)
  }
  for (const name of ['../x', 'a/b', '.hidden', 'a b', '', 'x'.repeat(101), 'é.exe']) {
    expect((await begin(name, 10)).status).toBe(400)
  }
  expect((await begin('large.zip', 300 * 1024 ** 2 + 1)).status).toBe(400)
  const { call: support } = await buildStaff(made, { resellerId: null, role: 'support' })
  expect((await support(clients.beginFile, { name: 'x.apk', sizeBytes: 5 })).status).toBe(403)
})

test('a part that was altered in the database is not served', async () => {
  const bytes = randomBytes(FILE_PART_BYTES + 7)
  const file = await upload(bytes, 'altered.exe')
  await offer(file.fileId, 'altered')
  expect((await get(file.path)).rawPayload.equals(bytes)).toBe(true)
  await sql`update client_file_parts set bytes = set_byte(bytes, 3, (get_byte(bytes, 3) + 1) % 256)
    where file_id = ${file.fileId} and number = 1`.execute(db.kysely)
  expect((await get(file.path, { range: 'bytes=0-99' })).statusCode).toBe(206)
  await expect(
    get(file.path, { range: `bytes=${FILE_PART_BYTES}-` }).then((answer) => answer.statusCode),
  ).resolves.toBe(500)
})

test("another reseller's file, a hidden one and every trick with the path are not found", async () => {
  await buildReseller(db, { id: 7301 })
  const bytes = randomBytes(500)
  const file = await upload(bytes, 'own.apk')
  await offer(file.fileId, 'own-of-7301', 7301)
  const status = async (query: string) => (await get(`${file.path}${query}`)).statusCode
  expect(await status('?app_key=yx_7301')).toBe(200)
  for (const query of ['', '?app_key=yx_0', '?app_key=yx_260', '?app_key=x']) expect(await status(query)).toBe(404)
  const { call: reseller } = await buildStaff(made, { resellerId: 7301 })
  expect((await reseller(shownClients.save, { hiddenIds: ['own-of-7301'] })).status).toBe(200)
  expect(await status('?app_key=yx_7301')).toBe(404)
  await reseller(shownClients.save, { hiddenIds: [] })
  const { sha256 } = file
  for (const url of [
    '/files/',
    `/files/${sha256}`,
    `/files/${sha256}/`,
    `/files/${sha256}/other.apk`,
    `/files/${sha256.toUpperCase()}/own.apk`,
    `/files/${sha256}/own.apk/`,
    `/files/${sha256}/own%2Eapk`,
    `/files/${sha256}/%2e%2e%2fown.apk`,
    `/files/${sha256}/..%2f${sha256}/own.apk`,
    '/files/%2e%2e/etc/passwd',
    `/files/${'0'.repeat(64)}/own.apk`,
    `/files/${sha256}/own.apk%00`,
  ]) {
    expect([url, (await get(`${url}?app_key=yx_7301`)).statusCode]).toEqual([url, 404])
  }
  expect((await ask(clients.removeFile, { fileId: file.fileId })).status).toBe(200)
  expect(await status('?app_key=yx_7301')).toBe(404)
})

test('uploads that nobody finished go after a week', async () => {
  const { fileId } = (await ask(clients.beginFile, { name: 'left.exe', sizeBytes: 9 })).data
  const isThere = async () =>
    (await db.kysely.selectFrom('clientFiles').select('id').where('id', '=', fileId).execute()).length === 1
  const at = (days: number) => new Date(clock.now().getTime() + days * 86_400_000)
  await removeOutdatedRows({ db, config, now: at(6), log: app.log } as never)
  expect(await isThere()).toBe(true)
  await removeOutdatedRows({ db, config, now: at(8), log: app.log } as never)
  expect(await isThere()).toBe(false)
})

test.each([
  [undefined, null],
  ['bytes=0-0', { first: 0, last: 0 }],
  ['bytes=5-', { first: 5, last: 99 }],
  ['bytes=-5', { first: 95, last: 99 }],
  ['bytes=-500', { first: 0, last: 99 }],
  ['bytes=90-500', { first: 90, last: 99 }],
  ['bytes=100-', 'outside'],
  ['bytes=-0', 'outside'],
  ['bytes=9-5', null],
  ['bytes=0-1,5-6', null],
  ['bytes=-', null],
  ['items=0-5', null],
  ['bytes=1e1-2', null],
])('of 100 bytes the range %s is %j', (header, range) => expect(readRange(header, 100)).toEqual(range))
