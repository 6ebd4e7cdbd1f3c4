import { afterAll, beforeAll, expect, test, vi } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { hashCount } from '../../platform/secrets/passwords.ts'
import { buildAccount, buildReseller } from '../../test/build/factories.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, config } = await makeApp()
const PASSWORD = 'quiet river stone'
let made = 0
/** A separate caller for each test, so that one does not use up another's tries. */
const newAddress = () => `198.51.100.${(made += 1)}`
const form = (userName: string, more: object = {}) => ({
  userName,
  passWord: PASSWORD,
  captcha: makeCaptcha(config),
  daili: 0,
  ...more,
})
const accountsNamed = (name: string) =>
  db.kysely.selectFrom('accounts').selectAll().where('userName', 'ilike', name).execute()

vi.useFakeTimers({ toFake: ['Date'] })
afterAll(() => void vi.useRealTimers())
beforeAll(async () => {
  await buildReseller(db)
  await buildReseller(db, { id: 260 })
  await buildReseller(db, { id: 60, suspendedAt: new Date() })
})

test('registering signs in, and stores language, consent and a new invite code', async () => {
  const answer = await call(api.accounts.register, form('fresh.user', { agreement: '2026-01' }), {
    headers: { 'accept-language': 'zh-TW' },
  })
  expect(answer.status).toBe(200)
  expect(answer.token).toBe(answer.data.token)
  expect(answer.data.userInfo).toMatchObject({ iuser: 'fresh.user', dailiKey: 0, state: 'none' })
  expect(answer.data.userInfo.inviteCode).toMatch(/^[34679ACDEFGHJKMNPQRTWXY]{8}$/)
  expect(answer.data.device).toBeUndefined()
  const info = await call(api.accounts.info, { dailiKey: 0 }, { token: answer.token! })
  expect(info.data.iuser).toBe('fresh.user')
  const [row] = await accountsNamed('fresh.user')
  expect(row).toMatchObject({ language: 'zh-TW', agreementVersion: '2026-01', inviterId: null })
  expect(row?.agreedAt).toBeInstanceOf(Date)
  expect(row?.passwordHash).toMatch(/^\$argon2id\$/)
  const again = await call(api.sessions.login, { userName: 'FRESH.user', passWord: PASSWORD, dailiKey: 0 })
  expect(again.status).toBe(200)
})

test('registering can remember the device, as signing in does', async () => {
  const { data } = await call(api.accounts.register, form('stays.here', { remember: true }), { address: newAddress() })
  const input = { userName: 'stays.here', passWord: data.device!, dailiKey: 0 }
  expect((await call(api.sessions.silentLogin, input)).status).toBe(200)
})

test('twenty at once for one name, in every spelling, make one account', async () => {
  const names = Array.from({ length: 20 }, (_, index) => (index % 2 ? 'Race.Name' : 'race.name'))
  const answers = await Promise.all(
    names.map((name) => call(api.accounts.register, form(name), { address: newAddress() })),
  )
  expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  // On a loaded machine the hash queue refuses some: these make no account either.
  const others = answers.filter((answer) => answer.status !== 200)
  for (const answer of others) expect(['account.taken', 'auth.busy']).toContain(answer.code)
  expect(await accountsNamed('race.name')).toHaveLength(1)
})

test('the same name is free at another reseller', async () => {
  expect((await call(api.accounts.register, form('two.homes'))).status).toBe(200)
  expect((await call(api.accounts.register, form('two.homes', { daili: 260 }))).status).toBe(200)
})

test('tells that a name is taken only after a fresh captcha', async () => {
  const { userName } = await buildAccount(db)
  const address = newAddress()
  const hashes = hashCount.value
  for (const captcha of ['', 'x', 'img.a.b']) {
    const answer = await call(api.accounts.register, form(userName, { captcha }), { address })
    expect(answer).toMatchObject({ status: 422, code: 'auth.captcha_wrong' })
  }
  expect(hashCount.value).toBe(hashes)
  const captcha = makeCaptcha(config)
  expect((await call(api.accounts.register, form(userName, { captcha }), { address })).code).toBe('account.taken')
  expect((await call(api.accounts.register, form(userName, { captcha }), { address })).code).toBe('auth.captcha_wrong')
})

/** Only the date moves: the limits compare with the system's clock, in memory and in the table. */
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)
const retryAfterS = ({ response }: { response: { headers: Record<string, unknown> } }) =>
  Number(response.headers['retry-after'])

test('after ten answers "taken" an hour every name, free or not, waits before its answer', async () => {
  const { userName } = await buildAccount(db)
  const address = newAddress()
  const ask = (name: string, more: object = {}) => call(api.accounts.register, form(name, more), { address })
  for (let index = 0; index < limits.registrationsTakenPerHour; index += 1) {
    expect((await ask(userName)).status).toBe(409)
  }
  const work = await ask('nobody.has.this', { captcha: 'unseen work' })
  expect(work).toMatchObject({ status: 422, code: 'auth.captcha_required', data: { kind: 'image' } })
  const taken = await ask(userName)
  const free = await ask('nobody.has.this')
  for (const answer of [taken, free]) {
    expect(answer).toMatchObject({ status: 429, code: 'request.too_many' })
    expect(retryAfterS(answer)).toBe(2)
  }
  expect(taken.text).toBe(free.text)
  expect(await accountsNamed('nobody.has.this')).toHaveLength(0)
  passTime(2000)
  expect((await ask('nobody.has.this')).status).toBe(200)
  expect((await ask(userName)).status).toBe(409)
  // Each further answer needs a new and longer wait.
  expect(retryAfterS(await ask(userName))).toBe(4)
  expect((await call(api.accounts.register, form(userName), { address: newAddress() })).status).toBe(409)
})

test('parallel tries get at most ten answers "taken"', async () => {
  const { userName } = await buildAccount(db)
  const address = newAddress()
  const answers = await Promise.all(
    Array.from({ length: 16 }, () => call(api.accounts.register, form(userName), { address })),
  )
  const told = answers.filter((answer) => answer.status === 409)
  expect(told.length).toBeLessThanOrEqual(limits.registrationsTakenPerHour)
  expect(answers.filter((answer) => answer.status === 429)).toHaveLength(16 - told.length)
})

test('beyond ten registrations an hour from one address each waits longer, and everybody gets in', async () => {
  const address = newAddress()
  const ask = (name: string) => call(api.accounts.register, form(name), { address })
  for (let index = 0; index < limits.registrationsPerHour; index += 1) {
    expect((await ask(`crowd.${index}`)).status).toBe(200)
  }
  const waits: number[] = []
  for (let index = 0; index < 7; index += 1) {
    const name = `late.${index}`
    const kept = form(name)
    const early = await call(api.accounts.register, kept, { address })
    expect(early).toMatchObject({ status: 429, code: 'request.too_many' })
    waits.push(retryAfterS(early))
    passTime(retryAfterS(early) * 1000)
    // The captcha sent too early is not used up.
    expect((await call(api.accounts.register, kept, { address })).status).toBe(200)
  }
  expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30])
  // Nobody queues behind another.
  const crowd = Array.from({ length: 6 }, (_, index) => `at.once.${index}`)
  expect((await Promise.all(crowd.map(ask))).map(({ status }) => status)).toEqual(crowd.map(() => 429))
  passTime(30_000)
  for (const name of crowd) expect((await ask(name)).status).toBe(200)
  expect((await call(api.accounts.register, form('elsewhere'), { address: newAddress() })).status).toBe(200)
})

test('an inviter must belong to the same reseller; the code works in lower case', async () => {
  const inviter = await call(api.accounts.register, form('the.inviter'))
  const code = inviter.data.userInfo.inviteCode
  const invited = await call(api.accounts.register, form('the.invited', { inviteCode: ` ${code.toLowerCase()} ` }))
  expect(invited.status).toBe(200)
  const [inviterRow] = await accountsNamed('the.inviter')
  expect((await accountsNamed('the.invited'))[0]?.inviterId).toBe(inviterRow?.id)
  for (const wrong of [{ inviteCode: code, daili: 260 }, { inviteCode: 'XXXXXXXX' }, { inviteCode: "' or 1=1 --" }]) {
    const answer = await call(api.accounts.register, form('never.made', wrong))
    expect(answer).toMatchObject({ status: 422, code: 'invite.unknown' })
  }
  expect(await accountsNamed('never.made')).toHaveLength(0)
  expect((await call(api.accounts.register, form('nobody.invited', { inviteCode: '' }))).status).toBe(200)
})

test('unknown and suspended resellers, weak and reserved passwords make no account and use up no captcha', async () => {
  const captcha = makeCaptcha(config)
  const refusals: [object, number, string][] = [
    [{ daili: 999_999 }, 422, 'reseller.unknown'],
    [{ daili: 60 }, 403, 'reseller.suspended'],
    [{ passWord: 'Password123' }, 422, 'account.password_common'],
    [{ passWord: 'careful.one1' }, 422, 'account.password_common'],
    [{ passWord: 'dc1.abcdefgh' }, 422, 'account.password_reserved'],
    [{ passWord: '汉字密码'.repeat(30) }, 400, 'request.invalid'],
    [{ passWord: 'short' }, 400, 'request.invalid'],
    [{ userName: 'abc' }, 400, 'request.invalid'],
    [{ userName: 'with space' }, 400, 'request.invalid'],
    [{ userName: '用户名称' }, 400, 'request.invalid'],
  ]
  for (const [wrong, status, code] of refusals) {
    const answer = await call(api.accounts.register, { ...form('careful.one'), captcha, ...wrong })
    expect(answer, JSON.stringify(wrong)).toMatchObject({ status, code })
  }
  expect(await accountsNamed('careful.one')).toHaveLength(0)
  expect((await call(api.accounts.register, { ...form('careful.one'), captcha })).status).toBe(200)
})
