import { afterEach, beforeAll, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { hashCount } from '../../../platform/secrets/passwords.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { parseCredential, writeCredential } from './credential.ts'

const { call, db, config } = await makeApp()
const second = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
beforeAll(() => buildReseller(db, { id: 260 }))
afterEach(() => clock.reset())

type Account = { id: number; userName: string; resellerId: number }
async function remember(account: Account) {
  const form = { userName: account.userName, passWord: PASSWORD, dailiKey: account.resellerId, remember: true }
  const { data, token, status } = await call(api.sessions.login, form)
  expect(status).toBe(200)
  return { device: data.device!, token: token! }
}
const silent = (account: Account, device: string, more: object = {}, app = { call }) =>
  app.call(api.sessions.silentLogin, {
    userName: account.userName,
    passWord: device,
    dailiKey: account.resellerId,
    ...more,
  })
const info = (token: string, dailiKey = 0) => call(api.accounts.info, { dailiKey }, { token })
const sessionsOf = ({ id }: Account) =>
  db.kysely.selectFrom('sessions').select('id').where('accountId', '=', id).where('revokedAt', 'is', null).execute()
const mailsTo = (id: number) =>
  db.kysely
    .selectFrom('mails')
    .selectAll()
    .where('accountId', '=', id)
    .where('template', '=', 'device_stolen')
    .execute()

test('a credential has only one valid spelling', async () => {
  const { device } = await remember(await buildAccount(db))
  expect(device).toMatch(/^dc1\.0\.[\w-]{22}\.[\w-]{43}\.[\w-]{6}$/)
  expect(writeCredential(parseCredential(device)!)).toBe(device)
  for (let at = 0; at < device.length; at += 1) {
    const other = device[at] === 'A' ? 'B' : 'A'
    expect(parseCredential(device.slice(0, at) + other + device.slice(at + 1)), `changed at ${at}`).toBeNull()
  }
  for (const text of ['', 'dc1.', 'dc1...', `${device}x`, device.toUpperCase(), 'dc1.a.b.c']) {
    expect(parseCredential(text)).toBeNull()
  }
})

test('each use brings a session and the next credential, and costs no password hash', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const before = hashCount.value
  const first = await silent(account, device)
  expect(first.status).toBe(200)
  expect(first.token).toBe(first.data.token)
  expect(first.data.device).not.toBe(device)
  expect((await silent(account, first.data.device!)).status).toBe(200)
  expect(hashCount.value).toBe(before)
  const stored = await db.kysely.selectFrom('deviceGenerations').selectAll().execute()
  const secret = first.data.device!.split('.')[2]!
  expect(JSON.stringify(stored)).not.toContain(secret)
})

test('a lost answer can be repeated at any time until its successor is used', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const lost = await silent(account, device)
  clock.shift(limits.deviceGraceMs * 60)
  const again = await silent(account, device)
  expect(again.status).toBe(200)
  expect(again.data.device).toBe(lost.data.device)
  expect(again.token).toBe(lost.token)
  expect((await info(lost.token!)).status).toBe(200)
})

test('parallel silent logins on two servers all get the same successor', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) => silent(account, device, {}, index % 2 ? second : { call })),
  )
  expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(200))
  expect(new Set(answers.map((answer) => answer.data.device)).size).toBe(1)
})

test('fifty uses of one credential at once open one session, and each later use opens one more', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const fifty = await Promise.all(
    Array.from({ length: 50 }, (_, index) => silent(account, device, {}, index % 2 ? second : { call })),
  )
  expect(fifty.map((answer) => answer.status)).toEqual(Array(50).fill(200))
  expect(new Set(fifty.map((answer) => answer.token)).size).toBe(1)
  expect((await info(fifty[0]!.token!)).status).toBe(200)
  expect(await sessionsOf(account)).toHaveLength(2)
  const next = await silent(account, fifty[0]!.data.device!)
  expect(next.token).not.toBe(fifty[0]!.token)
  expect(await sessionsOf(account)).toHaveLength(3)
})

test('a repeat after the token was renewed gets its own session: nobody is kept out', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const { token } = await silent(account, device)
  clock.shift(limits.tokenRotateMs)
  const renewed = (await info(token!)).token!
  await info(renewed)
  clock.shift(limits.tokenGraceMs + 1000)
  const again = await silent(account, device)
  expect(again.status).toBe(200)
  expect([token, renewed]).not.toContain(again.token)
  for (const live of [renewed, again.token!]) expect((await info(live)).status).toBe(200)
})

test('the old credential works for sixty seconds even if its successor was used', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const next = (await silent(account, device)).data.device!
  expect((await silent(account, next)).status).toBe(200)
  clock.shift(limits.deviceGraceMs - 20_000)
  const late = await silent(account, device)
  expect(late.status).toBe(200)
  expect(late.data.device).toBe(next)
})

test('an older generation ends its own family with its sessions, tells the owner, and touches no other', async () => {
  const account = await buildAccount(db, { email: 'robbed@example.com' })
  const [phone, laptop] = [await remember(account), await remember(account)]
  const lone = await call(api.sessions.login, { userName: account.userName, passWord: PASSWORD, dailiKey: 0 })
  const owner = await silent(account, phone.device)
  const later = await silent(account, owner.data.device!)
  clock.shift(limits.deviceGraceMs + 1000)
  const thief = await silent(account, phone.device)
  expect(thief).toMatchObject({ status: 422, code: 'auth.device_ended', token: null })
  expect((await silent(account, later.data.device!)).code).toBe('auth.device_ended')
  for (const token of [phone.token, owner.token!, later.token!]) expect((await info(token)).status).toBe(401)
  for (const token of [laptop.token, lone.token!]) expect((await info(token)).status).toBe(200)
  expect((await silent(account, laptop.device)).status).toBe(200)
  expect(await mailsTo(account.id)).toMatchObject([{ toAddress: 'robbed@example.com' }])
  await silent(account, phone.device)
  expect(await mailsTo(account.id)).toHaveLength(1)
})

test('accepts an old credential without a reseller and replaces it by one with a reseller', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  const older = writeCredential({ ...parseCredential(device)!, resellerId: null })
  expect(older).toMatch(/^dc1\.[\w-]{22}\./)
  const { data } = await silent(account, older)
  expect(parseCredential(data.device!)).toMatchObject({ resellerId: account.resellerId })
})

test('refuses a made-up secret of a real family and changes nothing', async () => {
  const account = await buildAccount(db)
  const { device, token } = await remember(account)
  const real = parseCredential(device)!
  const forged = writeCredential({ ...real, secret: 'A'.repeat(43) })
  expect((await silent(account, forged)).code).toBe('auth.device_refused')
  expect((await info(token)).status).toBe(200)
  expect((await silent(account, device)).status).toBe(200)
})

test('refuses a credential shown at another reseller or for another name, and keeps it alive', async () => {
  const account = await buildAccount(db)
  const namesake = await buildAccount(db, { resellerId: 260, userName: account.userName })
  const { device, token } = await remember(account)
  const refused = [
    await silent(namesake, device),
    await silent(account, device, { dailiKey: 999 }),
    await silent(account, device, { userName: 'somebody.else' }),
    await silent(account, `${device}x`),
    await silent(account, 'dc1.'),
  ]
  for (const answer of refused) expect(answer).toMatchObject({ status: 422, code: 'auth.device_refused' })
  expect(new Set(refused.map((answer) => answer.text)).size).toBe(1)
  expect((await info(token)).status).toBe(200)
  expect((await silent(account, device, { userName: account.userName.toUpperCase() })).status).toBe(200)
})

test('ends after fourteen days without use, and after thirty days in any case, with its sessions', async () => {
  const account = await buildAccount(db)
  let { device } = await remember(account)
  const idle = await remember(account)
  clock.shift(limits.deviceIdleMs - 60_000)
  const used = await silent(account, device)
  expect(used.status).toBe(200)
  clock.shift(60_000)
  expect((await silent(account, idle.device)).code).toBe('auth.device_ended')
  device = used.data.device!
  clock.shift(limits.deviceIdleMs - 180_000)
  const last = await silent(account, device)
  expect(last.status).toBe(200)
  clock.shift(limits.deviceAbsoluteMs - 2 * limits.deviceIdleMs + 60_000)
  expect((await info(last.token!)).status).toBe(200)
  clock.shift(3 * 60_000)
  expect((await silent(account, last.data.device!)).code).toBe('auth.device_ended')
  expect((await info(last.token!)).status).toBe(401)
})

test('logout forgets the device: its sessions and its credential end', async () => {
  const account = await buildAccount(db)
  const { device, token } = await remember(account)
  const other = await remember(account)
  const silently = await silent(account, device)
  await call(api.sessions.logout, {}, { token: silently.token! })
  expect((await silent(account, silently.data.device!)).code).toBe('auth.device_ended')
  for (const dead of [token, silently.token!]) expect((await info(dead)).status).toBe(401)
  expect((await silent(account, other.device)).status).toBe(200)
})

test('a locked account refuses every device without saying why', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  await db.kysely.updateTable('accounts').set({ lockedAt: clock.now() }).where('id', '=', account.id).execute()
  expect((await silent(account, device)).code).toBe('auth.device_refused')
  await db.kysely.updateTable('accounts').set({ lockedAt: null }).where('id', '=', account.id).execute()
  expect((await silent(account, device)).status).toBe(200)
})

test('marks a remembered session, so that the password can be asked for later', async () => {
  const account = await buildAccount(db)
  const { device } = await remember(account)
  await silent(account, device)
  const rows = await db.kysely.selectFrom('sessions').selectAll().where('accountId', '=', account.id).execute()
  expect(rows.map((row) => row.strength).sort()).toEqual(['password', 'remembered'])
  expect(new Set(rows.map((row) => row.deviceFamilyId)).size).toBe(1)
  expect(rows[0]?.deviceFamilyId).toBe(parseCredential(device)?.familyId)
})

test('only its own reseller tells the holder that the device has ended', async () => {
  const account = await buildAccount(db)
  const namesake = await buildAccount(db, { resellerId: 260, userName: account.userName })
  const { device, token } = await remember(account)
  await call(api.sessions.logout, {}, { token })
  expect(await silent(account, device)).toMatchObject({ status: 422, code: 'auth.device_ended' })
  expect((await silent(namesake, device)).code).toBe('auth.device_refused')
  const forged = writeCredential({ ...parseCredential(device)!, secret: 'A'.repeat(43) })
  expect((await silent(account, forged)).code).toBe('auth.device_refused')
})
