import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket, buildTicketPicture } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { freeAssigned } from '../assign-ticket.ts'

const app = await makeApp()
const { call, db } = app
const { tickets } = consoleApi
let nextReseller = 8000

afterEach(() => clock.reset())

async function buildDesk() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  const staff = await buildStaff(app, { resellerId, role: 'support' })
  const build = async () => {
    clock.shift(1000)
    return Number(await buildTicket(db, account))
  }
  return { resellerId, account, staff, ask: staff.call, build, ticketId: await build() }
}

const answerOf = (ticketId: number, text = '请重启一下') => ({ ticketId, text, key: randomUUID() })

test('a ticket is one’s own, a colleague’s or nobody’s, and each list says so', async () => {
  const { resellerId, ask, staff, build, ticketId } = await buildDesk()
  const other = await build()
  const colleague = await buildStaff(app, { resellerId, role: 'manager' })
  const viewer = await buildStaff(app, { resellerId, role: 'viewer' })
  const listed = async (assignee: 'me' | 'nobody', by = ask) =>
    (await by(tickets.list, { assignee })).data.rows.map((row) => row.ticketId)
  expect((await ask(tickets.assign, { ticketId, staffId: staff.staffId })).status).toBe(200)
  expect([await listed('me'), await listed('nobody'), await listed('me', colleague.call)]).toEqual([
    [ticketId],
    [other],
    [],
  ])
  const members = (await ask(tickets.members, { ticketId })).data.rows.map((row) => row.staffId)
  expect(members.toSorted((a, b) => a - b)).toEqual([staff.staffId, colleague.staffId])
  expect((await ask(tickets.assign, { ticketId, staffId: viewer.staffId })).code).toBe('object.unknown')
  await ask(tickets.assign, { ticketId, staffId: colleague.staffId })
  const shown = (await ask(tickets.show, { ticketId })).data
  expect(shown.assignee).toEqual({ staffId: colleague.staffId, name: colleague.name })
  await ask(tickets.assign, { ticketId })
  expect(await listed('nobody')).toEqual([ticketId, other])
  await ask(tickets.close, { ticketId })
  expect((await ask(tickets.assign, { ticketId, staffId: staff.staffId })).code).toBe('help.wrong_state')
})

test('nobody of another team can be given a ticket; handing over frees it for the other side', async () => {
  const { resellerId: reseller, ask, staff, ticketId } = await buildDesk()
  const stranger = (await buildDesk()).staff
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  for (const { staffId } of [stranger, operator]) {
    expect((await ask(tickets.assign, { ticketId, staffId })).code).toBe('object.unknown')
  }
  await ask(tickets.assign, { ticketId, staffId: staff.staffId })
  await ask(tickets.hand, { ticketId, to: 'operator' })
  expect((await ask(tickets.show, { ticketId })).data.assignee).toBeNull()
  expect((await ask(tickets.assign, { ticketId, staffId: staff.staffId })).code).toBe('object.unknown')
  const taken = await operator.call(tickets.assign, { ticketId, staffId: operator.staffId }, { reseller })
  expect(taken.status).toBe(200)
  const mine = await operator.call(tickets.handed, { assignee: 'me' })
  expect(mine.data.rows).toMatchObject([{ ticketId, assignee: { name: operator.name } }])
})

test('an assignment ends with the membership at once, and with the permission at the next watch', async () => {
  const { resellerId, ask, build, ticketId } = await buildDesk()
  const other = await build()
  const owner = await buildStaff(app, { resellerId, role: 'owner' })
  const [leaves, loses] = [
    await buildStaff(app, { resellerId, role: 'support' }),
    await buildStaff(app, { resellerId, role: 'support' }),
  ]
  await ask(tickets.assign, { ticketId, staffId: leaves.staffId })
  await ask(tickets.assign, { ticketId: other, staffId: loses.staffId })
  expect((await owner.call(consoleApi.staff.remove, { id: leaves.staffId })).status).toBe(200)
  const nobodys = async () => (await ask(tickets.list, { assignee: 'nobody' })).data.rows.map((row) => row.ticketId)
  expect([await nobodys(), (await ask(tickets.show, { ticketId })).data.assignee]).toEqual([[ticketId], null])
  await owner.call(consoleApi.staff.changeRole, { id: loses.staffId, role: { name: 'viewer' } })
  await freeAssigned(db)
  expect(await nobodys()).toEqual([ticketId, other])
})

test('merging moves messages, pictures and notes; the user sees one thread, also by the old number', async () => {
  const { resellerId, account, ask, build, ticketId } = await buildDesk()
  const into = await build()
  const pictureId = await buildTicketPicture(db, account, String(ticketId))
  await ask(tickets.note, { ticketId, text: '老问题', key: randomUUID() })
  await ask(tickets.answer, answerOf(into))
  expect((await ask(tickets.merge, { ticketId, into })).status).toBe(200)
  expect((await ask(tickets.merge, { ticketId, into })).status).toBe(200)
  const target = (await ask(tickets.show, { ticketId: into })).data
  // The user waited in the first one, and waits on since then.
  expect(target).toMatchObject({ state: 'open', mergedInto: null, notes: [{ body: '老问题' }] })
  expect(target.messages.map(({ by }) => by)).toEqual(['user', 'user', 'staff'])
  expect(target.messages[0]!.pictures).toMatchObject([{ pictureId }])
  const source = (await ask(tickets.show, { ticketId })).data
  expect(source).toMatchObject({ state: 'closed', mergedInto: into, messages: [] })
  expect(target.waitsSince < source.waitsSince).toBe(true)
  expect((await ask(tickets.list, {})).data.rows.map((row) => row.ticketId)).toEqual([into])
  const token = await buildSession(db, account)
  const own = (await call(api.tickets.list, {}, { token })).data.items
  expect(own.map((item) => item.ticketId)).toEqual([into])
  const thread = (await call(api.tickets.show, { ticketId }, { token })).data
  expect([thread.ticketId, thread.messages.length]).toEqual([into, 3])
  expect((await call(api.tickets.picture, { ticketId, pictureId }, { token })).status).toBe(200)
  const written = await call(api.tickets.write, answerOf(ticketId, '还是不行'), { token })
  expect(written.data).toEqual({ ticketId: into })
  const audit = db.kysely.selectFrom('auditLog').select('detail').where('resellerId', '=', resellerId)
  expect(await audit.where('action', '=', 'ticket.merged').execute()).toEqual([{ detail: { to: `ticket:${into}` } }])
})

test('a closed ticket can be merged but takes none, and a merged one stays so', async () => {
  const { account, ask, build, ticketId } = await buildDesk()
  const [into, third] = [await build(), await build()]
  await ask(tickets.close, { ticketId })
  expect((await ask(tickets.merge, { ticketId: into, into: ticketId })).code).toBe('help.wrong_state')
  expect((await ask(tickets.merge, { ticketId, into })).status).toBe(200)
  expect((await ask(tickets.merge, { ticketId, into: third })).code).toBe('help.wrong_state')
  expect((await ask(tickets.merge, { ticketId: third, into: ticketId })).code).toBe('help.wrong_state')
  // The first one points on, so that no chain grows.
  await ask(tickets.merge, { ticketId: into, into: third })
  expect((await ask(tickets.show, { ticketId })).data.mergedInto).toBe(third)
  const token = await buildSession(db, account)
  expect((await call(api.tickets.reopen, answerOf(ticketId, '又来了'), { token })).code).toBe('help.wrong_state')
  expect((await ask(tickets.answer, answerOf(ticketId))).code).toBe('help.wrong_state')
  const left = db.kysely.selectFrom('ticketMessages').select('ticketId').where('ticketId', 'in', [ticketId, into])
  expect(await left.execute()).toEqual([])
})

test('never across users, resellers or sides, and not with itself', async () => {
  const { resellerId, ask, build, ticketId } = await buildDesk()
  const neighbour = Number(await buildTicket(db, await buildAccount(db, { resellerId })))
  const foreign = (await buildDesk()).ticketId
  const codes = async (into: number) => [
    (await ask(tickets.merge, { ticketId, into })).code,
    (await ask(tickets.merge, { ticketId: into, into: ticketId })).code,
  ]
  expect(await codes(neighbour)).toEqual(['request.invalid', 'request.invalid'])
  expect(await codes(foreign)).toEqual(['object.unknown', 'object.unknown'])
  expect(await codes(ticketId)).toEqual(['request.invalid', 'request.invalid'])
  const handed = await build()
  await ask(tickets.hand, { ticketId: handed, to: 'operator' })
  expect(await codes(handed)).toEqual(['help.wrong_state', 'help.wrong_state'])
  const merged = await db.kysely.selectFrom('tickets').select('id').where('mergedInto', 'is not', null).execute()
  expect(merged.filter(({ id }) => [ticketId, neighbour, foreign, handed].includes(id))).toEqual([])
})

test('of two who merge crosswise one wins, and no message is lost', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { account, ask, build, ticketId } = await buildDesk()
    const other = await build()
    const token = await buildSession(db, account)
    const [there, back, words] = await Promise.all([
      ask(tickets.merge, { ticketId, into: other }),
      ask(tickets.merge, { ticketId: other, into: ticketId }),
      call(api.tickets.write, answerOf(ticketId, '在吗'), { token }),
    ])
    expect([there.status, back.status].toSorted()).toEqual([200, 409])
    expect(words.status).toBe(200)
    const rows = await db.kysely
      .selectFrom('tickets')
      .select(['id', 'mergedInto'])
      .where('id', 'in', [ticketId, other])
      .execute()
    const target = rows.find(({ mergedInto }) => mergedInto === null)!
    expect(rows.filter(({ mergedInto }) => mergedInto === target.id)).toHaveLength(1)
    const { messages } = (await ask(tickets.show, { ticketId: target.id })).data
    expect(messages.map(({ body }) => body)).toContain('在吗')
    expect(messages).toHaveLength(3)
  }
})
