import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { makeApp } from '../../test/run/make-app.ts'
import { spendTicket } from './spend-ticket.ts'

const PARTNER = 'partner-key-of-at-least-32-characters'
const { call, db, config, logged } = await makeApp({ PARTNER_KEYS: PARTNER })
afterEach(() => clock.reset())
const ctx = () => ({ db, config, now: clock.now() })

async function signIn() {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const mint = async (audience: 'usage' | 'download' = 'usage') =>
    (await call(api.sessions.ticket, { audience }, { token })).data.ticket
  return { account, token, mint }
}
const redeem = (ticket: string, token = PARTNER) => call(api.sessions.redeemTicket, { ticket }, { token })

test('a partner redeems a ticket once', async () => {
  const { account, mint } = await signIn()
  const ticket = await mint()
  expect(ticket).toMatch(/^tk1\./)
  const first = await redeem(ticket)
  expect(first.data).toEqual({ userName: account.userName, dailiKey: 0, audience: 'usage' })
  const second = await redeem(ticket)
  expect(second).toMatchObject({ status: 422, code: 'ticket.spent' })
})

test('of parallel redemptions one succeeds', async () => {
  const { mint } = await signIn()
  const ticket = await mint()
  const answers = await Promise.all(Array.from({ length: 15 }, () => redeem(ticket)))
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  expect(answers.filter((answer) => answer.code === 'ticket.spent')).toHaveLength(14)
})

test('every user-info answer has a working ticket, each one different', async () => {
  const { token } = await signIn()
  const ask = async () => (await call(api.accounts.info, { dailiKey: 0 }, { token })).data.pass
  const [first, second] = [await ask(), await ask()]
  expect(first).not.toBe(second)
  expect((await redeem(first)).status).toBe(200)
  expect((await redeem(second)).status).toBe(200)
})

test('is valid for sixty seconds and not longer', async () => {
  const { token, mint } = await signIn()
  const now = clock.now().getTime()
  const { data } = await call(api.sessions.ticket, { audience: 'usage' }, { token })
  expect(Date.parse(data.expiresAt) - now).toBeLessThanOrEqual(limits.ticketTtlMs + 1000)
  const other = await mint()
  clock.shift(limits.ticketTtlMs - 20_000)
  expect((await redeem(data.ticket)).status).toBe(200)
  clock.shift(21_000)
  expect((await redeem(other)).code).toBe('ticket.spent')
})

test('a ticket is for one purpose; showing it for another does not use it up', async () => {
  const { account, mint } = await signIn()
  const download = await mint('download')
  expect((await redeem(download)).code).toBe('ticket.spent')
  const owner = await spendTicket(ctx(), download, 'download')
  expect(owner).toMatchObject({ resellerId: 0, accountId: account.id })
  await expect(spendTicket(ctx(), download, 'download')).rejects.toMatchObject({ code: 'ticket.spent' })
  await expect(spendTicket(ctx(), await mint('usage'), 'download')).rejects.toMatchObject({ code: 'ticket.spent' })
})

test('limits files to twenty an hour, whatever other tickets are for', async () => {
  const { token, mint } = await signIn()
  const ask = async () => (await call(api.sessions.ticket, { audience: 'download' }, { token })).status
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push(await ask())
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect(await mint('usage')).toMatch(/^tk1\./)
})

test('a ticket ends with its session', async () => {
  const { token, mint } = await signIn()
  const ticket = await mint()
  await call(api.sessions.logout, {}, { token })
  expect((await redeem(ticket)).code).toBe('ticket.spent')
})

test('forged, cut and garbage tickets get the same refusal', async () => {
  const { mint } = await signIn()
  const ticket = await mint()
  const [, body = '', mac = ''] = ticket.split('.')
  const claims = Buffer.from(body, 'base64url').toString().split('|')
  const forged = Buffer.from(claims.with(1, '1').join('|')).toString('base64url')
  const tries = [
    `tk1.${forged}.${mac}`,
    `tk1.${body}.${'A'.repeat(43)}`,
    ticket.slice(0, -1),
    `${ticket}x`,
    'tk1..',
    'tk1.',
    '',
    'x'.repeat(400),
  ]
  const answers = await Promise.all(tries.map((text) => redeem(text)))
  for (const answer of answers) expect(answer).toMatchObject({ status: 422, code: 'ticket.spent' })
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect((await redeem('x'.repeat(401))).status).toBe(400)
  expect((await redeem(ticket)).status).toBe(200)
})

test('only a partner key can redeem, a user token cannot; a ticket is neither password nor token', async () => {
  const { account, token, mint } = await signIn()
  const ticket = await mint()
  for (const wrong of ['', 'x'.repeat(37), token]) expect((await redeem(ticket, wrong)).status).toBe(401)
  expect((await call(api.accounts.info, { dailiKey: 0 }, { token: PARTNER })).status).toBe(401)
  expect((await call(api.accounts.info, { dailiKey: 0 }, { token: ticket })).status).toBe(401)
  const login = await call(api.sessions.login, { userName: account.userName, passWord: ticket, dailiKey: 0 })
  expect(login.code).toBe('auth.bad_credentials')
  expect((await redeem(ticket)).status).toBe(200)
  expect(logged.join('')).not.toContain(ticket)
})
