import { afterEach, beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { hashCount } from '../../platform/secrets/passwords.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../test/build/factories.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, config } = await makeApp()
const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
beforeAll(() => buildReseller(db, { id: 260 }))
afterEach(() => clock.reset())

const info = (token: string, app = { call }) => app.call(api.accounts.info, { dailiKey: 0 }, { token })
const login = async (userName: string, more: object = {}) =>
  (await call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0, ...more })).data

test('a token is renewed after fifteen minutes; parallel requests on two servers get the same new one', async () => {
  const token = await buildSession(db, await buildAccount(db))
  expect((await info(token)).token).toBeNull()
  clock.shift(limits.tokenRotateMs)
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, index) => info(token, index % 2 ? second : { call })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(10).fill(200))
  const renewed = new Set(answers.map((answer) => answer.token))
  expect(renewed.size).toBe(1)
  const [next] = renewed
  expect(next).toMatch(/^[\w-]{43}$/)
  clock.shift(3 * limits.tokenGraceMs)
  // A repeated request after a lost answer, however late, still works and gets the same successor.
  expect(await info(token)).toMatchObject({ status: 200, token: next })
  expect((await info(next!)).token).toBeNull()
  // Now the successor is known to have arrived. Leave 30 s, because a loaded machine takes seconds of its own.
  clock.shift(limits.tokenGraceMs - 30_000)
  expect((await info(token)).status).toBe(200)
  clock.shift(40_000)
  expect((await info(token)).status).toBe(401)
  expect((await info(next!)).status).toBe(200)
})

test.each([
  ['a wrong card key', (token: string) => call(api.cards.redeem, { code: 'AAAA-BBBB' }, { token }), 422],
  ['bad input', (token: string) => call(api.cards.redeem, { code: 7 as never }, { token }), 400],
  ['the wrong moment', (token: string) => call(api.accounts.freeze, { type: 'resume' }, { token }), 409],
  ['another brand', (token: string) => call(api.accounts.info, { dailiKey: 260 }, { token }), 401],
])('a refused call also returns the renewed token, and nobody loses the session: %s', async (_, refused, status) => {
  const token = await buildSession(db, await buildAccount(db))
  clock.shift(limits.tokenRotateMs)
  const answer = await refused(token)
  expect(answer).toMatchObject({ status, token: expect.stringMatching(/^[\w-]{43}$/) })
  // A client that missed the answer goes on with the old token; one that got it, with the new token.
  clock.shift(2 * limits.tokenGraceMs)
  expect(await info(token)).toMatchObject({ status: 200, token: answer.token })
  expect((await info(answer.token!)).status).toBe(200)
})

test('a session ends after seven days without use, and after thirty days in any case', async () => {
  const account = await buildAccount(db)
  const idle = await buildSession(db, account)
  let busy = await buildSession(db, account)
  for (let day = 0; day < 29; day += 1) {
    clock.shift(86_400_000)
    const answer = await info(busy)
    expect(answer.status, `day ${day}`).toBe(200)
    busy = answer.token ?? busy
    if (day === 5) expect((await db.kysely.selectFrom('sessions').select('id').execute()).length).toBeGreaterThan(1)
    if (day === 7) expect((await info(idle)).status).toBe(401)
  }
  clock.shift(86_400_000)
  expect((await info(busy)).status).toBe(401)
})

test("where no token is needed, another brand's token is ignored and stays valid", async () => {
  const token = await buildSession(db, await buildAccount(db))
  clock.shift(limits.tokenRotateMs)
  const sent = await call(
    api.emails.code,
    { purpose: 'reset', userName: 'nobody.there', dailiKey: 260, captcha: makeCaptcha(config) },
    { token },
  )
  expect(sent).toMatchObject({ status: 200, token: expect.any(String) })
  expect((await info(sent.token!)).status).toBe(200)
})

test('a token of reseller 0 is refused at 260 and stays valid', async () => {
  const token = await buildSession(db, await buildAccount(db))
  const other = await call(api.accounts.info, { dailiKey: 260 }, { token })
  expect(other).toMatchObject({ status: 401, code: 'auth.required' })
  expect((await info(token)).status).toBe(200)
})

test('a session ended on one server is dead on the other at once', async () => {
  const account = await buildAccount(db)
  const [own, other] = [await buildSession(db, account), await buildSession(db, account)]
  expect((await info(other, second)).status).toBe(200)
  const { data } = await call(api.sessions.list, {}, { token: own })
  const target = data.items.find((item) => !item.current)!
  expect((await call(api.sessions.revoke, { id: target.id }, { token: own })).data).toEqual({ revoked: 1 })
  expect((await info(other, second)).status).toBe(401)
  expect((await info(own, second)).status).toBe(200)
})

test("the list shows the user's own live devices, one entry each, and nobody else's", async () => {
  const account = await buildAccount(db)
  await buildSession(db, await buildAccount(db))
  const headers = { 'user-agent': 'Firefox on Linux' }
  const form = { userName: account.userName, passWord: PASSWORD, dailiKey: 0, remember: true }
  const remembered = await call(api.sessions.login, form, { headers, address: '203.0.113.9' })
  const silently = await call(
    api.sessions.silentLogin,
    { userName: account.userName, passWord: remembered.data.device!, dailiKey: 0 },
    { headers, address: '203.0.113.9' },
  )
  const lone = await login(account.userName)
  const ended = await login(account.userName)
  await call(api.sessions.logout, {}, { token: ended.token })
  const { data, text } = await call(api.sessions.list, {}, { token: silently.token! })
  expect(data.items).toHaveLength(2)
  expect(data.items.filter((item) => item.current)).toMatchObject([
    { remembered: true, userAgent: 'Firefox on Linux', address: '203.0.113.9' },
  ])
  expect(data.items.find((item) => !item.current)).toMatchObject({ remembered: false })
  for (const secret of [remembered.data.device!, lone.token, 'token', 'hash']) expect(text).not.toContain(secret)
})

test("unknown, ended and other users' session ids get the same refusal", async () => {
  const account = await buildAccount(db)
  const neighbour = await buildAccount(db)
  const foreigner = await buildAccount(db, { resellerId: 260 })
  const token = await buildSession(db, account)
  const theirs = [await buildSession(db, neighbour), await buildSession(db, foreigner)]
  const ids = await db.kysely
    .selectFrom('sessions')
    .select(['id', 'accountId'])
    .where('accountId', 'in', [neighbour.id, foreigner.id])
    .execute()
  const tries = [...ids.map((row) => row.id), '00000000-0000-4000-8000-000000000000']
  const answers = await Promise.all(tries.map((id) => call(api.sessions.revoke, { id }, { token })))
  for (const answer of answers) expect(answer).toMatchObject({ status: 422, code: 'object.unknown' })
  expect(new Set(answers.map((answer) => answer.text)).size).toBe(1)
  expect((await info(theirs[0]!)).status).toBe(200)
  for (const wrong of [{ id: 'x' }, {}, { all: true, id: tries[0] }, { all: false }]) {
    expect((await call(api.sessions.revoke, wrong as never, { token })).status).toBe(400)
  }
})

test('revoking all others keeps this session and its device', async () => {
  const account = await buildAccount(db)
  const own = await login(account.userName, { remember: true })
  const other = await login(account.userName, { remember: true })
  const neighbour = await buildSession(db, await buildAccount(db))
  await buildSession(db, account)
  expect((await call(api.sessions.revoke, { all: true }, { token: own.token })).data).toEqual({ revoked: 2 })
  const silent = (passWord: string) =>
    call(api.sessions.silentLogin, { userName: account.userName, passWord, dailiKey: 0 })
  expect((await info(own.token)).status).toBe(200)
  expect((await info(neighbour)).status).toBe(200)
  expect((await info(other.token)).status).toBe(401)
  expect((await silent(other.device!)).code).toBe('auth.device_ended')
  expect((await silent(own.device!)).status).toBe(200)
})

test('a new password ends every other session and every old device credential; this session stays', async () => {
  const account = await buildAccount(db, { email: 'changer@example.com' })
  const own = await login(account.userName, { remember: true })
  const other = await login(account.userName, { remember: true })
  const change = (oldPass: string, newPass: string) =>
    call(api.sessions.changePass, { oldPass, newPass }, { token: own.token })
  const fresh = 'another quiet river'
  expect(await change('not the password', fresh)).toMatchObject({ status: 422, code: 'auth.wrong_password' })
  const before = hashCount.value
  expect((await change(PASSWORD, 'Password123')).code).toBe('account.password_common')
  expect((await change(PASSWORD, `${account.userName}1`)).code).toBe('account.password_common')
  expect((await change(PASSWORD, 'tk1.whatever-it-is')).code).toBe('account.password_reserved')
  expect((await change(PASSWORD, '汉字密码'.repeat(30))).response.json()).toMatchObject({
    code: 'request.invalid',
    data: { fields: { newPass: 'maxLength' } },
  })
  expect(hashCount.value).toBe(before)
  expect((await info(other.token)).status).toBe(200)
  const changed = await change(PASSWORD, fresh)
  expect(changed.status).toBe(200)
  expect((await info(own.token)).status).toBe(200)
  expect((await info(other.token, second)).status).toBe(401)
  for (const device of [own.device!, other.device!]) {
    const answer = await call(api.sessions.silentLogin, { userName: account.userName, passWord: device, dailiKey: 0 })
    expect(answer.code).toBe('auth.device_ended')
  }
  const silent = { userName: account.userName, passWord: changed.data.device!, dailiKey: 0 }
  expect((await call(api.sessions.silentLogin, silent)).status).toBe(200)
  const mails = await db.kysely.selectFrom('mails').selectAll().where('template', '=', 'password_changed').execute()
  expect(mails).toMatchObject([{ accountId: account.id, toAddress: 'changer@example.com' }])
  const enter = (passWord: string) => call(api.sessions.login, { userName: account.userName, passWord, dailiKey: 0 })
  expect((await enter(PASSWORD)).code).toBe('auth.bad_credentials')
  expect((await enter(fresh)).status).toBe(200)
})

test('after a new password only a remembered device stays remembered, and signing out forgets it', async () => {
  const account = await buildAccount(db)
  const plain = await login(account.userName)
  const change = (token: string, oldPass: string, newPass: string) =>
    call(api.sessions.changePass, { oldPass, newPass }, { token })
  expect((await change(plain.token, PASSWORD, 'another quiet river')).data).toEqual({})
  const silent = (passWord: string) =>
    call(api.sessions.silentLogin, { userName: account.userName, passWord, dailiKey: 0 })
  const input = { userName: account.userName, passWord: 'another quiet river', dailiKey: 0, remember: true }
  const remembered = await silent((await call(api.sessions.login, input)).data.device!)
  const { device } = (await change(remembered.token!, 'another quiet river', 'a third quiet river')).data
  expect(device).toMatch(/^dc1\./)
  await call(api.sessions.logout, {}, { token: remembered.token! })
  expect((await silent(device!)).code).toBe('auth.device_ended')
})

test('sign-ins that race with a password change leave no session behind', async () => {
  const account = await buildAccount(db)
  const own = await login(account.userName, { remember: true })
  const racing = Array.from({ length: 4 }, () =>
    second.call(api.sessions.login, { userName: account.userName, passWord: PASSWORD, dailiKey: 0, remember: true }),
  )
  const silently = Array.from({ length: 4 }, () =>
    call(api.sessions.silentLogin, { userName: account.userName, passWord: own.device!, dailiKey: 0 }),
  )
  const input = { oldPass: PASSWORD, newPass: 'another quiet river' }
  const [changed, ...others] = await Promise.all([
    call(api.sessions.changePass, input, { token: own.token }),
    ...racing,
    ...silently,
  ])
  expect(changed.status).toBe(200)
  const tokens = others.flatMap((answer) => (answer.token ? [answer.token] : []))
  for (const token of tokens) expect((await info(token)).status).toBe(401)
  const live = await db.kysely
    .selectFrom('sessions')
    .select('id')
    .where('accountId', '=', account.id)
    .where('revokedAt', 'is', null)
    .execute()
  expect(live).toHaveLength(1)
  const families = await db.kysely
    .selectFrom('deviceFamilies')
    .select('id')
    .where('accountId', '=', account.id)
    .where('revokedAt', 'is', null)
    .execute()
  // The family of the device that changed the password.
  expect(families).toHaveLength(1)
})

test('a user token opens no partner call, and an unknown token opens nothing', async () => {
  const token = await buildSession(db, await buildAccount(db))
  expect((await call(api.sessions.redeemTicket, { ticket: 'tk1.x.y' }, { token })).status).toBe(401)
  for (const wrong of ['x', token.slice(1), `${token}A`, 'Bearer']) expect((await info(wrong)).status).toBe(401)
  expect((await info(token)).status).toBe(200)
})
