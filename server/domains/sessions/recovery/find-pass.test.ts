import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { hashCount, verifyPassword } from '../../../platform/secrets/passwords.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { openMailDesk } from '../../../test/build/mail-desk.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { codeIn } from '../../../test/outside/read-mail.ts'
import { tellResetCode } from '../operator/reset-code.ts'

const OPERATOR = { actor: 'operator', isOperator: true }

const { call, db, config, mailbox, address, resetCode, bindCode } = await openMailDesk()
const NEW = 'a brand new secret 7'

// Start a second into a TOTP step, so that no step ends in the middle of a test.
beforeEach(() => {
  clock.reset()
  clock.shift(1_000 - (Date.now() % 30_000))
})

let made = 0
async function buildUser(overrides: { resellerId?: number; userName?: string } = {}) {
  const email = `user${(made += 1)}@mail.example`
  const account = await buildAccount(db, { email, ...overrides })
  return { ...account, email, token: await buildSession(db, account) }
}
type User = Awaited<ReturnType<typeof buildUser>>

type Named = { userName: string; resellerId: number }
function findPass(user: Named, code: string, more: object = {}, from = address()) {
  const input = { userName: user.userName, dailiKey: user.resellerId, code, newPass: NEW, ...more }
  return call(api.emails.findPass, input, { address: from })
}

async function passwordOf(user: User): Promise<'old' | 'new' | 'neither'> {
  const { passwordHash } = await db.kysely
    .selectFrom('accounts')
    .select('passwordHash')
    .where('id', '=', user.id)
    .executeTakeFirstOrThrow()
  if (await verifyPassword(passwordHash, PASSWORD)) return 'old'
  return (await verifyPassword(passwordHash, NEW)) ? 'new' : 'neither'
}

async function expectRefused(user: User, code: string, more: object = {}, from = address()): Promise<void> {
  const answer = await findPass(user, code, more, from)
  expect([answer.status, answer.code]).toEqual([422, 'email.code_wrong'])
  expect(await passwordOf(user)).toBe('old')
}

const otherCode = (code: string) => code.replace(/\d$/, (last) => String((Number(last) + 1) % 10))
const operatorCode = (user: User) => tellResetCode({ db, config, now: clock.now() }, user, OPERATOR)

async function turnOnTotp(user: User): Promise<string> {
  const { token } = user
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  expect((await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })).status).toBe(200)
  expect((await mailbox.next(user.email)).subject).toBe('两步验证已开启')
  // The code is used up, so move on to the next.
  clock.shift(60_000)
  return secret
}

describe('a right code', () => {
  test('sets the password, ends every session and device, and tells the owner', async () => {
    const user = await buildUser()
    const now = clock.now()
    const family = { resellerId: user.resellerId, accountId: user.id, createdAt: now, seenAt: now, expiresAt: now }
    await db.kysely.insertInto('deviceFamilies').values(family).execute()
    const bystander = await buildUser()
    const hashes = hashCount.value
    const answer = await findPass(user, await resetCode(user, user.email))
    expect([answer.status, answer.data, hashCount.value - hashes]).toEqual([200, {}, 1])
    expect(await passwordOf(user)).toBe('new')
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token: user.token })).status).toBe(401)
    const families = await db.kysely
      .selectFrom('deviceFamilies')
      .select('revokedAt')
      .where('accountId', '=', user.id)
      .execute()
    expect(families).toEqual([{ revokedAt: expect.any(Date) }])
    expect((await mailbox.next(user.email)).subject).toBe('密码已修改')
    expect((await call(api.accounts.info, { dailiKey: 0 }, { token: bystander.token })).status).toBe(200)
    const signedIn = { userName: user.userName, passWord: NEW, dailiKey: 0 }
    expect((await call(api.sessions.login, signedIn, { address: address() })).status).toBe(200)
  })

  test('works once, also if used many times at the same moment', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    const answers = await Promise.all(Array.from({ length: 4 }, () => findPass(user, code)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422, 422])
    expect((await findPass(user, code)).code).toBe('email.code_wrong')
  })

  test('works for ten minutes', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    clock.shift(10 * 60_000)
    await expectRefused(user, code)
  })

  test('is void as soon as a newer one is asked for', async () => {
    const user = await buildUser()
    const first = await resetCode(user, user.email)
    clock.shift(1_000)
    const second = await resetCode(user, user.email)
    if (first !== second) await expectRefused(user, first)
    expect((await findPass(user, second)).status).toBe(200)
  })

  test('is refused together with an address that is not the bound one', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    await expectRefused(user, code, { email: 'somebody@mail.example' })
    expect((await findPass(user, code, { email: user.email.toUpperCase() })).status).toBe(200)
  })

  test('is not used up by a password that is too common', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    const weak = await findPass(user, code, { newPass: 'password1' })
    expect([weak.status, weak.code]).toEqual([422, 'account.password_common'])
    for (let guess = 0; guess < 4; guess += 1) await expectRefused(user, otherCode(code))
    expect((await findPass(user, code)).status).toBe(200)
  })
})

describe('a wrong code', () => {
  test('leaves five guesses; the sixth is refused even when it is right', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    const caller = address()
    for (let guess = 0; guess < 5; guess += 1) await expectRefused(user, otherCode(code), {}, caller)
    await expectRefused(user, code, {}, caller)
  })

  test('five from a stranger count only for the stranger: the owner has five with the same code', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    for (const stranger of [address(), address(), address()]) {
      for (let guess = 0; guess < 5; guess += 1) await expectRefused(user, otherCode(code), {}, stranger)
      await expectRefused(user, code, {}, stranger)
    }
    expect((await findPass(user, code)).status).toBe(200)
  })

  test('stops strangers from everywhere, but neither a known device nor a caller who types the address', async () => {
    for (const owner of ['device', 'address'] as const) {
      const user = await buildUser()
      const login = { userName: user.userName, passWord: PASSWORD, dailiKey: 0, remember: true }
      const { device } = (await call(api.sessions.login, login, { address: address() })).data
      await mailbox.next(user.email)
      const shown = owner === 'device' ? { device: device! } : { email: user.email }
      const asked = { purpose: 'reset', userName: user.userName, dailiKey: 0, ...shown } as const
      const open = await resetCode(user, user.email)
      await call(api.emails.code, { ...asked, captcha: makeCaptcha(config) }, { address: address() })
      const own = codeIn(await mailbox.next(user.email))
      // A stranger's later code does not void the owner's.
      clock.shift(1_000)
      await resetCode(user, user.email)
      const outcomes = []
      for (let guess = 0; guess < 102; guess += 1) outcomes.push((await findPass(user, otherCode(open))).status)
      expect(outcomes).toEqual([...Array(100).fill(422), 429, 429])
      expect((await findPass(user, own)).status).toBe(429)
      expect([owner, (await findPass(user, own, shown)).status]).toEqual([owner, 200])
    }
  })

  test('all callers together have twenty-five guesses at one code, also by the address', async () => {
    for (const typed of [false, true]) {
      const user = await buildUser()
      const more = typed ? { email: user.email } : {}
      const asked = { purpose: 'reset', userName: user.userName, dailiKey: 0, ...more } as const
      await call(api.emails.code, { ...asked, captcha: makeCaptcha(config) }, { address: address() })
      const code = codeIn(await mailbox.next(user.email))
      for (let guess = 0; guess < 25; guess += 1) await expectRefused(user, otherCode(code), more)
      await expectRefused(user, code, more)
    }
  })

  test('stops a stranger who keeps guessing before it stops the owner', async () => {
    const user = await buildUser()
    const stranger = { address: address() }
    const input = { userName: user.userName, dailiKey: 0, code: '000000', newPass: NEW }
    const answers = []
    for (let round = 0; round < 2; round += 1) {
      const code = await resetCode(user, user.email)
      const guesses = { ...input, code: otherCode(code) }
      for (let guess = 0; guess < 6; guess += 1) answers.push(await call(api.emails.findPass, guesses, stranger))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(422), 429, 429])
    expect((await findPass(user, await resetCode(user, user.email))).status).toBe(200)
  })

  test('parallel guesses are no more than five', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    const caller = address()
    await Promise.all(Array.from({ length: 9 }, () => findPass(user, otherCode(code), {}, caller)))
    await expectRefused(user, code, {}, caller)
    expect((await findPass(user, code)).status).toBe(200)
  })

  test('a code of another purpose, account or reseller counts as wrong', async () => {
    await buildReseller(db, { id: 260 })
    const user = await buildUser({ userName: 'twin-name' })
    const twin = await buildUser({ userName: 'Twin-Name', resellerId: 260 })
    const other = await buildUser()
    await expectRefused(user, await bindCode(user.token, `new-${user.email}`))
    await expectRefused(user, await resetCode(other, other.email))
    await expectRefused(user, await resetCode(twin, twin.email))
    expect(await passwordOf(twin)).toBe('old')
  })

  test('a mailed code ends with the address it was sent to', async () => {
    const user = await buildUser()
    const code = await resetCode(user, user.email)
    const email = `later-${user.email}`
    const bound = { email, code: await bindCode(user.token, email), passWord: PASSWORD }
    expect((await call(api.emails.bind, bound, { token: user.token })).status).toBe(200)
    await expectRefused(user, code)
  })
})

describe('with a second factor', () => {
  test('the mailed code is not enough, and the factor stays', async () => {
    const user = await buildUser()
    const secret = await turnOnTotp(user)
    const code = await resetCode(user, user.email)
    expect((await findPass(user, code)).code).toBe('auth.totp_required')
    expect((await findPass(user, code, { totp: wrongAppCode(secret) })).code).toBe('auth.totp_wrong')
    expect(await passwordOf(user)).toBe('old')
    expect((await findPass(user, code, { totp: appCode(secret) })).status).toBe(200)
    expect(await passwordOf(user)).toBe('new')
    const token = await buildSession(db, user)
    expect((await call(api.factors.state, {}, { token })).data.totp).toBe(true)
  })

  test('a wrong code does not reveal a factor', async () => {
    const user = await buildUser()
    await turnOnTotp(user)
    const code = await resetCode(user, user.email)
    await expectRefused(user, otherCode(code))
  })

  test("an operator's code resets the password and leaves the factor on", async () => {
    const user = await buildUser()
    await turnOnTotp(user)
    expect((await findPass(user, await operatorCode(user))).status).toBe(200)
    const token = await buildSession(db, user)
    expect((await call(api.factors.state, {}, { token })).data.totp).toBe(true)
  })
})

describe("an operator's code", () => {
  test('helps a user without an address, once, and is recorded', async () => {
    const account = await buildAccount(db)
    const user = { ...account, email: '', token: await buildSession(db, account) }
    const code = await operatorCode(user)
    expect(code).toMatch(/^\d{12}$/)
    clock.shift(29 * 60_000)
    expect((await findPass(user, code)).status).toBe(200)
    expect((await findPass(user, code)).code).toBe('email.code_wrong')
    const log = await db.kysely
      .selectFrom('auditLog')
      .select(['actor', 'action'])
      .where('subject', '=', `account:${user.id}`)
      .orderBy('id')
      .execute()
    expect(log).toEqual([
      { actor: 'operator', action: 'password.reset_code_issued' },
      { actor: `account:${user.id}`, action: 'password.reset' },
    ])
  })

  test('expires after 30 minutes and after five guesses of a caller', async () => {
    const user = await buildUser()
    const late = await operatorCode(user)
    clock.shift(30 * 60_000)
    await expectRefused(user, late)
    const code = await operatorCode(user)
    const caller = address()
    for (let guess = 0; guess < 5; guess += 1) await expectRefused(user, otherCode(code), {}, caller)
    await expectRefused(user, code, {}, caller)
  })

  test('is not used up by strangers who guess at it or at a mailed one', async () => {
    const user = await buildUser()
    const code = await operatorCode(user)
    for (let guess = 0; guess < 60; guess += 1) {
      await findPass(user, otherCode(code))
      await findPass(user, '000000')
    }
    expect((await findPass(user, code)).status).toBe(200)
  })

  test('is not voided by a stranger who asks for a mailed one', async () => {
    const user = await buildUser()
    const code = await operatorCode(user)
    expect((await mailbox.next(user.email)).subject).toBe('客服签发了重置密码的验证码')
    await resetCode(user, user.email)
    expect((await findPass(user, code)).status).toBe(200)
  })
})
