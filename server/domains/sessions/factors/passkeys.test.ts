import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, buildReseller, PASSWORD } from '../../../test/build/factories.ts'
import { appCode } from '../../../test/outside/authenticator-app.ts'
import { mailsOf } from '../../../test/outside/mails-of.ts'
import { makeSoftwarePasskey, type PasskeyFaults } from '../../../test/outside/software-passkey.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const { call, db, config } = await makeApp({ PUBLIC_URL: 'https://portal.example' })
const HOST = { host: 'portal.example' }
const ORIGIN = 'https://portal.example'

beforeEach(() => clock.reset())

type Key = ReturnType<typeof makeSoftwarePasskey>

async function beginRegister(token: string, headers: Record<string, string> = HOST) {
  const answer = await call(api.factors.passkeyBegin, { passWord: PASSWORD }, { token, headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.options
}

function finishRegister(token: string, response: Record<string, unknown>, headers: Record<string, string> = HOST) {
  return call(api.factors.passkeyFinish, { name: '手机', response }, { token, headers })
}

/** An account with one passkey of portal.example. */
async function buildWithPasskey(overrides: { resellerId?: number; email?: string } = {}) {
  const account = await buildAccount(db, overrides)
  const token = await buildSession(db, account)
  const key = makeSoftwarePasskey({ origin: ORIGIN })
  const done = await finishRegister(token, key.register(await beginRegister(token)))
  expect(done.status, done.text).toBe(200)
  return { account, token, key }
}

async function beginLogin(dailiKey = 0, headers: Record<string, string> = HOST) {
  const answer = await call(api.factors.passkeyLoginBegin, { dailiKey }, { headers })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.options
}

function login(response: Record<string, unknown>, dailiKey = 0, headers: Record<string, string> = HOST) {
  return call(api.factors.passkeyLogin, { dailiKey, response }, { headers })
}

async function signIn(key: Key, faults: PasskeyFaults = {}) {
  return login(key.signIn(await beginLogin(), faults))
}

describe('making a passkey', () => {
  test('needs the password, and the TOTP code if TOTP is on', async () => {
    const token = await buildSession(db, await buildAccount(db), 'remembered')
    const begin = (input: { passWord: string; totp?: string }) =>
      call(api.factors.passkeyBegin, input, { token, headers: HOST })
    expect((await begin({ passWord: 'not the password' })).code).toBe('auth.wrong_password')
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    clock.shift(60_000)
    expect((await begin({ passWord: PASSWORD })).code).toBe('auth.totp_required')
    expect((await begin({ passWord: PASSWORD, totp: appCode(secret) })).status).toBe(200)
  })

  test('asks for a key that stores and verifies its user, and does not tell it the account number', async () => {
    const account = await buildAccount(db)
    const options = await beginRegister(await buildSession(db, account))
    expect(options).toMatchObject({
      rp: { id: 'portal.example', name: '鱼线用户中心' },
      user: { name: account.userName },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    expect(Buffer.from((options['user'] as { id: string }).id, 'base64url')).toHaveLength(32)
  })

  test('is listed with its name, and excluded next time', async () => {
    const { token, key } = await buildWithPasskey()
    const { passkeys } = (await call(api.factors.state, {}, { token })).data
    expect(passkeys).toEqual([{ id: key.id, name: '手机', createdAt: expect.any(String), usedAt: null }])
    const options = await beginRegister(token)
    expect(options['excludeCredentials']).toEqual([
      { id: key.id, type: 'public-key', transports: ['internal', 'hybrid'] },
    ])
  })

  test.each<[string, PasskeyFaults]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['plain http', { origin: 'http://portal.example' }],
    ['a key that did not check its user', { isUserVerified: false }],
    ['an attestation without a signature', { attestation: { format: 'packed', statement: new Map([['alg', -7]]) } }],
  ])('refuses %s and stores nothing', async (_what, faults) => {
    const token = await buildSession(db, await buildAccount(db))
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    const answer = await finishRegister(token, key.register(await beginRegister(token), faults))
    expect([answer.status, answer.code]).toEqual([422, 'passkey.refused'])
    expect((await call(api.factors.state, {}, { token })).data.passkeys).toEqual([])
  })

  test('a challenge works once, for five minutes, for one account and one purpose', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const other = await buildSession(db, await buildAccount(db))
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    const options = await beginRegister(token)
    expect((await finishRegister(other, key.register(options))).code).toBe('passkey.refused')
    expect((await finishRegister(token, key.register(options))).status).toBe(200)
    const replay = makeSoftwarePasskey({ origin: ORIGIN })
    expect((await finishRegister(token, replay.register(options))).code).toBe('passkey.refused')
    const ofLogin = { ...options, challenge: (await beginLogin())['challenge'] }
    expect((await finishRegister(token, replay.register(ofLogin))).code).toBe('passkey.refused')
    const late = await beginRegister(token)
    clock.shift(limits.passkeyChallengeTtlMs)
    expect((await finishRegister(token, replay.register(late))).code).toBe('passkey.refused')
  })

  test('the same key cannot be stored twice', async () => {
    const { token, key } = await buildWithPasskey()
    const other = await buildSession(db, await buildAccount(db))
    expect((await finishRegister(token, key.register(await beginRegister(token)))).code).toBe('passkey.refused')
    expect((await finishRegister(other, key.register(await beginRegister(other)))).code).toBe('passkey.refused')
  })

  test('allows twenty keys', async () => {
    const account = await buildAccount(db)
    const token = await buildSession(db, account)
    const options = await beginRegister(token)
    const rows = Array.from({ length: limits.passkeysPerAccount }, (_, index) => ({
      id: `full-${account.id}-${index}`,
      resellerId: 0,
      accountId: account.id,
      publicKey: Buffer.alloc(1),
      name: 'x',
      createdAt: clock.now(),
    }))
    await db.kysely.insertInto('passkeys').values(rows).execute()
    const begin = await call(api.factors.passkeyBegin, { passWord: PASSWORD }, { token, headers: HOST })
    expect(begin.code).toBe('passkey.too_many')
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    expect((await finishRegister(token, key.register(options))).code).toBe('passkey.too_many')
  })

  test.each<[string, unknown]>([
    ['nothing', {}],
    ['no client data', { id: 'a', response: {} }],
    ['client data that is no JSON', { response: { clientDataJSON: 'bm90IGpzb24' } }],
    ['a zero byte', { response: { clientDataJSON: Buffer.from('{"challenge":"a\\u0000b"}').toString('base64url') } }],
    [
      'a challenge that is no text',
      { response: { clientDataJSON: Buffer.from('{"challenge":{}}').toString('base64url') } },
    ],
  ])('refuses %s instead of an answer', async (_what, response) => {
    const token = await buildSession(db, await buildAccount(db))
    expect((await finishRegister(token, response as Record<string, unknown>)).code).toBe('passkey.refused')
    expect((await login(response as Record<string, unknown>)).code).toBe('passkey.refused')
  })
})

describe('signing in with a passkey', () => {
  test('opens a full session without password or TOTP, and counts the use', async () => {
    const { account, token, key } = await buildWithPasskey()
    const { secret } = (await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })).data
    await call(api.factors.totpConfirm, { code: appCode(secret) }, { token })
    const options = await beginLogin()
    expect(options['allowCredentials'] ?? []).toEqual([])
    expect(options).toMatchObject({ rpId: 'portal.example', userVerification: 'required' })
    const answer = await login(key.signIn(options))
    expect(answer.status, answer.text).toBe(200)
    expect(answer.data.userInfo).toMatchObject({ iuser: account.userName, dailiKey: 0 })
    expect(answer.token).toBe(answer.data.token)
    const state = await call(api.factors.state, {}, { token: answer.data.token })
    expect(state.data.passkeys[0]?.usedAt).not.toBeNull()
    const row = await db.kysely.selectFrom('passkeys').select('counter').where('id', '=', key.id).executeTakeFirst()
    expect(row?.counter).toBe(1)
    const session = await db.kysely
      .selectFrom('sessions')
      .select('strength')
      .where('accountId', '=', account.id)
      .orderBy('createdAt', 'desc')
      .executeTakeFirst()
    expect(session?.strength).toBe('password')
  })

  test.each<[string, PasskeyFaults]>([
    ['another origin', { origin: 'https://evil.example' }],
    ['a key that did not check its user', { isUserVerified: false }],
    ["another user's handle", { userHandle: Buffer.alloc(32).toString('base64url') }],
    ['no handle', { userHandle: '' }],
  ])('refuses %s, and the challenge is used up', async (_what, faults) => {
    const { key } = await buildWithPasskey()
    const options = await beginLogin()
    const answer = await login(key.signIn(options, faults))
    expect([answer.status, answer.code]).toEqual([422, 'passkey.refused'])
    expect(answer.token).toBeNull()
    expect((await login(key.signIn(options))).code).toBe('passkey.refused')
  })

  test('remembers the device only when asked to', async () => {
    const { account, key } = await buildWithPasskey()
    expect((await signIn(key)).data.device).toBeUndefined()
    const input = { dailiKey: 0, response: key.signIn(await beginLogin()), remember: true }
    const answer = await call(api.factors.passkeyLogin, input, { headers: HOST })
    expect(answer.data.device).toMatch(/^dc1\./)
    const silent = { userName: account.userName, passWord: answer.data.device!, dailiKey: 0 }
    expect((await call(api.sessions.silentLogin, silent)).status).toBe(200)
  })

  test('an answer cannot be replayed, nor used for another challenge', async () => {
    const { key } = await buildWithPasskey()
    const answer = key.signIn(await beginLogin())
    expect((await login(answer)).status).toBe(200)
    expect((await login(answer)).code).toBe('passkey.refused')
    const options = await beginLogin()
    expect((await login(key.signIn({ ...options, challenge: 'AAAA' }))).code).toBe('passkey.refused')
  })

  test('refuses an expired challenge', async () => {
    const { key } = await buildWithPasskey()
    const options = await beginLogin()
    clock.shift(limits.passkeyChallengeTtlMs)
    expect((await login(key.signIn(options))).code).toBe('passkey.refused')
  })

  test('refuses a changed signature and another key', async () => {
    const { key } = await buildWithPasskey()
    const stranger = makeSoftwarePasskey({ origin: ORIGIN })
    const options = await beginLogin()
    const forged: Record<string, unknown> = { ...stranger.signIn(options), id: key.id, rawId: key.id }
    const { userHandle } = key.signIn(options)['response'] as { userHandle: string }
    const answer = await login({ ...forged, response: { ...(forged['response'] as object), userHandle } })
    expect(answer.code).toBe('passkey.refused')
    expect((await signIn(stranger)).code).toBe('passkey.refused')
  })

  test('treats a counter that does not grow as a copied key', async () => {
    const { key } = await buildWithPasskey()
    expect((await signIn(key, { counter: 7 })).status).toBe(200)
    expect((await signIn(key, { counter: 7 })).code).toBe('passkey.refused')
    expect((await signIn(key, { counter: 6 })).code).toBe('passkey.refused')
    expect((await signIn(key, { counter: 8 })).status).toBe(200)
  })

  test('says that an account is locked only after its key is verified', async () => {
    const { account, key } = await buildWithPasskey()
    await db.kysely.updateTable('accounts').set({ lockedAt: clock.now() }).where('id', '=', account.id).execute()
    expect((await signIn(key, { origin: 'https://evil.example' })).code).toBe('passkey.refused')
    const answer = await signIn(key)
    expect([answer.status, answer.code, answer.token]).toEqual([422, 'auth.locked', null])
  })

  test("refuses another reseller's passkey or challenge on the same site", async () => {
    const { key } = await buildWithPasskey({ resellerId: 260 })
    expect((await signIn(key)).code).toBe('passkey.refused')
    const ofOther = await beginLogin(0)
    expect((await login(key.signIn(ofOther), 260)).code).toBe('passkey.refused')
    expect((await login(key.signIn(await beginLogin(260)), 260)).status).toBe(200)
    const unknown = await call(api.factors.passkeyLoginBegin, { dailiKey: 999 }, { headers: HOST })
    expect(unknown.code).toBe('reseller.unknown')
  })

  test('expired challenges do not pile up', async () => {
    await beginLogin()
    clock.shift(limits.passkeyChallengeTtlMs)
    await beginLogin()
    const rows = await db.kysely.selectFrom('passkeyChallenges').select('expiresAt').execute()
    expect(rows.every((row) => row.expiresAt > clock.now())).toBe(true)
    expect(rows.length).toBeGreaterThan(0)
  })
})

describe('where passkeys work', () => {
  test("at the reseller's own verified domain, and only there if made there", async () => {
    await buildReseller(db, { id: 260 })
    await db.kysely
      .insertInto('resellerDomains')
      .values({ host: 'dolphin.example', resellerId: 260, verifiedAt: clock.now() })
      .execute()
    const account = await buildAccount(db, { resellerId: 260 })
    const token = await buildSession(db, account)
    const host = { host: 'dolphin.example' }
    const key = makeSoftwarePasskey({ origin: 'https://dolphin.example' })
    const options = await beginRegister(token, host)
    expect(options['rp']).toMatchObject({ id: 'dolphin.example' })
    expect((await finishRegister(token, key.register(options), host)).status).toBe(200)
    expect((await login(key.signIn(await beginLogin(260, host)), 260, host)).status).toBe(200)
    // The same answer at our main address, which is another site for the browser and for us.
    const elsewhere = await beginLogin(260)
    expect((await login(key.signIn(elsewhere), 260)).code).toBe('passkey.refused')
  })

  test.each(['dolphin.example', 'unverified.example', 'unknown.example', '127.0.0.1:3000', '[::1]:3000', 'localhost.'])(
    'not for reseller 0 at %s',
    async (host) => {
      await buildReseller(db)
      await db.kysely
        .insertInto('resellerDomains')
        .values({ host: 'unverified.example', resellerId: 0 })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
      const token = await buildSession(db, await buildAccount(db))
      const input = { passWord: PASSWORD }
      const answer = await call(api.factors.passkeyBegin, input, { token, headers: { host } })
      expect([answer.status, answer.code]).toEqual([422, 'passkey.wrong_host'])
      const loginAnswer = await call(api.factors.passkeyLoginBegin, { dailiKey: 0 }, { headers: { host } })
      expect(loginAnswer.code).toBe('passkey.wrong_host')
    },
  )

  test('at localhost in the sandbox, with its port', async () => {
    expect(config.mode).toBe('sandbox')
    const token = await buildSession(db, await buildAccount(db))
    const host = { host: 'localhost:3000' }
    const key = makeSoftwarePasskey({ origin: 'http://localhost:3000' })
    const options = await beginRegister(token, host)
    expect(options['rp']).toMatchObject({ id: 'localhost' })
    expect((await finishRegister(token, key.register(options), host)).status).toBe(200)
    const otherPort = key.signIn(await beginLogin(0, host), { origin: 'http://localhost:4000' })
    expect((await login(otherPort, 0, host)).code).toBe('passkey.refused')
  })
})

test('adding a passkey signs out everywhere else only when asked, removing one unless declined', async () => {
  const account = await buildAccount(db)
  const token = await buildSession(db, account)
  const live = async (other: string) => (await call(api.factors.state, {}, { token: other })).status === 200
  const [first, second] = [makeSoftwarePasskey({ origin: ORIGIN }), makeSoftwarePasskey({ origin: ORIGIN })]
  const one = await buildSession(db, account)
  const response = first.register(await beginRegister(token))
  await finishRegister(token, response)
  expect(await live(one)).toBe(true)
  const asked = { name: '手机', response: second.register(await beginRegister(token)), endOthers: true }
  expect((await call(api.factors.passkeyFinish, asked, { token, headers: HOST })).status).toBe(200)
  expect([await live(token), await live(one)]).toEqual([true, false])
  const two = await buildSession(db, account)
  const remove = { passWord: PASSWORD, id: first.id }
  await call(api.factors.passkeyRemove, { ...remove, endOthers: false }, { token })
  expect(await live(two)).toBe(true)
  await call(api.factors.passkeyRemove, { ...remove, id: second.id }, { token })
  expect([await live(token), await live(two)]).toEqual([true, false])
})

describe('removing a passkey', () => {
  test("sends a mail with the key's name, as adding one does", async () => {
    const { account, token, key } = await buildWithPasskey({ resellerId: 260, email: 'keys@example.com' })
    clock.shift(1000)
    const remove = () => call(api.factors.passkeyRemove, { id: key.id, passWord: PASSWORD }, { token })
    expect([(await remove()).status, (await remove()).code]).toEqual([200, 'object.unknown'])
    const mails = await mailsOf(db, account)
    const to = { toAddress: 'keys@example.com', params: { name: '手机', at: expect.any(String) } }
    expect(mails).toMatchObject([
      { template: 'passkey_added', ...to },
      { template: 'passkey_removed', ...to },
    ])
    expect(JSON.stringify(mails)).not.toContain(key.id)
  })

  test('needs the password, works only for the owner, and ends signing in with the key', async () => {
    const { token, key } = await buildWithPasskey()
    const stranger = await buildSession(db, await buildAccount(db))
    const remove = (by: string, passWord: string) =>
      call(api.factors.passkeyRemove, { id: key.id, passWord }, { token: by })
    expect((await remove(token, 'not the password')).code).toBe('auth.wrong_password')
    expect((await remove(stranger, PASSWORD)).code).toBe('object.unknown')
    expect((await signIn(key)).status).toBe(200)
    expect((await remove(token, PASSWORD)).status).toBe(200)
    expect((await remove(token, PASSWORD)).code).toBe('object.unknown')
    expect((await signIn(key)).code).toBe('passkey.refused')
  })
})
