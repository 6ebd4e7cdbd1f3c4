import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, logged } = await makeApp()
afterEach(() => clock.reset())

async function ask(resellerId = 0) {
  await buildReseller(db, { id: resellerId })
  const account = await buildAccount(db, { resellerId })
  const token = await buildSession(db, account)
  const { ticket } = (await call(api.sessions.ticket, { audience: 'handover' }, { token })).data
  return { account, token, ticket }
}
const take = (ticket: string, dailiKey = 0) => call(api.sessions.handover, { ticket, dailiKey })
const info = (token: string) => call(api.accounts.info, { dailiKey: 0 }, { token })

test('opens a session of the same account in another browser, and the first one goes on', async () => {
  const { account, token, ticket } = await ask()
  const taken = await take(ticket)
  expect(taken.data.userInfo.iuser).toBe(account.userName)
  expect(taken.token).not.toBe(token)
  expect((await info(taken.data.token)).status).toBe(200)
  expect((await info(token)).status).toBe(200)
  // Nobody typed the password there: what is sensitive asks for it.
  const { strength } = await db.kysely
    .selectFrom('sessions')
    .select('strength')
    .where('accountId', '=', account.id)
    .orderBy('createdAt', 'desc')
    .orderBy('strength', 'desc')
    .executeTakeFirstOrThrow()
  expect(strength).toBe('remembered')
  expect(logged.join('')).not.toContain(ticket)
})

test('used twice: the second is told so, also of twenty at once', async () => {
  const { ticket } = await ask()
  const answers = await Promise.all(Array.from({ length: 20 }, () => take(ticket)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(new Set(refused.map(({ status, code }) => `${status} ${code}`))).toEqual(new Set(['422 ticket.spent']))
})

test.each([
  ['late', 'ticket.late', 0, () => clock.shift(limits.ticketTtlMs + 1)],
  ['another brand', 'ticket.other_brand', 7, () => {}],
])('%s: refused with its own sentence, and nothing is used up', async (_name, code, dailiKey, before) => {
  const { ticket } = await ask()
  before()
  const answer = await take(ticket, dailiKey)
  expect([answer.status, answer.code]).toEqual([422, code])
  if (code === 'ticket.other_brand') expect((await take(ticket)).status).toBe(200)
})

test('after logout: refused with its own sentence', async () => {
  const { token, ticket } = await ask()
  await call(api.sessions.logout, {}, { token })
  const answer = await take(ticket)
  expect([answer.status, answer.code]).toEqual([422, 'ticket.session_over'])
})

test('a ticket for another purpose and a forged one open nothing', async () => {
  const { token, ticket } = await ask()
  const usage = (await call(api.sessions.ticket, { audience: 'usage' }, { token })).data.ticket
  for (const wrong of [usage, `${ticket.slice(0, -2)}xx`, 'tk1.x', '']) {
    expect((await take(wrong)).code).toBe('ticket.spent')
  }
})
