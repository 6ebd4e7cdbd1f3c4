import { beforeAll, expect, test } from 'vitest'

import { api } from '../../../contract/api.ts'
import { clock } from '../../platform/clock.ts'
import { hashCount, hashPassword } from '../../platform/secrets/passwords.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../test/build/factories.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, config, logged } = await makeApp()
let made = 0
const newAddress = () => `192.0.2.${(made += 1)}`
type Account = { userName: string; resellerId: number }
const form = ({ userName, resellerId }: Account, more: object = {}) => ({
  userName,
  passWord: PASSWORD,
  dailiKey: resellerId,
  ...more,
})
const nobody = { userName: 'nobody.at.all', resellerId: 0 }

beforeAll(() => buildReseller(db, { id: 260 }))

test('signing in returns token, header and user info, and a device only when asked', async () => {
  const account = await buildAccount(db)
  const answer = await call(api.sessions.login, form(account))
  expect(answer.status).toBe(200)
  expect(answer.token).toBe(answer.data.token)
  expect(answer.data.token).toMatch(/^[\w-]{43}$/)
  expect(answer.data.userInfo.pass).toMatch(/^tk1\./)
  expect(answer.data).not.toHaveProperty('device')
  expect(answer.response.headers['cache-control']).toBe('no-store, no-transform')
})

test('known and unknown accounts get the same status and body, and cost one hash each', async () => {
  const account = await buildAccount(db)
  const measure = async (who: Account, passWord: string) => {
    const before = hashCount.value
    const { status, text } = await call(api.sessions.login, form(who, { passWord }), { address: newAddress() })
    return { status, text, hashes: hashCount.value - before }
  }
  const wrong = await measure(account, 'not the password')
  expect(wrong).toMatchObject({ status: 422, hashes: 1 })
  expect(await measure(nobody, 'not the password')).toEqual(wrong)
  expect(await measure({ ...account, resellerId: 260 }, PASSWORD)).toEqual(wrong)
  expect(await measure({ ...account, resellerId: 999 }, PASSWORD)).toEqual(wrong)
  const tooLong = '汉'.repeat(200)
  expect(await measure(account, tooLong)).toEqual({ ...wrong, hashes: 0 })
  expect(await measure(nobody, tooLong)).toEqual({ ...wrong, hashes: 0 })
})

test('text that begins like a credential or ticket is never tried as a password', async () => {
  const account = await buildAccount(db)
  for (const passWord of ['dc1.x', 'tk1.x']) {
    const passwordHash = await hashPassword(passWord)
    await db.kysely.updateTable('accounts').set({ passwordHash }).where('id', '=', account.id).execute()
    const before = hashCount.value
    const answer = await call(api.sessions.login, form(account, { passWord }), { address: newAddress() })
    expect(answer).toMatchObject({ status: 422, code: 'auth.bad_credentials' })
    expect(hashCount.value).toBe(before)
  }
})

test('says that an account is locked only after the right password', async () => {
  const account = await buildAccount(db)
  await db.kysely.updateTable('accounts').set({ lockedAt: clock.now() }).where('id', '=', account.id).execute()
  const right = await call(api.sessions.login, form(account))
  expect(right).toMatchObject({ status: 422, code: 'auth.locked', token: null })
  const wrong = await call(api.sessions.login, form(account, { passWord: 'not the password' }))
  const unknown = await call(api.sessions.login, form(nobody, { passWord: 'not the password' }))
  expect(wrong.text).toBe(unknown.text)
})

test('a deleted account looks like an unknown one', async () => {
  const account = await buildAccount(db)
  await db.kysely.updateTable('accounts').set({ deletedAt: clock.now() }).where('id', '=', account.id).execute()
  expect((await call(api.sessions.login, form(account))).code).toBe('auth.bad_credentials')
})

test('an account of one reseller does not open at another', async () => {
  const account = await buildAccount(db)
  const namesake = await buildAccount(db, { resellerId: 260, userName: account.userName })
  const answer = await call(api.sessions.login, form(namesake))
  expect(answer.data.userInfo.dailiKey).toBe(260)
  const other = await call(api.accounts.info, { dailiKey: 0 }, { token: answer.token! })
  expect(other.status).toBe(401)
  expect((await call(api.accounts.info, { dailiKey: 260 }, { token: answer.token! })).status).toBe(200)
})

test('mails about a sign-in from a new browser or network once, only to a verified address', async () => {
  const account = await buildAccount(db, { email: 'owner@example.com' })
  const silent = await buildAccount(db)
  const mails = (id: number) =>
    db.kysely.selectFrom('mails').selectAll().where('accountId', '=', id).where('template', '=', 'new_login').execute()
  const chrome = {
    'user-agent': 'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 Chrome/130.0 Mobile Safari/537.36',
  }
  const newer = { 'user-agent': chrome['user-agent'].replace('130.0', '131.0') }
  const iphone = { 'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Safari/604.1' }
  const enter = (headers: Record<string, string>, address: string) =>
    call(api.sessions.login, form(account), { headers, address })
  await enter(chrome, '203.0.113.5')
  expect(await mails(account.id)).toMatchObject([
    { toAddress: 'owner@example.com', params: { device: 'Chrome · Android', address: '203.0.113.5' } },
  ])
  await enter(newer, '203.0.113.77')
  expect(await mails(account.id)).toHaveLength(1)
  await enter(iphone, '203.0.113.5')
  await enter(chrome, '203.0.114.5')
  expect(await mails(account.id)).toHaveLength(3)
  await call(api.sessions.login, form(silent), { headers: chrome })
  expect(await mails(silent.id)).toHaveLength(0)
})

test('a password has no end: years later it opens the account, and nobody asks for a new one', async () => {
  const account = await buildAccount(db)
  clock.shift(3 * 366 * 86_400_000)
  const answer = await call(api.sessions.login, form(account)).finally(() => clock.reset())
  expect([answer.status, answer.code]).toEqual([200, null])
})

test('a made-up forwarded address causes no server error', async () => {
  const proxied = await makeApp({ TRUST_PROXY: '1' })
  const account = await buildAccount(proxied.db)
  const headers = { 'x-forwarded-for': 'not-an-address, <script>' }
  expect((await proxied.call(api.sessions.login, form(account), { headers })).status).toBe(200)
})

test('no answer contains a hash, salt or secret, and no log line a password, token or credential', async () => {
  const account = await buildAccount(db, { email: 'keys@example.com' })
  const login = await call(api.sessions.login, form(account, { remember: true }))
  const token = login.token!
  const silent = await call(api.sessions.silentLogin, form(account, { passWord: login.data.device }))
  const registration = { userName: 'key.walker', passWord: PASSWORD, daili: 0, captcha: makeCaptcha(config) }
  const answers = [
    login,
    silent,
    await call(api.accounts.info, { dailiKey: 0 }, { token }),
    await call(api.sessions.list, {}, { token }),
    await call(api.sessions.ticket, { audience: 'usage' }, { token }),
    await call(api.sessions.captcha, { kind: 'image' }),
    await call(api.accounts.register, registration),
  ]
  for (const answer of answers) expect(answer.status).toBe(200)
  const keys = new Set(answers.flatMap((answer) => keysIn(JSON.parse(answer.text))))
  expect([...keys].filter((key) => /hash|salt|secret|totp|^locked|inviter|previous|family/i.test(key))).toEqual([])
  const secrets = [PASSWORD, token, silent.token!, login.data.device!, silent.data.device!, login.data.userInfo.pass]
  for (const secret of secrets) expect(logged.join('')).not.toContain(secret)
})

function keysIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, inner]) => [key, ...keysIn(inner)])
}
