import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { DAY_MS } from '../../../../contract/durations.ts'
import { PICTURES_PER_MESSAGE } from '../../../../contract/pictures.ts'
import { clock } from '../../../platform/clock.ts'
import { removeOutdatedRows } from '../../../retention.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const app = await makeApp()
const { db, call, config } = app
const { ticketTemplates, tickets } = consoleApi
let resellerId = 7950

async function buildDesk() {
  await buildReseller(db, { id: (resellerId += 1) })
  const account = await buildAccount(db, { resellerId })
  const { call: ask } = await buildStaff(app, { resellerId, role: 'support' })
  const ticketId = Number(await buildTicket(db, account))
  return { account, ask, ticketId, token: await buildSession(db, account) }
}
type Ask = Awaited<ReturnType<typeof buildDesk>>['ask']

const square = sharp({ create: { width: 40, height: 30, channels: 3, background: '#0c0' } })
const bytes = (await square.jpeg().toBuffer()).toString('base64')
const upload = async (ask: Ask) => (await ask(ticketTemplates.upload, { bytes })).data.pictureId
const save = (ask: Ask, pictures: string[], templateId?: string) =>
  ask(ticketTemplates.save, { title: '设置', body: '照图设置', pictures, ...(templateId ? { templateId } : {}) })
const picturesOf = async (ask: Ask, templateId: string) =>
  (await ask(ticketTemplates.list, {})).data.rows
    .find((row) => row.templateId === templateId)!
    .pictures.map(({ pictureId }) => pictureId)

test('a saved answer brings its pictures, and the user sees them in the thread', async () => {
  const { ask, ticketId, token } = await buildDesk()
  const ids = [await upload(ask), await upload(ask)]
  const { templateId } = (await save(ask, ids)).data
  const { text, pictures } = (await ask(tickets.fill, { ticketId, templateId })).data
  expect(pictures).toMatchObject(ids.map((pictureId) => ({ pictureId, width: 40, height: 30 })))
  const answer = { ticketId, text, pictures: ids, key: randomUUID() }
  expect((await ask(tickets.answer, answer)).status).toBe(200)
  expect((await ask(tickets.answer, answer)).status, 'sent once').toBe(200)
  const answers = async () =>
    (await call(api.tickets.show, { ticketId }, { token })).data.messages.filter(({ by }) => by === 'staff')
  const [sent] = await answers()
  expect(await answers()).toHaveLength(1)
  expect(sent!.pictures).toHaveLength(2)
  const { pictureId } = sent!.pictures[0]!
  expect(ids, 'a copy').not.toContain(pictureId)
  await ask(ticketTemplates.remove, { templateId })
  const seen = await call(api.tickets.picture, { ticketId, pictureId }, { token })
  expect(seen.data.type, 'an answer keeps its pictures').toBe('image/webp')
  expect((await ask(ticketTemplates.picture, { pictureId: ids[0]! })).code).toBe('object.unknown')
})

test('saving names the pictures that stay; without a word of them all stay', async () => {
  const { ask } = await buildDesk()
  const [first, second, third] = [await upload(ask), await upload(ask), await upload(ask)]
  const { templateId } = (await save(ask, [first, second])).data
  await ask(ticketTemplates.save, { templateId, title: '设置', body: '换了字' })
  expect(await picturesOf(ask, templateId)).toEqual([first, second])
  await save(ask, [second, third], templateId)
  expect(await picturesOf(ask, templateId)).toEqual([second, third])
  const tooMany = Array.from({ length: PICTURES_PER_MESSAGE + 1 }, () => randomUUID())
  expect((await save(ask, tooMany, templateId)).code).toBe('request.invalid')
  await save(ask, [await upload(ask)], 'steps')
  await ask(ticketTemplates.restore, {})
  expect(await picturesOf(ask, 'steps'), 'ours have none').toEqual([])
})

test('a picture of another team, of another template or not saved goes with no answer', async () => {
  const { ask, ticketId } = await buildDesk()
  const other = await buildDesk()
  const theirs = await upload(other.ask)
  const { templateId } = (await save(other.ask, [theirs])).data
  const loose = await upload(ask)
  const own = await upload(ask)
  await save(ask, [own])
  expect((await save(ask, [own])).code, 'it has its template').toBe('object.unknown')
  expect((await save(ask, [theirs])).code).toBe('object.unknown')
  expect((await ask(ticketTemplates.picture, { pictureId: theirs })).code).toBe('object.unknown')
  for (const id of [theirs, loose, randomUUID()]) {
    const answered = await ask(tickets.answer, { ticketId, text: 'x', pictures: [own, id], key: randomUUID() })
    expect(answered.code, 'and nothing is sent').toBe('object.unknown')
  }
  expect((await ask(tickets.show, { ticketId })).data.messages.filter(({ by }) => by === 'staff')).toEqual([])
  expect((await ask(ticketTemplates.upload, { bytes: 'bm8gcGljdHVyZQ==' })).code).toBe('picture.refused')
  expect(await picturesOf(other.ask, templateId)).toEqual([theirs])
  const later = new Date(clock.now().getTime() + DAY_MS + 60_000)
  await removeOutdatedRows({ db, config, now: later, log: app.app.log } as never)
  const kept = await db.kysely
    .selectFrom('templatePictures')
    .select('id')
    .where('resellerId', '=', resellerId - 1)
    .execute()
  expect(kept).toEqual([{ id: own }])
})
