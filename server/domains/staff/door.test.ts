import { afterEach, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { consoleApi } from '../../../contract/console/api.ts'
import { staffLimits } from '../../../contract/console/staff-limits.ts'
import { limits } from '../../../contract/limits.ts'
import { clock } from '../../platform/clock.ts'
import { hashCount } from '../../platform/secrets/passwords.ts'
import { buildMonitor } from '../../test/build/build-monitor.ts'
import { buildSession } from '../../test/build/build-session.ts'
import { buildStaff, staffCalls } from '../../test/build/build-staff.ts'
import { buildAccount } from '../../test/build/factories.ts'
import { dumpEveryRow } from '../../test/look/every-row.ts'
import { appCode, wrongAppCode } from '../../test/outside/authenticator-app.ts'
import { makeApp } from '../../test/run/make-app.ts'

const made = await makeApp()
const { app, db, logged } = made
const visitor = staffCalls(app, null)
let callers = 0
const signIn = (name: string, passWord: string, more: { totp?: string } = {}, address = `10.8.0.${(callers += 1)}`) =>
  visitor.call(consoleApi.session.signIn, { name, passWord, ...more }, { address })
const statusWith = async (token: string) => (await staffCalls(app, token).call(consoleApi.session.show, {})).status

afterEach(() => clock.reset())

test('the right password sets a token cookie for the console only; the token is stored as a hash', async () => {
  const { name, password } = await buildStaff(made, { resellerId: 260 })
  const answer = await signIn(name.toUpperCase(), password)
  expect([answer.status, answer.data]).toEqual([200, {}])
  const cookie = answer.response.cookies.find((one) => one.name === 'yx_console')!
  expect(cookie).toMatchObject({ path: '/api/console', httpOnly: true, sameSite: 'Strict', maxAge: 12 * 3600 })
  expect(cookie.secure).toBeUndefined()
  expect(await statusWith(cookie.value)).toBe(200)
  const everything = `${await dumpEveryRow(db)}\n${logged.join('')}`
  expect(everything).not.toContain(cookie.value)
  expect(everything).not.toContain(password)
})

test('the cookie is Secure unless the console is on loopback', async () => {
  const other = await makeApp({ PUBLIC_URL: 'https://portal.example' })
  const { name, password } = await buildStaff(other, { resellerId: null })
  const answer = await staffCalls(other.app, null).call(consoleApi.session.signIn, { name, passWord: password })
  expect(answer.response.cookies.find((one) => one.name === 'yx_console')).toMatchObject({ secure: true })
})

test('unknown, removed and wrong get the same answer and cost one hash', async () => {
  const { name } = await buildStaff(made, { resellerId: 260 })
  const removed = await buildStaff(made, { resellerId: 260 })
  await db.kysely.updateTable('staff').set({ removedAt: clock.now() }).where('id', '=', removed.staffId).execute()
  const bodies = new Set<string>()
  for (const [who, password] of [
    ['nobody-here', 'x'],
    [name, 'wrong'],
    [removed.name, removed.password],
  ] as const) {
    const before = hashCount.value
    const answer = await signIn(who, password)
    expect([answer.status, answer.code, hashCount.value - before]).toEqual([422, 'auth.bad_credentials', 1])
    bodies.add(answer.text)
  }
  expect(bodies.size).toBe(1)
})

test('a user account never opens the console, whatever its name', async () => {
  const account = await buildAccount(db, { resellerId: 260 })
  expect((await signIn(account.userName, account.password)).code).toBe('auth.bad_credentials')
})

test('wrong passwords bring the captcha; another member is not slowed', async () => {
  const { name, password } = await buildStaff(made, { resellerId: 260 })
  for (let turn = 0; turn < limits.loginFailures; turn += 1) {
    expect((await signIn(name, 'wrong')).code).toBe('auth.bad_credentials')
  }
  expect((await signIn(name, password)).code).toBe('auth.captcha_required')
  const other = await buildStaff(made, { resellerId: 260 })
  expect((await signIn(other.name, other.password)).status).toBe(200)
})

test('asks for a second factor, and its code works once', async () => {
  const { name, password, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true })
  expect((await signIn(name, password)).code).toBe('auth.totp_required')
  expect((await signIn(name, password, { totp: wrongAppCode(totpSecret!) })).code).toBe('auth.totp_wrong')
  const code = appCode(totpSecret!)
  expect((await signIn(name, password, { totp: code })).status).toBe(200)
  expect((await signIn(name, password, { totp: code })).code).toBe('auth.totp_wrong')
  expect(await dumpEveryRow(db)).not.toContain(totpSecret)
})

test('half an hour idle or half a day end a session, and polling by the page does not prolong it', async () => {
  const resting = await buildStaff(made, { resellerId: 260 })
  clock.shift(staffLimits.idleMs - 20_000)
  expect(await statusWith(resting.token)).toBe(200)
  clock.shift(staffLimits.idleMs - 20_000)
  expect(await statusWith(resting.token)).toBe(200)
  clock.shift(staffLimits.idleMs)
  expect(await statusWith(resting.token)).toBe(401)

  clock.reset()
  const busy = await buildStaff(made, { resellerId: 260 })
  for (let at = 0; at < staffLimits.absoluteMs; at += staffLimits.idleMs / 2) {
    expect(await statusWith(busy.token)).toBe(200)
    clock.shift(staffLimits.idleMs / 2)
  }
  expect(await statusWith(busy.token)).toBe(401)
})

test('signing out ends the session and removes the cookie', async () => {
  const { call, token } = await buildStaff(made, { resellerId: 260 })
  const answer = await call(consoleApi.session.signOut, {})
  expect([answer.status, answer.token]).toEqual([200, ''])
  expect(await statusWith(token)).toBe(401)
})

test('a console token opens nothing else, and no other token opens the console', async () => {
  const { token, headers, call } = await buildStaff(made, { resellerId: 260 })
  const account = await buildAccount(db, { resellerId: 260 })
  const user = await buildSession(db, account)
  const monitor = await buildMonitor(made)
  for (const other of [user, monitor.token]) {
    expect(await statusWith(other)).toBe(401)
    const bearer = { authorization: `Bearer ${other}` }
    expect((await visitor.call(consoleApi.session.show, {}, { headers: bearer })).status).toBe(401)
  }
  const shown = [{ authorization: `Bearer ${token}` }, headers]
  for (const door of [api.accounts.info, api.monitor.overview]) {
    for (const each of shown) {
      const answer = await app.inject({
        method: door.method,
        url: door.path,
        query: { dailiKey: '260' },
        headers: each,
      })
      expect([door.path, answer.statusCode]).toEqual([door.path, 401])
    }
  }
  // Both a valid cookie and a valid header: the caller would be ambiguous.
  const both = await call(consoleApi.session.show, {}, { headers: { authorization: `Bearer ${token}` } })
  expect([both.status, both.code]).toEqual([400, 'request.invalid'])
})

test("refuses an unsafe call without the XSRF cookie's value and changes nothing", async () => {
  const { token } = await buildStaff(made, { resellerId: 260 })
  const { path: url } = consoleApi.session.signOut
  for (const headers of [
    { cookie: `yx_console=${token}` },
    { cookie: `yx_console=${token}`, 'sec-fetch-site': 'same-origin', origin: 'http://localhost' },
    { cookie: `yx_console=${token}; XSRF-TOKEN=a`, 'x-xsrf-token': 'b' },
    { cookie: `yx_console=${token}`, 'x-xsrf-token': '' },
    { cookie: `yx_console=${token}; XSRF-TOKEN=`, 'x-xsrf-token': '' },
    { cookie: `yx_console=${token}; XSRF-TOKEN=""`, 'x-xsrf-token': '' },
  ]) {
    const answer = await app.inject({ method: 'POST', url, headers, payload: {} })
    expect([answer.statusCode, answer.json().code]).toEqual([403, 'request.cross_site'])
  }
  expect(await statusWith(token)).toBe(200)
  const page = await app.inject({ url: consoleApi.session.show.path, headers: { cookie: 'XSRF-TOKEN=' } })
  const given = page.cookies.find(({ name }) => name === 'XSRF-TOKEN')!.value
  expect(given, 'an empty one is replaced by the next page').toMatch(/^[\w-]{20,}$/)
  const headers = { cookie: `yx_console=${token}; XSRF-TOKEN=${given}`, 'x-xsrf-token': given }
  expect((await app.inject({ method: 'POST', url, headers, payload: {} })).statusCode).toBe(200)
})

test('the session names the office and what the member may do', async () => {
  await db.kysely.insertInto('resellers').values({ id: 261, title: 'Heron', accent: '#123456' }).execute()
  const { call, name, staffId } = await buildStaff(made, { resellerId: 261, role: 'viewer', email: 'v@heron.example' })
  const { data } = await call(consoleApi.session.show, {})
  expect(data).toMatchObject({
    member: { id: staffId, name, email: 'v@heron.example', role: 'viewer' },
    scope: 'reseller',
    reseller: { id: 261, title: 'Heron', accent: '#123456', suspended: false },
    factor: { required: false, totp: false, passkeys: 0, recoveryCodesLeft: 0 },
    resellers: [],
    sandbox: true,
  })
  expect(data.permissions).toContain('money.read')
  expect(data.permissions).not.toContain('users.private')
  const operator = await buildStaff(made, { resellerId: null, role: 'support' })
  const seen = (await operator.call(consoleApi.session.show, {})).data
  expect([seen.scope, seen.reseller]).toEqual(['platform', null])
  expect(seen.resellers).toContainEqual({ id: 261, title: 'Heron', suspended: false })
})

test('an own role has the permissions of its row, but never more than an owner of that team', async () => {
  const { call } = await buildStaff(made, { resellerId: 260, permissions: ['users.read', 'resellers.terms'] })
  const { data } = await call(consoleApi.session.show, {})
  expect(data.permissions).toEqual(['users.read'])
})
