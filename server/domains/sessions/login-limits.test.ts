import { solveChallenge, type Challenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { expect, test, vi } from 'vitest'

import { api } from '../../../contract/api.ts'
import { limits } from '../../../contract/limits.ts'
import { networkOf } from '../../platform/limits/client-address.ts'
import { countOne } from '../../platform/limits/limits.ts'
import { hashCount } from '../../platform/secrets/passwords.ts'
import { buildAccount, PASSWORD } from '../../test/build/factories.ts'
import { appCode, wrongAppCode } from '../../test/outside/authenticator-app.ts'
import { makeCaptcha } from '../../test/outside/captcha.ts'
import { makeApp } from '../../test/run/make-app.ts'

const { call, db, config } = await makeApp()
let made = 0
const newAddress = () => `10.${Math.floor((made += 1) / 200)}.${made % 200}.1`
type Account = { userName: string }
type Extra = { passWord?: string; captcha?: string; device?: string; remember?: boolean; totp?: string }
const enter = (account: Account, address: string, extra: Extra = {}) =>
  call(api.sessions.login, { userName: account.userName, passWord: PASSWORD, dailiKey: 0, ...extra }, { address })
const guess = (account: Account, address: string, extra: Extra = {}) =>
  enter(account, address, { passWord: 'not the password', ...extra })
async function solvedWork(): Promise<string> {
  const { data } = await call(api.sessions.captcha, {})
  if (data.kind !== 'pow') throw new Error('not a proof of work')
  const challenge = data.challenge as Challenge
  const solution = await solveChallenge({ challenge, deriveKey })
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64')
}
const proven = () => ({ captcha: makeCaptcha(config) })
/** Only the date moves: the limits compare with the system's clock, in memory and in the table. */
vi.useFakeTimers({ toFake: ['Date'] })
const passTime = (ms: number) => vi.setSystemTime(Date.now() + ms)

async function failMany(account: Account, times = limits.loginFailures, addresses = newAddress): Promise<void> {
  for (let index = 0; index < times; index += 1) {
    expect((await guess(account, addresses())).code).toBe('auth.bad_credentials')
  }
}

test('five failures on an account, from any address, ask for a captcha; with it the owner gets in', async () => {
  const account = await buildAccount(db)
  await failMany(account)
  const before = hashCount.value
  const address = newAddress()
  expect(await enter(account, address)).toMatchObject({ status: 422, code: 'auth.captcha_required' })
  expect(hashCount.value).toBe(before)
  expect(await enter(account, address, { captcha: 'img.x.WRONG' })).toMatchObject({ code: 'auth.captcha_wrong' })
  const captcha = makeCaptcha(config)
  expect((await enter(account, address, { captcha })).status).toBe(200)
  expect((await enter(account, address, { captcha })).code).toBe('auth.captcha_wrong')
})

test('wrong guesses bring the picture captcha: proof of work is not enough there, and is not used up', async () => {
  const account = await buildAccount(db)
  await failMany(account)
  const work = await solvedWork()
  const before = hashCount.value
  for (const extra of [{}, { captcha: work }]) {
    const refused = await enter(account, newAddress(), extra)
    expect(refused).toMatchObject({ status: 422, code: 'auth.captcha_required', data: { kind: 'image' } })
  }
  expect(hashCount.value).toBe(before)
  expect((await enter(account, newAddress(), proven())).status).toBe(200)
  expect((await enter(await buildAccount(db), newAddress(), { captcha: work })).status).toBe(200)
})

test("if only the network's neighbours guess, proof of work is enough", async () => {
  const network = '10.201.7'
  const limit = { name: 'login-network', points: limits.loginNetworkFailures, windowMs: limits.loginFailureWindowMs }
  const key = `0/${networkOf(`${network}.1`)}`
  for (let index = 0; index < limit.points; index += 1) await countOne({ db, config }, limit, key)
  const account = await buildAccount(db)
  const refused = await enter(account, `${network}.9`)
  expect(refused).toMatchObject({ code: 'auth.captcha_required', data: { kind: 'pow' } })
  expect((await enter(account, `${network}.9`, { captcha: await solvedWork() })).status).toBe(200)
})

test('names count alike in any spelling, whether or not an account has them', async () => {
  await failMany({ userName: 'Ghost.Account' }, 5)
  const answer = await guess({ userName: 'ghost.account' }, newAddress())
  const account = await buildAccount(db)
  await failMany(account)
  expect(answer.text).toBe((await guess(account, newAddress())).text)
})

test('five failures from an address ask for a captcha there, for every account, and nowhere else', async () => {
  const address = newAddress()
  for (let index = 0; index < limits.loginFailures; index += 1) await guess({ userName: `stuffed.${index}` }, address)
  const account = await buildAccount(db)
  expect((await enter(account, address)).code).toBe('auth.captcha_required')
  expect((await enter(account, newAddress())).status).toBe(200)
  expect((await enter(account, address, proven())).status).toBe(200)
})

test('an IPv6 customer is one caller, with any address of their own /64', async () => {
  for (let index = 0; index < limits.loginFailures; index += 1) {
    await guess({ userName: `stuffed6.${index}` }, `2001:db8:77:1::${index}`)
  }
  const account = await buildAccount(db)
  expect((await enter(account, '2001:db8:77:1:ffff::9')).code).toBe('auth.captcha_required')
  expect((await enter(account, '2001:db8:77:2::9')).status).toBe(200)
})

test('a success removes no failures of others and leaves the address open', async () => {
  const address = newAddress()
  const [victim, own] = [await buildAccount(db), await buildAccount(db)]
  for (let index = 0; index < 4; index += 1) await guess(victim, address)
  for (let index = 0; index < 3; index += 1) expect((await enter(own, address)).status).toBe(200)
  await guess(victim, address)
  expect((await enter(own, address)).code).toBe('auth.captcha_required')
})

test('further wrong tries of one caller wait longer each time, at most thirty seconds; nobody else waits', async () => {
  const account = await buildAccount(db)
  const address = newAddress()
  await failMany(account, 5, () => address)
  const waits: number[] = []
  for (let index = 0; index < 8; index += 1) {
    expect((await guess(account, address, proven())).code).toBe('auth.bad_credentials')
    const kept = makeCaptcha(config)
    const early = await enter(account, address, { captcha: kept })
    expect(early).toMatchObject({ status: 429, code: 'request.too_many' })
    const waitS = Number(early.response.headers['retry-after'])
    waits.push(waitS)
    // Elsewhere the password is checked at once, in the middle of all that.
    const elsewhere = await guess(account, newAddress(), proven())
    expect(elsewhere.code).toBe('auth.bad_credentials')
    passTime(waitS * 1000)
  }
  expect(waits).toEqual([2, 4, 8, 16, 30, 30, 30, 30])
  expect((await enter(account, address, proven())).status).toBe(200)
  expect((await enter(account, address, proven())).status).toBe(200)
})

test('a captcha sent too early is not used up', async () => {
  const account = await buildAccount(db)
  const address = newAddress()
  await failMany(account, 5, () => address)
  await guess(account, address, proven())
  const kept = makeCaptcha(config)
  expect((await enter(account, address, { captcha: kept })).status).toBe(429)
  passTime(2000)
  expect((await enter(account, address, { captcha: kept })).status).toBe(200)
})

test('fifty wrong tries at once on one account count as five guesses', async () => {
  const account = await buildAccount(db)
  const before = hashCount.value
  const answers = await Promise.all(Array.from({ length: 50 }, () => guess(account, newAddress())))
  expect(hashCount.value - before).toBeLessThanOrEqual(limits.loginFailures)
  const judged = answers.filter((answer) => answer.code === 'auth.bad_credentials')
  expect(judged.length).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer.code === 'auth.captcha_required')).toHaveLength(50 - judged.length)
})

test('thirty tries with captchas at once from one caller are at most six guesses', async () => {
  const account = await buildAccount(db)
  const address = newAddress()
  const before = hashCount.value
  const answers = await Promise.all(Array.from({ length: 30 }, () => guess(account, address, proven())))
  expect(hashCount.value - before).toBeLessThanOrEqual(limits.loginFailures + 1)
  expect(answers.filter((answer) => answer.status === 429).length).toBeGreaterThanOrEqual(24)
})

test('a known device is never slowed by others, and has its own five tries', async () => {
  const account = await buildAccount(db)
  const address = newAddress()
  const device = (await enter(account, address, { remember: true })).data.device!
  await failMany(account, 5)
  // The owner's own device needs neither proof of work nor picture.
  for (let index = 0; index < limits.loginFailures; index += 1) {
    expect((await guess(account, address, { device })).code).toBe('auth.bad_credentials')
  }
  // Its own tries are used up: from now on it counts as a stranger.
  expect((await enter(account, address, { device })).code).toBe('auth.captcha_required')
  const other = await buildAccount(db)
  const theirs = (await enter(other, newAddress(), { remember: true })).data.device!
  await failMany(other, 5)
  expect((await enter(other, newAddress(), { device: theirs })).status).toBe(200)
})

test("another account's device, a revoked one and garbage give no shortcut", async () => {
  const [account, other] = [await buildAccount(db), await buildAccount(db)]
  const foreign = (await enter(other, newAddress(), { remember: true })).data.device!
  const own = await enter(account, newAddress(), { remember: true })
  await call(api.sessions.logout, {}, { token: own.token! })
  await failMany(account, 5)
  for (const device of [foreign, own.data.device!, 'dc1.garbage', '', 'x'.repeat(200)]) {
    expect((await enter(account, newAddress(), { device })).code).toBe('auth.captcha_required')
  }
})

test('a sign-in with a device replaces its old credential by the new one', async () => {
  const account = await buildAccount(db)
  const first = await enter(account, newAddress(), { remember: true })
  const second = await enter(account, newAddress(), { remember: true, device: first.data.device! })
  const silent = (passWord: string) =>
    call(api.sessions.silentLogin, { userName: account.userName, passWord, dailiKey: 0 })
  expect((await silent(first.data.device!)).code).toBe('auth.device_ended')
  expect((await call(api.accounts.info, { dailiKey: 0 }, { token: first.token! })).status).toBe(401)
  expect((await silent(second.data.device!)).status).toBe(200)
})

test('a wrong second factor is a wrong try, a missing one is not', async () => {
  const account = await buildAccount(db)
  const { token } = (await enter(account, newAddress())).data
  const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
  await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
  const address = newAddress()
  for (let index = 0; index < 8; index += 1) {
    expect((await enter(account, address)).code).toBe('auth.totp_required')
  }
  for (let index = 0; index < limits.loginFailures; index += 1) {
    expect((await enter(account, address, { totp: wrongAppCode(secret) })).code).toBe('auth.totp_wrong')
  }
  passTime(60_000)
  expect((await enter(account, newAddress(), { totp: appCode(secret) })).code).toBe('auth.captcha_required')
  expect((await enter(account, newAddress(), { totp: appCode(secret), ...proven() })).status).toBe(200)
})

test('silent login with a real password follows the same rules and returns a credential', async () => {
  const account = await buildAccount(db)
  const address = newAddress()
  const silent = (passWord: string, from = address) =>
    call(api.sessions.silentLogin, { userName: account.userName, passWord, dailiKey: 0 }, { address: from })
  const right = await silent(PASSWORD)
  expect(right.status).toBe(200)
  expect(right.data.device).toMatch(/^dc1\./)
  for (let index = 0; index < limits.loginFailures; index += 1) {
    expect((await silent('not the password')).code).toBe('auth.bad_credentials')
  }
  expect((await silent(PASSWORD)).code).toBe('auth.captcha_required')
  expect((await silent(PASSWORD, newAddress())).code).toBe('auth.captcha_required')
})

test('every process sees failures at once', async () => {
  const other = await makeApp({ DATABASE_URL: config.databaseUrl!, SECRET_KEY: config.secretKey.toString() })
  const account = await buildAccount(db)
  await failMany(account)
  const answer = await other.call(
    api.sessions.login,
    { userName: account.userName, passWord: PASSWORD, dailiKey: 0 },
    { address: newAddress() },
  )
  expect(answer.code).toBe('auth.captcha_required')
})

test('nothing is asked for after fifteen minutes', async () => {
  const account = await buildAccount(db)
  await failMany(account)
  expect((await enter(account, newAddress())).code).toBe('auth.captcha_required')
  passTime(limits.loginFailureWindowMs)
  expect((await enter(account, newAddress())).status).toBe(200)
})
