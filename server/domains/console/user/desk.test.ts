import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff } from '../../../test/build/build-staff.ts'
import { buildTicket } from '../../../test/build/build-ticket.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { openLineDesk } from '../../../test/build/line-desk.ts'
import { fund } from '../../../test/build/money-factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const made = await makeApp()
const { db } = made
const lines = openLineDesk(made)
const { tickets, user } = consoleApi
let nextReseller = 7900

afterEach(() => clock.reset())

/** A user with a line on one of two nodes, who wrote. */
async function buildAsking() {
  const resellerId = (nextReseller += 1)
  await buildReseller(db, { id: resellerId })
  const [from, to] = [await lines.buildNode(), await lines.buildNode()]
  const asking = await lines.buildUser({ resellerId })
  await lines.install(asking, from)
  await lines.confirm(asking)
  clock.shift(1000)
  const account = { ...asking.account, userName: 'asks' }
  const ticketId = Number(await buildTicket(db, account))
  const support = await buildStaff(made, { resellerId, role: 'support' })
  const line = db.kysely.selectFrom('lines').select('number').where('accountId', '=', account.id)
  const { number } = await line.executeTakeFirstOrThrow()
  return { resellerId, to, account, ticketId, support, number }
}

test('a ticket shows the user as it is now and the last four things, and each look is written down', async () => {
  const { account, ticketId, support } = await buildAsking()
  const { status, data } = await support.call(tickets.desk, { ticketId })
  expect(status).toBe(200)
  expect(data.user).toMatchObject({ id: account.id, lines: [{ state: 'active' }] })
  expect(data.lately.map(({ kind, what }) => [kind, what])).toEqual([
    ['wrote', 'wrote'],
    ['moved', 'installed'],
  ])
  expect(data.done).toEqual([])
  const looks = db.kysely.selectFrom('auditLog').select('action').where('subject', '=', `account:${account.id}`)
  expect(await looks.execute()).toContainEqual({ action: 'user.opened' })
  const stranger = await buildStaff(made, { resellerId: 260, role: 'support' })
  expect((await stranger.call(tickets.desk, { ticketId })).code).toBe('object.unknown')
})

test('an answer says what was done only after it was done', async () => {
  const { to, account, ticketId, support, number } = await buildAsking()
  const fill = (templateId: string) => support.call(tickets.fill, { ticketId, templateId })
  for (const templateId of ['moved', 'renewed', 'given', 'paid', 'asked']) {
    expect((await fill(templateId)).code, templateId).toBe('template.not_done')
  }
  expect((await fill('steps')).status).toBe(200)
  clock.shift(1000)
  expect((await support.call(user.moveLine, { id: account.id, number, nodeId: to })).status).toBe(200)
  expect((await support.call(user.resetFeed, { id: account.id })).status).toBe(200)
  expect((await support.call(tickets.desk, { ticketId })).data.done).toEqual(['moved', 'renewed'])
  expect((await fill('moved')).data.text).toContain('换了节点')
  expect((await fill('renewed')).status).toBe(200)
  expect((await fill('given')).code).toBe('template.not_done')
  clock.shift(1000)
  const later = Number(await buildTicket(db, { ...account }))
  const again = await support.call(tickets.fill, { ticketId: later, templateId: 'moved' })
  expect(again.code).toBe('template.not_done')
})

test('the timeline has every kind once, in pages without a gap, and no sale for who may not see sales', async () => {
  const { resellerId, account, support } = await buildAsking()
  for (let count = 0; count < 30; count += 1) await support.call(user.note, { id: account.id, body: `note ${count}` })
  const now = clock.now()
  await db.pool.query('insert into traffic_firsts (reseller_id, account_id, first_at) values ($1, $2, $3)', [
    resellerId,
    account.id,
    now,
  ])
  const seen: string[] = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof readPage>> = await readPage(cursor)
    seen.push(...page.rows.map(({ id }) => id))
    cursor = page.nextCursor
  } while (cursor !== null)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.filter((id) => id.startsWith('help'))).toHaveLength(30)
  expect(seen).toContain('first')
  await fund(db, account, 500)
  const plain = await buildStaff(made, { resellerId, permissions: ['users.read'] })
  const { rows } = (await plain.call(user.timeline, { id: account.id })).data
  expect(rows.filter(({ kind }) => kind === 'paid' || kind === 'wrote')).toEqual([])
  expect((await plain.call(user.timeline, { id: account.id, cursor: 'no.cursor.at-all' })).status).toBe(400)

  async function readPage(at: string | null) {
    return (await support.call(user.timeline, { id: account.id, ...(at ? { cursor: at } : {}) })).data
  }
})

test('the count names what waits for this side, and nothing that is held, answered or handed over', async () => {
  const { resellerId, ticketId, support } = await buildAsking()
  expect((await support.call(tickets.counts, {})).data).toEqual({ waiting: 1, held: 0 })
  const operator = await buildStaff(made, { resellerId: null, role: 'support' })
  const there = { reseller: resellerId }
  expect((await operator.call(tickets.counts, {}, there)).data.waiting).toBe(0)
  await support.call(tickets.hand, { ticketId, to: 'operator' })
  expect((await support.call(tickets.counts, {})).data.waiting).toBe(0)
  expect((await operator.call(tickets.counts, {}, there)).data.waiting).toBe(1)
})
