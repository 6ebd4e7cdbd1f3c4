import { beforeEach, describe, expect, test } from 'vitest'

import { api } from '../../../../contract/api.ts'
import { clock } from '../../../platform/clock.ts'
import { buildSession } from '../../../test/build/build-session.ts'
import { buildAccount, PASSWORD } from '../../../test/build/factories.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const { call, db } = await makeApp()

// Start each test a second into a step, so that no step ends in the middle of a test.
beforeEach(() => {
  clock.reset()
  clock.shift(1_000 - (Date.now() % 30_000))
})

async function begin(token: string): Promise<string> {
  const answer = await call(api.factors.totpBegin, { passWord: PASSWORD }, { token })
  expect(answer.status, answer.text).toBe(200)
  return answer.data.secret
}

describe('the code that turns TOTP on', () => {
  const confirm = (token: string, code: string) => call(api.factors.totpConfirm, { code }, { token })

  test('cannot be guessed without end in a stolen session; the owner begins again and succeeds at once', async () => {
    const account = await buildAccount(db)
    const [owner, thief] = [await buildSession(db, account), await buildSession(db, account)]
    const secret = await begin(owner)
    const guesses = await Promise.all(Array.from({ length: 14 }, () => confirm(thief, wrongAppCode(secret))))
    expect(guesses.filter(({ code }) => code === 'auth.totp_wrong')).toHaveLength(10)
    expect(guesses.filter(({ status }) => status === 429)).toHaveLength(4)
    expect((await confirm(thief, appCode(secret))).code).toBe('request.too_many')
    const again = await begin(owner)
    expect((await confirm(owner, wrongAppCode(again))).code).toBe('auth.totp_wrong')
    expect((await confirm(owner, appCode(again))).status).toBe(200)
  })
})

describe('signing out everywhere else', () => {
  const isLive = async (token: string) => (await call(api.accounts.info, { dailiKey: 0 }, { token })).status === 200
  async function rememberOn(userName: string): Promise<{ token: string; device: string }> {
    const { data } = await call(api.sessions.login, { userName, passWord: PASSWORD, dailiKey: 0, remember: true })
    return { token: data.token, device: data.device! }
  }
  const silent = (userName: string, passWord: string) =>
    call(api.sessions.silentLogin, { userName, passWord, dailiKey: 0 })

  test('happens when TOTP is turned on or off, unless declined; this device stays', async () => {
    const account = await buildAccount(db)
    const own = await rememberOn(account.userName)
    const [first, stranger] = [await rememberOn(account.userName), await rememberOn(account.userName)]
    const secret = await begin(own.token)
    const code = appCode(secret)
    await call(api.factors.totpConfirm, { code, endOthers: false }, { token: own.token })
    expect(await isLive(first.token)).toBe(true)
    clock.shift(60_000)
    const off = { passWord: PASSWORD, code: appCode(secret) }
    expect((await call(api.factors.totpRemove, off, { token: own.token })).status).toBe(200)
    expect([await isLive(own.token), await isLive(first.token)]).toEqual([true, false])
    expect((await silent(account.userName, stranger.device)).code).toBe('auth.device_ended')
    const late = await rememberOn(account.userName)
    const anew = await begin(own.token)
    clock.shift(60_000)
    await call(api.factors.totpConfirm, { code: appCode(anew) }, { token: own.token })
    expect([await isLive(own.token), await isLive(late.token)]).toEqual([true, false])
    expect((await silent(account.userName, own.device)).status).toBe(200)
  })
})
