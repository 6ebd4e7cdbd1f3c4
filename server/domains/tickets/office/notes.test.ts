import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const app = await makeApp()
const { call, db, inject } = app
const { tickets } = consoleApi
let nextReseller = 7900
const SECRET = 'qznote 这个用户每个月都来退款'

async function buildDesk() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `noted${resellerId}@example.com` })
  const staff = await buildStaff(app, { resellerId, role: 'support' })
  const ticketId = Number(await buildTicket(db, account))
  return { resellerId, account, staff, ask: staff.call, ticketId }
}

const noteOf = (ticketId: number, text = SECRET) => ({ ticketId, text, key: randomUUID() })

test('both sides read the notes of a ticket that they see, and each says whose it is', async () => {
  const { resellerId: reseller, ask, staff, ticketId } = await buildDesk()
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  const twice = noteOf(ticketId)
  const [one, again] = [await ask(tickets.note, twice), await ask(tickets.note, twice)]
  expect(one.data).toEqual(again.data)
  expect((await operator.call(tickets.note, noteOf(ticketId), { reseller })).code).toBe('object.unknown')
  await ask(tickets.hand, { ticketId, to: 'operator' })
  expect((await operator.call(tickets.note, noteOf(ticketId, '已查账'), { reseller })).status).toBe(200)
  const wanted = [
    { side: 'reseller', member: staff.name, body: SECRET },
    { side: 'operator', member: operator.name, body: '已查账' },
  ]
  expect((await ask(tickets.show, { ticketId })).data.notes).toMatchObject(wanted)
  expect((await operator.call(tickets.show, { ticketId }, { reseller })).data.notes).toMatchObject(wanted)
  await ask(tickets.hand, { ticketId, to: 'reseller' })
  expect((await operator.call(tickets.show, { ticketId }, { reseller })).code).toBe('object.unknown')
  // A note is no answer: the user waits on, and is told nothing.
  expect((await ask(tickets.show, { ticketId })).data).toMatchObject({ state: 'open', firstAnsweredAt: null })
})

test('nothing that the user gets has a note in it: thread, list, bell, mail, Telegram, own data', async () => {
  const { resellerId, account, ask, ticketId } = await buildDesk()
  await ask(tickets.note, noteOf(ticketId))
  await ask(tickets.answer, { ticketId, text: '请重启', key: randomUUID() })
  await ask(tickets.close, { ticketId })
  await ask(tickets.note, noteOf(ticketId))
  const token = await buildSession(db, account)
  const heard = [
    (await call(api.tickets.show, { ticketId }, { token })).text,
    (await call(api.tickets.list, {}, { token })).text,
    (await call(api.notices.list, {}, { token })).text,
  ]
  const { ticket } = (await call(api.sessions.ticket, { audience: 'download' }, { token })).data
  const file = await inject({ method: 'GET', url: '/api/user/export', query: { ticket } })
  expect([file.statusCode, file.body.includes('请重启')]).toEqual([200, true])
  const kept = await db.pool.query<{ text: string }>(
    `select m::text as text from mails m where m.reseller_id = $1
     union all select t::text from telegram_messages t where t.reseller_id = $1
     union all select n::text from notices n where n.reseller_id = $1
     union all select a::text from audit_log a where a.reseller_id = $1`,
    [resellerId],
  )
  expect(kept.rows.length).toBeGreaterThan(3)
  for (const text of [...heard, file.body, ...kept.rows.map((row) => row.text)]) expect(text).not.toContain('qznote')
  expect((await ask(tickets.show, { ticketId })).data.notes).toHaveLength(2)
})

test('a page of an old thread has the notes of its time, each once', async () => {
  const { resellerId, ask, ticketId } = await buildDesk()
  const start = clock.now().getTime()
  await db.pool.query(
    `insert into ticket_messages (reseller_id, ticket_id, author, body, created_at)
     select $1, $2, 'user', 'line ' || i, $3::timestamptz + i * interval '1 second' from generate_series(1, 149) i`,
    [resellerId, ticketId, new Date(start)],
  )
  for (const second of [0.5, 30.5, 49.5, 50.5, 149.5]) {
    clock.shift(start + second * 1000 - clock.now().getTime())
    await ask(tickets.note, noteOf(ticketId, `at ${second}`))
  }
  const last = (await ask(tickets.show, { ticketId })).data
  const first = (await ask(tickets.show, { ticketId, before: last.messages[0]!.messageId })).data
  clock.reset()
  expect([last.messages.length, first.messages.length]).toEqual([100, 50])
  const bodies = ({ notes }: typeof last) => notes.map(({ body }) => body)
  expect([bodies(first), bodies(last)]).toEqual([
    ['at 0.5', 'at 30.5', 'at 49.5'],
    ['at 50.5', 'at 149.5'],
  ])
})

test('another reseller’s ticket takes no note', async () => {
  const { ticketId } = await buildDesk()
  const { ask } = await buildDesk()
  expect((await ask(tickets.note, noteOf(ticketId))).code).toBe('object.unknown')
  expect(await db.kysely.selectFrom('ticketNotes').select('id').where('ticketId', '=', ticketId).execute()).toEqual([])
})
