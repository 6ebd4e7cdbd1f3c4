import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { openMailDesk } from '../../../test/build/mail-desk.ts'
import { appCode } from '../../../test/outside/authenticator-app.ts'
import { tellResetCode } from '../operator/reset-code.ts'

const OPERATOR = { actor: 'operator:test', isOperator: true }

const { call, db, config, mailbox, address, resetCode } = await openMailDesk()
const NEW = 'a brand new secret 7'

beforeEach(() => {
  clock.reset()
  clock.shift(1_000 - (Date.now() % 30_000))
})

let made = 0
async function buildUser() {
  const email = `user${(made += 1)}@mail.example`
  const account = await buildAccount(db, { email })
  return { ...account, email, token: await buildSession(db, account) }
}
type User = Awaited<ReturnType<typeof buildUser>>

const lock = (token: string, passWord?: string) =>
  call(api.accounts.freeze, { type: 'lock', ...(passWord === undefined ? {} : { passWord }) }, { token })
const infoStatus = async (token: string) => (await call(api.accounts.info, { dailiKey: 0 }, { token })).status
const signIn = (user: User, passWord: string) =>
  call(api.sessions.login, { userName: user.userName, passWord, dailiKey: 0 }, { address: address() })
const unlock = (user: User, code: string, more: object = {}, from = address()) =>
  call(api.emails.unlock, { userName: user.userName, dailiKey: 0, code, newPass: NEW, ...more }, { address: from })
const isLocked = async (user: User) => {
  const row = await db.kysely.selectFrom('accounts').select('lockedAt').where('id', '=', user.id).executeTakeFirst()
  return row?.lockedAt != null
}

async function buildLocked(): Promise<User> {
  const user = await buildUser()
  expect((await lock(user.token, PASSWORD)).status).toBe(200)
  expect((await mailbox.next(user.email)).subject).toBe('账号已锁定')
  return user
}

describe('lock', () => {
  test('ends every session and device at once and mails how to come back', async () => {
    const user = await buildUser()
    const others = [await buildSession(db, user), await buildSession(db, user, 'remembered')]
    const now = clock.now()
    const family = { resellerId: 0, accountId: user.id, createdAt: now, seenAt: now, expiresAt: now }
    await db.kysely.insertInto('deviceFamilies').values(family).execute()
    const bystander = await buildUser()
    const answer = await lock(user.token, PASSWORD)
    expect([answer.status, answer.data]).toEqual([200, { state: 'locked', until: null, bankedSeconds: 0 }])
    for (const token of [user.token, ...others]) expect(await infoStatus(token)).toBe(401)
    expect(await infoStatus(bystander.token)).toBe(200)
    const families = await db.kysely.selectFrom('deviceFamilies').select('revokedAt').execute()
    expect(families).toEqual([{ revokedAt: expect.any(Date) }])
    const mail = await mailbox.next(user.email)
    expect(mail.text).toContain('解锁验证码')
    expect(mail.text).toContain('/login?app_key=yx_0')
  })

  test('needs the password and a verified address', async () => {
    const user = await buildUser()
    const unbound = await buildSession(db, await buildAccount(db))
    const refusals = [await lock(user.token), await lock(user.token, 'not the password'), await lock(unbound, PASSWORD)]
    expect(refusals.map(({ status, code }) => [status, code])).toEqual([
      [403, 'auth.password_required'],
      [422, 'auth.wrong_password'],
      [422, 'email.not_bound'],
    ])
    expect(await infoStatus(user.token)).toBe(200)
    expect((await call(api.accounts.freezeState, {}, { token: user.token })).data.canLock).toBe(true)
    expect((await call(api.accounts.freezeState, {}, { token: unbound })).data.canLock).toBe(false)
  })

  test('a login of a locked account says so only after the right password', async () => {
    const user = await buildLocked()
    const wrong = await signIn(user, 'not the password')
    expect([wrong.status, wrong.code]).toEqual([422, 'auth.bad_credentials'])
    const right = await signIn(user, PASSWORD)
    expect([right.status, right.code, right.token]).toEqual([422, 'auth.locked', null])
  })

  test('a password reset does not get around the lock', async () => {
    const user = await buildLocked()
    const code = await resetCode(user, user.email)
    const input = { userName: user.userName, dailiKey: 0, code, newPass: NEW }
    const answer = await call(api.emails.findPass, input, { address: address() })
    expect([answer.status, answer.code]).toEqual([422, 'auth.locked'])
    expect(await isLocked(user)).toBe(true)
    expect((await signIn(user, PASSWORD)).code).toBe('auth.locked')
  })
})

describe('unlock', () => {
  test('takes the mailed code and a new password; the old password stops working', async () => {
    const user = await buildLocked()
    const code = await resetCode(user, user.email, 'unlock')
    const answer = await unlock(user, code)
    expect([answer.status, answer.data]).toEqual([200, {}])
    expect((await mailbox.next(user.email)).subject).toBe('账号已解锁')
    expect((await signIn(user, PASSWORD)).code).toBe('auth.bad_credentials')
    expect((await signIn(user, NEW)).status).toBe(200)
    expect(await infoStatus(user.token)).toBe(401)
    expect((await unlock(user, code)).code).toBe('email.code_wrong')
  })

  test('needs the second factor if one is set', async () => {
    const user = await buildUser()
    const { token } = user
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    expect((await mailbox.next(user.email)).subject).toBe('两步验证已开启')
    clock.shift(60_000)
    expect((await lock(token, PASSWORD)).status).toBe(200)
    await mailbox.next(user.email)
    const code = await resetCode(user, user.email, 'unlock')
    expect((await unlock(user, code)).code).toBe('auth.totp_required')
    expect(await isLocked(user)).toBe(true)
    expect((await unlock(user, code, { totp: appCode(secret) })).status).toBe(200)
    expect(await isLocked(user)).toBe(false)
  })

  test('refuses a reset code, and a reset refuses an unlock code', async () => {
    const user = await buildLocked()
    const answer = await unlock(user, await resetCode(user, user.email))
    expect([answer.status, answer.code, await isLocked(user)]).toEqual([422, 'email.code_wrong', true])
    const code = await resetCode(user, user.email, 'unlock')
    const input = { userName: user.userName, dailiKey: 0, code, newPass: NEW }
    expect((await call(api.emails.findPass, input, { address: address() })).code).toBe('email.code_wrong')
    expect((await unlock(user, code)).status).toBe(200)
  })

  test('refuses the sixth guess', async () => {
    const user = await buildLocked()
    const code = await resetCode(user, user.email, 'unlock')
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const caller = address()
    for (let guess = 0; guess < 5; guess += 1) {
      expect((await unlock(user, wrong, {}, caller)).code).toBe('email.code_wrong')
    }
    expect((await unlock(user, code, {}, caller)).code).toBe('email.code_wrong')
    expect(await isLocked(user)).toBe(true)
  })

  test("an operator's code unlocks for a user who lost the mailbox, and does nothing to an unlocked account", async () => {
    const user = await buildLocked()
    expect((await unlock(user, await tellResetCode({ db, config, now: clock.now() }, user, OPERATOR))).status).toBe(200)
    const free = await buildUser()
    const code = await tellResetCode({ db, config, now: clock.now() }, free, OPERATOR)
    expect((await unlock(free, code)).code).toBe('email.code_wrong')
    expect(await infoStatus(free.token)).toBe(200)
  })
})
