import { randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../contract/api.ts'
import { consoleApi } from '../../contract/console/api.ts'
import { limits } from '../../contract/limits.ts'
import { jobs } from '../jobs.ts'
import { clock } from '../platform/clock.ts'
import { buildSession } from '../test/build/build-session.ts'
import { buildStaff } from '../test/build/build-staff.ts'
import { buildAccount, buildReseller } from '../test/build/factories.ts'
import { dumpEveryRow } from '../test/look/every-row.ts'
import { makeApp } from '../test/run/make-app.ts'

// What becomes of a ticket when its user leaves, asks for the own data or is blocked, or its reseller is suspended. That a
// backup brings it back is in backup.test.ts.
const made = await makeApp()
const { db, call, config, inject } = made
let nextReseller = 8400
let nextWidth = 40

afterEach(() => clock.reset())

/** Each has its own width, so that no two are alike. */
async function takePhoto(): Promise<string> {
  const photo = sharp({ create: { width: (nextWidth += 1), height: 30, channels: 3, background: '#0c0' } })
  return (await photo.jpeg().toBuffer()).toString('base64')
}

/** A user's question with a picture, and support's answer. */
async function buildThread() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `asks${resellerId}@example.com` })
  const token = await buildSession(db, account)
  const support = await buildStaff(made, { resellerId, role: 'support' })
  const words = { asked: `asked-${randomUUID()}`, answered: `answered-${randomUUID()}`, rated: `rated-${randomUUID()}` }
  const { pictureId } = (await call(api.tickets.upload, { bytes: await takePhoto() }, { token })).data
  const wish = { category: 'dead' as const, text: words.asked, pictures: [pictureId], key: randomUUID() }
  const { ticketId } = (await call(api.tickets.open, wish, { token })).data
  const answer = { ticketId, text: words.answered, closes: true, key: randomUUID() }
  expect((await support.call(consoleApi.tickets.answer, answer)).status).toBe(200)
  const rating = { ticketId, rating: 'good', word: words.rated } as const
  expect((await call(api.tickets.rate, rating, { token })).status).toBe(200)
  return { resellerId, account, token, support, ticketId, pictureId, words }
}

async function storedBytes(pictureId: string): Promise<Buffer | undefined> {
  const { rows } = await db.pool.query<{ bytes: Buffer }>('select bytes from ticket_pictures where id = $1', [
    pictureId,
  ])
  return rows[0]?.bytes
}

test('the own data hold the question, the answer, the rating and the picture, and nobody else’s', async () => {
  const own = await buildThread()
  const other = await buildThread()
  const { ticket } = (await call(api.sessions.ticket, { audience: 'download' }, { token: own.token })).data
  const file = await inject({ url: '/api/user/export', query: { ticket } })
  const stored = await storedBytes(own.pictureId)
  const pictures = [{ type: 'image/webp', base64: stored?.toString('base64') }]
  expect(file.json().tickets).toMatchObject([
    {
      number: own.ticketId,
      state: 'closed',
      rating: 'good',
      ratingWord: own.words.rated,
      messages: [
        { by: 'user', body: own.words.asked, pictures },
        { by: 'staff', body: own.words.answered, pictures: null },
      ],
    },
  ])
  for (const word of [...Object.values(other.words), own.support.name]) expect(file.body).not.toContain(word)
})

test('with the account go its tickets: no row keeps a word of them, nor the picture', async () => {
  const leaving = await buildThread()
  const staying = await buildThread()
  const bytes = (await storedBytes(leaving.pictureId))!
  const before = await dumpEveryRow(db)
  expect(Object.values(leaving.words).filter((word) => !before.includes(word))).toEqual([])
  const deleteAfter = new Date(clock.now().getTime() + limits.deletionDelayMs)
  await db.kysely.updateTable('accounts').set({ deleteAfter }).where('id', '=', leaving.account.id).execute()
  clock.shift(limits.deletionDelayMs + 1)
  await jobs['accounts.delete_due'](
    { db, config, log: made.app.log as never, now: clock.now(), isLastAttempt: false },
    {},
  )
  const everything = await dumpEveryRow(db)
  expect(Object.values(leaving.words).filter((word) => everything.includes(word))).toEqual([])
  const isKept = (dump: string) => dump.includes(bytes.toString('hex'))
  expect([isKept(before), isKept(everything)]).toEqual([true, false])
  expect(await storedBytes(leaving.pictureId)).toBeUndefined()
  expect(Object.values(staying.words).filter((word) => !everything.includes(word))).toEqual([])
  expect(await storedBytes(staying.pictureId)).toBeDefined()
})

test.each([
  [
    'a blocked user',
    (accountId: number) =>
      db.pool.query(`update accounts set blocked_at = now(), blocked_reason = 'x' where id = $1`, [accountId]),
  ],
  [
    'a user of a suspended reseller',
    (_account: number, resellerId: number) =>
      db.pool.query('update resellers set suspended_at = now() where id = $1', [resellerId]),
  ],
])('%s writes with a picture, is answered, and opens the ticket again', async (_who, hinder) => {
  const { account, resellerId, token, support, ticketId } = await buildThread()
  await hinder(account.id, resellerId)
  const bytes = await takePhoto()
  const { pictureId } = (await call(api.tickets.upload, { bytes }, { token })).data
  const more = { ticketId, text: '还是不行', pictures: [pictureId], key: randomUUID() }
  expect((await call(api.tickets.reopen, more, { token })).status).toBe(200)
  const wish = { category: 'account', text: '为什么停了', key: randomUUID() } as const
  const opened = (await call(api.tickets.open, wish, { token })).data.ticketId
  for (const answered of [ticketId, opened]) {
    const answer = { ticketId: answered, text: '我们看看', key: randomUUID() }
    expect((await support.call(consoleApi.tickets.answer, answer)).status).toBe(200)
    const shown = (await call(api.tickets.show, { ticketId: answered }, { token })).data
    expect([shown.state, shown.messages.at(-1)?.body]).toEqual(['answered', '我们看看'])
  }
  expect((await support.call(consoleApi.tickets.show, { ticketId })).data.messages[2]?.pictures).toHaveLength(1)
  expect((await support.call(consoleApi.tickets.hand, { ticketId, to: 'operator' })).status).toBe(200)
})
