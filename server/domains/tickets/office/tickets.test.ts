import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { consoleApi } from '../../../../contract/console/api.ts'
import type { RoleName } from '../../../../contract/role-names.ts'
import type { TicketFacts } from '../../../../contract/tickets.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildAccount, buildReseller } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const app = await makeApp()
const { call, db } = app
const { tickets } = consoleApi
let nextReseller = 7600

afterEach(() => clock.reset())

async function buildDesk(role: RoleName = 'support') {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId, email: `asks${resellerId}@example.com` })
  const staff = await buildStaff(app, { resellerId, role })
  const ticketId = Number(await buildTicket(db, account))
  return { resellerId, account, staff, ask: staff.call, ticketId }
}

const answerOf = (ticketId: number, text = '请重启一下客户端') => ({ ticketId, text, key: randomUUID() })

test('the longest wait comes first, and each list has what it names', async () => {
  const { account, ask, ticketId } = await buildDesk()
  clock.shift(60_000)
  const second = Number(await buildTicket(db, account))
  const listed = await ask(tickets.list, { state: 'open' })
  expect(listed.data).toMatchObject({
    count: 2,
    rows: [{ ticketId, state: 'open', holder: 'reseller', user: { accountId: account.id } }, { ticketId: second }],
  })
  await ask(tickets.answer, answerOf(ticketId))
  expect((await ask(tickets.list, { state: 'open' })).data.rows.map((row) => row.ticketId)).toEqual([second])
  expect((await ask(tickets.list, { state: 'answered' })).data.rows).toMatchObject([{ ticketId }])
  expect((await ask(tickets.list, { holder: 'operator' })).data.rows).toEqual([])
  const [first] = (await ask(tickets.list, { limit: 1 })).data.rows
  expect(first).toMatchObject({ ticketId: second })
})

test('a closed ticket leaves the queue, and who looks for it finds it', async () => {
  const { account, ask, ticketId } = await buildDesk()
  clock.shift(60_000)
  const second = Number(await buildTicket(db, account))
  expect((await ask(tickets.close, { ticketId })).status).toBe(200)
  const found = async (input: object) => (await ask(tickets.list, input)).data.rows.map((row) => row.ticketId)
  expect(await found({})).toEqual([second])
  expect(await found({ state: 'closed' })).toEqual([ticketId])
  expect(await found({ search: `#${ticketId}` })).toEqual([ticketId])
  expect((await found({ account: account.id })).toSorted()).toEqual([ticketId, second].toSorted())
})

test('finds by number, by user, and by a part of any message in any script', async () => {
  const { account, ask, ticketId, resellerId } = await buildDesk()
  const other = await buildAccount(db, { resellerId, userName: `finder${resellerId}` })
  const wanted = Number(await buildTicket(db, other))
  await ask(tickets.answer, answerOf(wanted, '香港节点 100%_sure 今晚维护，Ping ist groß'))
  const found = async (search: string) => (await ask(tickets.list, { search })).data.rows.map((row) => row.ticketId)
  expect(await found(`#${ticketId}`)).toEqual([ticketId])
  expect(await found(`FINDER${resellerId}`)).toEqual([wanted])
  expect(await found(account.userName)).toEqual([ticketId])
  for (const word of ['节点', '今晚维护', 'PING IST', '0%_s', 'GROß']) expect(await found(word), word).toEqual([wanted])
  for (const word of ['点节', '%', 'x_sure', '没有这个词']) expect(await found(word), word).toEqual([])
})

test('an answer reaches the user in the thread, by the bell and by mail, once each', async () => {
  const { resellerId, account, ask, ticketId, staff } = await buildDesk()
  const hostile = '<b>hi</b> [gift](https://evil.example) **bold** <https://evil.example> 1. one'
  const input = answerOf(ticketId, hostile)
  const [first, again] = await Promise.all([ask(tickets.answer, input), ask(tickets.answer, input)])
  expect(first.data).toEqual(again.data)
  const token = await buildSession(db, account)
  const bell = (await call(api.notices.list, {}, { token })).data.items
  expect(bell).toHaveLength(1)
  expect(bell[0]!.title).toBe(`工单 #${ticketId} 有新回复`)
  const runs = bell[0]!.blocks.flatMap((block) => block.runs)
  expect(runs.filter((run) => run.href !== null || run.isStrong)).toEqual([])
  expect(bell[0]!.blocks.map((block) => block.kind)).toEqual(['paragraph', 'paragraph', 'paragraph'])
  expect(bell[0]!.blocks[1]!.runs.map((run) => run.text).join('')).toBe(hostile)
  const mails = await db.kysely
    .selectFrom('mails')
    .select(['template', 'params'])
    .where('accountId', '=', account.id)
    .execute()
  expect(mails).toEqual([{ template: 'ticket_answered', params: { number: String(ticketId), answer: hostile } }])
  const shown = (await ask(tickets.show, { ticketId })).data
  expect(shown.messages).toMatchObject([
    { by: 'user', member: null },
    { by: 'staff', member: staff.name },
  ])
  const thread = await call(api.tickets.show, { ticketId }, { token })
  expect(thread.data.messages).toHaveLength(2)
  expect(thread.text).not.toContain(staff.name)
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select(['action', 'detail', 'actor'])
    .where('subject', '=', `ticket:${ticketId}`)
    .where('resellerId', '=', resellerId)
    .orderBy('id')
    .execute()
  expect(audit).toMatchObject([
    { action: 'ticket.answered', detail: { bodyLength: [...hostile].length }, actor: `staff:${staff.staffId}` },
    { action: 'ticket.opened' },
  ])
})

test('an answer can close; a closed one takes none, and closing twice is one closing', async () => {
  const { ask, ticketId } = await buildDesk()
  await ask(tickets.answer, { ...answerOf(ticketId), closes: true })
  expect((await ask(tickets.show, { ticketId })).data).toMatchObject({ state: 'closed', closedBy: 'staff' })
  expect((await ask(tickets.answer, answerOf(ticketId))).code).toBe('help.wrong_state')
  expect((await ask(tickets.hand, { ticketId, to: 'operator' })).code).toBe('help.wrong_state')
  expect((await ask(tickets.close, { ticketId })).status).toBe(200)
  const closings = db.kysely.selectFrom('auditLog').select('id').where('subject', '=', `ticket:${ticketId}`)
  expect(await closings.where('action', '=', 'ticket.closed').execute()).toHaveLength(1)
})

test('who may not see payments sees when the user paid, but not how much; support sees both', async () => {
  const facts: TicketFacts = {
    at: clock.now().toISOString(),
    system: 'Safari · iOS',
    client: null,
    lines: [],
    payment: { at: clock.now().toISOString(), state: 'paid', amountFen: 66_600 },
  }
  for (const [permissions, amountFen] of [
    [['tickets.answer'], null],
    [null, 66_600],
  ] as const) {
    const { ask: bySupport, ticketId, resellerId } = await buildDesk('support')
    const ask = permissions ? (await buildStaff(app, { resellerId, permissions })).call : bySupport
    await db.kysely
      .updateTable('tickets')
      .set({ facts: JSON.stringify(facts) })
      .where('id', '=', ticketId)
      .execute()
    expect((await ask(tickets.show, { ticketId })).data.facts?.payment).toMatchObject({ state: 'paid', amountFen })
  }
})

test('platform staff see what was handed to them, and only as long', async () => {
  const { resellerId: reseller, ask, ticketId } = await buildDesk()
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  const show = () => operator.call(tickets.show, { ticketId }, { reseller })
  const listed = async () => (await operator.call(tickets.list, {}, { reseller })).data.rows
  expect([(await show()).code, await listed()]).toEqual(['object.unknown', []])
  expect((await operator.call(tickets.answer, answerOf(ticketId), { reseller })).code).toBe('object.unknown')
  expect((await ask(tickets.hand, { ticketId, to: 'operator' })).status).toBe(200)
  expect((await show()).data).toMatchObject({ ticketId, holder: 'operator' })
  expect(await listed()).toMatchObject([{ ticketId }])
  const handed = await operator.call(tickets.handed, { search: `#${ticketId}` })
  expect(handed.data.rows).toMatchObject([{ ticketId, resellerId: reseller, resellerTitle: expect.any(String) }])
  expect((await operator.call(tickets.answer, answerOf(ticketId), { reseller })).status).toBe(200)
  expect((await operator.call(tickets.hand, { ticketId, to: 'reseller' }, { reseller })).status).toBe(200)
  expect((await show()).code).toBe('object.unknown')
  expect((await operator.call(tickets.handed, { search: `#${ticketId}` })).data.rows).toEqual([])
  expect((await ask(tickets.show, { ticketId })).data).toMatchObject({ holder: 'reseller', state: 'answered' })
})

test('key 0 is answered by the platform', async () => {
  await buildReseller(db, { id: 0 })
  const ticketId = Number(await buildTicket(db, await buildAccount(db, { resellerId: 0 })))
  const operator = await buildStaff(app, { resellerId: null, role: 'support' })
  expect((await operator.call(tickets.handed, { search: `#${ticketId}` })).data.rows).toMatchObject([{ ticketId }])
  expect((await operator.call(tickets.answer, answerOf(ticketId), { reseller: 0 })).status).toBe(200)
})

test('the staff of a suspended reseller answer its users', async () => {
  const { resellerId, ask, ticketId } = await buildDesk()
  const suspended = { suspendedAt: clock.now() }
  await db.kysely.updateTable('resellers').set(suspended).where('id', '=', resellerId).execute()
  expect((await ask(tickets.answer, answerOf(ticketId))).status).toBe(200)
  expect((await ask(tickets.hand, { ticketId, to: 'operator' })).status).toBe(200)
  expect((await ask(tickets.close, { ticketId })).status).toBe(200)
})

test('another reseller’s ticket is unknown', async () => {
  const { ticketId } = await buildDesk()
  const { ask } = await buildDesk('owner')
  const codes = [
    await ask(tickets.show, { ticketId }),
    await ask(tickets.answer, answerOf(ticketId)),
    await ask(tickets.close, { ticketId }),
    await ask(tickets.hand, { ticketId, to: 'operator' }),
  ].map(({ code }) => code)
  expect(new Set(codes)).toEqual(new Set(['object.unknown']))
})
