import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { clock } from '../../platform/clock.ts'
import { removeOutdatedRows } from '../../retention.ts'
import { makePictureBomb } from '../../test/attack/picture-bomb.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff } from '../../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { db, call } = made
const SHOP = 8300
let account: Awaited<ReturnType<typeof buildAccount>>
let token: string
let neighbour: string
let staff: Awaited<ReturnType<typeof buildStaff>>
let foreign: Awaited<ReturnType<typeof buildStaff>>
beforeAll(async () => {
  await buildReseller(db, { id: SHOP })
  await buildReseller(db, { id: SHOP + 1 })
  account = await buildAccount(db, { resellerId: SHOP })
  token = await buildSession(db, account)
  neighbour = await buildSession(db, await buildAccount(db, { resellerId: SHOP }))
  staff = await buildStaff(made, { resellerId: SHOP, role: 'support' })
  foreign = await buildStaff(made, { resellerId: SHOP + 1 })
})

const jpeg = async () =>
  (
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
      .jpeg()
      .toBuffer()
  ).toString('base64')
const upload = async (as = token) => call(api.tickets.upload, { bytes: await jpeg() }, { token: as })
const open = (pictures: string[], as = token) =>
  call(api.tickets.open, { category: 'dead', text: '连不上', pictures, key: randomUUID() }, { token: as })
const show = (ticketId: number, pictureId: string, as = token) =>
  call(api.tickets.picture, { ticketId, pictureId }, { token: as })
const stored = async () => (await db.pool.query('select id from ticket_pictures where reseller_id = $1', [SHOP])).rows

test('a user sends pictures with a ticket; the user and the shop’s support see them, nobody else', async () => {
  const [first, second] = [(await upload()).data, (await upload()).data]
  expect(first).toMatchObject({ width: 40, height: 30 })
  const { ticketId } = (await open([first.pictureId, second.pictureId])).data
  const thread = (await call(api.tickets.show, { ticketId }, { token })).data
  expect(thread.messages[0]?.pictures.map(({ pictureId }) => pictureId)).toEqual([first.pictureId, second.pictureId])
  const own = (await show(ticketId, first.pictureId)).data
  expect(own.type).toBe('image/webp')
  expect(Buffer.from(own.bytes, 'base64').toString('latin1', 8, 12)).toBe('WEBP')
  const asked = { ticketId, pictureId: first.pictureId }
  expect((await staff.call(consoleApi.tickets.picture, asked)).data).toEqual(own)
  expect((await staff.call(consoleApi.tickets.show, { ticketId })).data.messages[0]?.pictures).toHaveLength(2)
  expect((await show(ticketId, first.pictureId, neighbour)).code).toBe('object.unknown')
  expect((await foreign.call(consoleApi.tickets.picture, asked)).code).toBe('object.unknown')
  const elsewhere = (await open([], neighbour)).data.ticketId
  expect((await show(elsewhere, first.pictureId, neighbour)).code).toBe('object.unknown')
})

test('the answer with a picture cannot be taken for a page', async () => {
  const { pictureId } = (await upload()).data
  const { ticketId } = (await open([pictureId])).data
  const { headers } = await made.inject({
    url: `/api/tickets/picture?ticketId=${ticketId}&pictureId=${pictureId}`,
    headers: { authorization: token },
  })
  expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff' })
  expect(headers['content-type']).toMatch(/^application\/json/)
})

test('a picture of another, one that was sent and one that never was refuse the message', async () => {
  const { pictureId } = (await upload()).data
  expect((await open([pictureId], neighbour)).code).toBe('object.unknown')
  const { ticketId } = (await open([pictureId])).data
  for (const id of [pictureId, randomUUID()]) {
    const wish = { ticketId, text: '再看看', pictures: [id], key: randomUUID() }
    expect((await call(api.tickets.write, wish, { token })).code).toBe('object.unknown')
  }
  expect((await call(api.tickets.show, { ticketId }, { token })).data.messages).toHaveLength(1)
  const four = Array.from({ length: 4 }, () => randomUUID())
  expect((await open(four)).status).toBe(400)
})

test('refuses what is no picture, and keeps nothing of it', async () => {
  const before = await stored()
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>').toString('base64')
  expect((await call(api.tickets.upload, { bytes: svg }, { token })).code).toBe('picture.refused')
  expect((await call(api.tickets.upload, { bytes: '<script>' }, { token })).status).toBe(400)
  expect((await call(api.tickets.upload, { bytes: 'A'.repeat(2_900_000) }, { token })).status).toBe(413)
  expect(await stored()).toEqual(before)
})

const SCRIPT = '<script>alert(1)</script>'
const MARKS = ['script', 'PHONE-OF-LIN', 'Exif', 'EXIF', 'GPS', 'ICCP', 'XMP', 'PK\x03\x04', 'JFIF', 'PNG']
const plain = () => sharp({ create: { width: 40, height: 30, channels: 3, background: '#c00' } })
const exif = {
  IFD0: { Make: 'PHONE-OF-LIN' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '31/1 14/1 2759/100' },
}

test.each([
  ['a photo that tells where it was taken', () => plain().withExif(exif).jpeg().toBuffer()],
  [
    'a page hidden after a photo',
    async () => Buffer.concat([await plain().jpeg().toBuffer(), Buffer.from(`<html>${SCRIPT}`)]),
  ],
  [
    'an archive hidden after a drawing',
    async () => Buffer.concat([await plain().png().toBuffer(), Buffer.from(`PK\x03\x04${SCRIPT}`)]),
  ],
  ['a WebP with a place in it', () => plain().withExif(exif).webp().toBuffer()],
])('of %s only the pixels are stored', async (_name, make) => {
  const upload = await make()
  const bytes = upload.toString('base64')
  const marks = (file: Buffer) => MARKS.filter((mark) => file.includes(Buffer.from(mark, 'latin1')))
  expect(marks(upload)).not.toEqual([])
  const { pictureId } = (await call(api.tickets.upload, { bytes }, { token })).data
  const { rows } = await db.pool.query<{ bytes: Buffer }>('select bytes from ticket_pictures where id = $1', [
    pictureId,
  ])
  const [kept] = rows.map((row) => row.bytes)
  expect([kept!.toString('latin1', 0, 4), kept!.toString('latin1', 8, 16)]).toEqual(['RIFF', 'WEBPVP8 '])
  // The pixels are all of the file: nothing follows them.
  expect(kept!.readUInt32LE(4) + 8).toBe(kept!.length)
  expect(20 + Math.ceil(kept!.readUInt32LE(16) / 2) * 2).toBe(kept!.length)
  expect(marks(kept!)).toEqual([])
})

test.each([
  ['100 million pixels in a small file', async () => makePictureBomb()],
  [
    'a drawing with a script that calls itself PNG',
    async () => Buffer.from(`\x89PNG\r\n\x1a\n<svg>${SCRIPT}</svg>`, 'latin1'),
  ],
  ['a page before a photo', async () => Buffer.concat([Buffer.from(SCRIPT), await plain().jpeg().toBuffer()])],
  ['a TIFF', () => plain().tiff().toBuffer()],
])('of %s nothing is stored', async (_name, make) => {
  const before = await stored()
  const bytes = (await make()).toString('base64')
  expect((await call(api.tickets.upload, { bytes }, { token })).code).toBe('picture.refused')
  expect(await stored()).toEqual(before)
})

test('pictures go 90 days after the closing, unsent ones after a day', async () => {
  const [sent, reopened, unsent] = [(await upload()).data, (await upload()).data, (await upload()).data]
  const closed = (await open([sent.pictureId])).data.ticketId
  const still = (await open([reopened.pictureId])).data.ticketId
  await call(api.tickets.close, { ticketId: closed }, { token })
  const left = async () => (await stored()).map(({ id }) => id as string)
  const now = clock.now().getTime()
  const later = (days: number) =>
    removeOutdatedRows({ db, config: made.config, now: new Date(now + days * 86_400_000), log: made.app.log } as never)
  await later(2)
  expect(await left()).toEqual(expect.arrayContaining([sent.pictureId, reopened.pictureId]))
  expect(await left()).not.toContain(unsent.pictureId)
  await later(91)
  expect(await left()).not.toContain(sent.pictureId)
  expect(await left()).toContain(reopened.pictureId)
  // The session went as well.
  const again = { token: await buildSession(db, account) }
  expect((await call(api.tickets.show, { ticketId: closed }, again)).data.messages[0]?.pictures).toEqual([])
  expect((await call(api.tickets.show, { ticketId: still }, again)).data.messages[0]?.pictures).toHaveLength(1)
})
