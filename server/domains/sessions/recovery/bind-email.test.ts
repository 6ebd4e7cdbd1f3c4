import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { openMailDesk } from '../../../test/build/mail-desk.ts'
import { appCode } from '../../../test/outside/authenticator-app.ts'

const { call, db, mailbox, bindCode } = await openMailDesk()

beforeEach(() => {
  clock.reset()
  clock.shift(1_000 - (Date.now() % 30_000))
})

let made = 0
const freshEmail = () => `fresh${(made += 1)}@mail.example`
const bind = (token: string, input: { email: string; code: string; passWord?: string; totp?: string }) =>
  call(api.emails.bind, input, { token })
const addressOf = async (token: string, dailiKey = 0) => {
  const { email, emailVerified } = (await call(api.accounts.info, { dailiKey }, { token })).data
  return { email, emailVerified }
}

test.each(['password', 'remembered'] as const)('a first address also needs the password: %s', async (strength) => {
  const token = await buildSession(db, await buildAccount(db), strength)
  const email = freshEmail()
  const code = await bindCode(token, email)
  expect(await addressOf(token)).toEqual({ email: null, emailVerified: false })
  const without = await bind(token, { email, code })
  expect([without.status, without.code]).toEqual([403, 'auth.password_required'])
  expect(await addressOf(token)).toEqual({ email: null, emailVerified: false })
  const answer = await bind(token, { email, code, passWord: PASSWORD })
  expect([answer.status, answer.data]).toEqual([200, {}])
  expect(await addressOf(token)).toEqual({ email, emailVerified: true })
  expect((await mailbox.next(email)).subject).toBe('邮箱已绑定')
  expect((await bind(token, { email, code, passWord: PASSWORD })).code).toBe('email.code_wrong')
})

test('a wrong password is told before any mail is sent, and the right one sends it', async () => {
  const token = await buildSession(db, await buildAccount(db))
  const email = freshEmail()
  const ask = (passWord: string) => call(api.emails.code, { purpose: 'bind', email, dailiKey: 0, passWord }, { token })
  expect((await ask('not the password 7')).code).toBe('auth.wrong_password')
  const mails = await db.kysely.selectFrom('mails').select('id').where('toAddress', '=', email).execute()
  expect(mails).toEqual([])
  expect((await ask(PASSWORD)).status).toBe(200)
  expect((await mailbox.next(email)).subject).toContain('绑定邮箱的验证码')
})

describe('changing the address', () => {
  async function buildBound(overrides: { resellerId?: number } = {}) {
    const email = freshEmail()
    const account = await buildAccount(db, { email, ...overrides })
    return { account, old: email, token: await buildSession(db, account) }
  }

  test('keeps the old one until the code is accepted; then tells both, with the new one masked', async () => {
    const { token, old } = await buildBound()
    const email = freshEmail()
    const code = await bindCode(token, email)
    expect(await addressOf(token)).toEqual({ email: old, emailVerified: true })
    expect((await bind(token, { email, code, passWord: PASSWORD })).status).toBe(200)
    expect(await addressOf(token)).toEqual({ email, emailVerified: true })
    const notices = [await mailbox.next(old), await mailbox.next(email)]
    for (const notice of notices) {
      expect(notice.subject).toBe('绑定邮箱已更新')
      expect(notice.text.replaceAll('\u2060', '')).toContain('f***@mail.example')
      expect(notice.text.replaceAll('\u2060', '')).not.toContain(email)
    }
  })

  test('a wrong code changes nothing and verifies nothing', async () => {
    const { token, old } = await buildBound()
    const email = freshEmail()
    const code = await bindCode(token, email)
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    const attempts = [
      { email, code: wrong },
      // A code proves only the address it was sent to.
      { email: freshEmail(), code },
      { email: old, code },
    ]
    for (const attempt of attempts) {
      const answer = await bind(token, { ...attempt, passWord: PASSWORD })
      expect([answer.status, answer.code]).toEqual([422, 'email.code_wrong'])
      expect(await addressOf(token)).toEqual({ email: old, emailVerified: true })
    }
    expect((await bind(token, { email, code, passWord: PASSWORD })).status).toBe(200)
  })

  test('needs the password', async () => {
    const { token, old } = await buildBound()
    const email = freshEmail()
    const code = await bindCode(token, email)
    const without = await bind(token, { email, code })
    expect([without.status, without.code]).toEqual([403, 'auth.password_required'])
    const wrong = await bind(token, { email, code, passWord: 'not the password' })
    expect([wrong.status, wrong.code]).toEqual([422, 'auth.wrong_password'])
    expect(await addressOf(token)).toEqual({ email: old, emailVerified: true })
  })

  test('needs the second factor if one is set', async () => {
    const { token } = await buildBound()
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    expect((await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })).status).toBe(200)
    clock.shift(60_000)
    const email = freshEmail()
    const code = await bindCode(token, email)
    const without = await bind(token, { email, code, passWord: PASSWORD })
    expect([without.status, without.code]).toEqual([422, 'auth.totp_required'])
    expect((await bind(token, { email, code, passWord: PASSWORD, totp: appCode(secret) })).status).toBe(200)
  })

  test("refuses another account's code, which stays valid", async () => {
    const [mine, other] = [await buildBound(), await buildBound()]
    const email = freshEmail()
    const code = await bindCode(other.token, email)
    expect((await bind(mine.token, { email, code, passWord: PASSWORD })).code).toBe('email.code_wrong')
    expect((await bind(other.token, { email, code, passWord: PASSWORD })).status).toBe(200)
  })

  test('an address bound by another account of the reseller is taken; at another reseller it is free', async () => {
    await buildReseller(db, { id: 260 })
    const holder = await buildBound()
    const mine = await buildBound()
    const elsewhere = await buildBound({ resellerId: 260 })
    const email = holder.old.toUpperCase()
    const code = await bindCode(mine.token, email)
    const taken = await bind(mine.token, { email, code, passWord: PASSWORD })
    expect([taken.status, taken.code]).toEqual([409, 'email.taken'])
    expect(await addressOf(mine.token)).toEqual({ email: mine.old, emailVerified: true })
    const there = await bindCode(elsewhere.token, holder.old, 260)
    expect((await bind(elsewhere.token, { email: holder.old, code: there, passWord: PASSWORD })).status).toBe(200)
  })

  test('of two accounts racing for one address, one gets it', async () => {
    const [first, second] = [await buildBound(), await buildBound()]
    const email = freshEmail()
    const codes = [await bindCode(first.token, email), await bindCode(second.token, email)]
    const answers = await Promise.all(
      [first, second].map(({ token }, at) => bind(token, { email, code: codes[at]!, passWord: PASSWORD })),
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})

test('binds nothing without a token', async () => {
  const answer = await call(api.emails.bind, { email: freshEmail(), code: '123456' })
  expect([answer.status, answer.code]).toEqual([401, 'auth.required'])
})
