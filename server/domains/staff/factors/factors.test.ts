import { afterEach, describe, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff, buildStaffSession, staffCalls } from '../../../test/build/build-staff.ts'
import { PASSWORD } from '../../../test/build/factories.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { makeSoftwarePasskey } from '../../../test/outside/software-passkey.ts'
import { makeApp } from '../../../test/run/make-app.ts'

const ORIGIN = 'https://console.example'
const made = await makeApp({ MODE: 'production', PUBLIC_URL: ORIGIN })
const { app, db } = made
const { factors, session } = consoleApi
const visitor = staffCalls(app, null)
let callers = 0
const newAddress = () => `10.7.0.${(callers += 1)}`
const signIn = (name: string, totp?: string, address = newAddress()) =>
  visitor.call(session.signIn, { name, passWord: PASSWORD, ...(totp === undefined ? {} : { totp }) }, { address })
const mailsTo = async (email: string) =>
  (
    await db.kysely.selectFrom('mails').select('template').where('toAddress', '=', email).orderBy('createdAt').execute()
  ).map(({ template }) => template)
const audited = async (staffId: number) =>
  (
    await db.kysely
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', `staff:${staffId}`)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

afterEach(() => clock.reset())

describe('the required factor', () => {
  test('TOTP opens the rest, shows recovery codes once, ends other sessions and tells the member', async () => {
    const { call, name, staffId } = await buildStaff(made, { resellerId: 260, email: 'a@team.example' })
    const other = staffCalls(app, await buildStaffSession(db, staffId))
    expect((await call(session.show, {})).data.factor.required).toBe(true)
    expect((await call(factors.recoveryRenew, {})).code).toBe('staff.factor_required')
    const { secret } = (await call(factors.totpBegin, {})).data
    expect((await call(factors.totpConfirm, { code: wrongAppCode(secret) })).code).toBe('auth.totp_wrong')
    const { recoveryCodes } = (await call(factors.totpConfirm, { code: appCode(secret) })).data
    expect(recoveryCodes).toHaveLength(limits.recoveryCodes)
    expect((await other.call(session.show, {})).status).toBe(401)
    expect((await call(session.show, {})).data.factor).toEqual({
      required: false,
      totp: true,
      passkeys: 0,
      recoveryCodesLeft: 10,
    })
    expect((await call(factors.totpBegin, {})).code).toBe('factor.exists')
    expect(await mailsTo('a@team.example')).toEqual(['staff_factor_changed'])
    expect(await audited(staffId)).toEqual(['staff.totp_turned_on'])
    // A recovery code replaces the app's code once.
    expect((await signIn(name, recoveryCodes[0])).status).toBe(200)
    expect((await signIn(name, recoveryCodes[0])).code).toBe('auth.totp_wrong')
  })

  test('a console passkey signs in and confirms; the last factor cannot be removed', async () => {
    const { call, name, staffId } = await buildStaff(made, { resellerId: 260 })
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    const { options } = (await call(factors.passkeyBegin, {})).data
    expect(options).toMatchObject({ rp: { id: 'console.example' } })
    const finished = await call(factors.passkeyFinish, { name: 'Phone', response: key.register(options) })
    expect(finished.data.recoveryCodes).toHaveLength(limits.recoveryCodes)
    // The password alone is no longer enough, and the page learns what else works.
    const refused = await signIn(name)
    expect([refused.code, refused.response.json().data]).toEqual(['auth.totp_required', { passkey: true }])
    const begun = (await visitor.call(factors.signInBegin, {})).data.options
    const signedIn = await visitor.call(factors.signIn, { response: key.signIn(begun) })
    expect(signedIn.status).toBe(200)
    const page = staffCalls(app, signedIn.token!)
    clock.shift(staffLimits.proofMs)
    expect((await page.call(factors.passkeyRemove, { id: key.id })).code).toBe('staff.step_up')
    const step = (await page.call(factors.stepUpBegin, {})).data
    expect(step.ways).toEqual(['passkey'])
    expect((await page.call(factors.stepUp, { response: key.signIn(step.options!) })).status).toBe(200)
    expect((await page.call(factors.passkeyRemove, { id: key.id })).code).toBe('staff.factor_required')
    expect((await page.call(factors.state, {})).data.passkeys).toHaveLength(1)
    expect(await audited(staffId)).toContain('staff.stepped_up')
  })

  test('refuses a passkey made for another site, or used twice', async () => {
    const { call } = await buildStaff(made, { resellerId: 260 })
    const stranger = makeSoftwarePasskey({ origin: 'https://portal.reseller.example' })
    const { options } = (await call(factors.passkeyBegin, {})).data
    const response = stranger.register(options)
    expect((await call(factors.passkeyFinish, { name: 'x', response })).code).toBe('passkey.refused')
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    const again = (await call(factors.passkeyBegin, {})).data.options
    await call(factors.passkeyFinish, { name: 'x', response: key.register(again) })
    const answer = key.signIn((await visitor.call(factors.signInBegin, {})).data.options)
    expect((await visitor.call(factors.signIn, { response: answer })).status).toBe(200)
    expect((await visitor.call(factors.signIn, { response: answer })).code).toBe('passkey.refused')
  })

  test("a member's key cannot confirm another member and is not shown to them", async () => {
    const one = await buildStaff(made, { resellerId: 260, withTotp: true })
    const two = await buildStaff(made, { resellerId: 260, withTotp: true })
    const key = makeSoftwarePasskey({ origin: ORIGIN })
    const { options } = (await one.call(factors.passkeyBegin, {})).data
    await one.call(factors.passkeyFinish, { name: 'x', response: key.register(options) })
    const ownKey = makeSoftwarePasskey({ origin: ORIGIN })
    const second = (await two.call(factors.passkeyBegin, {})).data.options
    await two.call(factors.passkeyFinish, { name: 'y', response: ownKey.register(second) })
    const step = (await two.call(factors.stepUpBegin, {})).data
    expect(JSON.stringify(step.options)).not.toContain(key.id)
    expect((await two.call(factors.stepUp, { response: key.signIn(step.options!) })).code).toBe('passkey.refused')
  })
})

describe('step-up', () => {
  test('asks for the factor; the password counts only without a factor', async () => {
    const { call, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true })
    clock.shift(staffLimits.proofMs)
    expect((await call(factors.recoveryRenew, {})).code).toBe('staff.step_up')
    expect((await call(factors.stepUp, { passWord: PASSWORD })).code).toBe('request.invalid')
    expect((await call(factors.stepUp, { code: wrongAppCode(totpSecret!) })).code).toBe('auth.totp_wrong')
    expect((await call(factors.stepUp, { code: appCode(totpSecret!) })).status).toBe(200)
    expect((await call(factors.recoveryRenew, {})).data.recoveryCodes).toHaveLength(limits.recoveryCodes)
  })

  test('in the sandbox on loopback the password confirms a member without a factor', async () => {
    const sandbox = await makeApp()
    const { call } = await buildStaff(sandbox, { resellerId: 260 })
    clock.shift(staffLimits.proofMs)
    expect((await call(factors.totpBegin, {})).code).toBe('staff.step_up')
    expect((await call(factors.stepUpBegin, {})).data).toEqual({ ways: ['password'], options: null })
    expect((await call(factors.stepUp, { passWord: 'wrong' })).code).toBe('auth.wrong_password')
    expect((await call(factors.stepUp, { passWord: PASSWORD })).status).toBe(200)
    expect((await call(factors.totpBegin, {})).status).toBe(200)
  })

  test('stops a thief in a stolen session, while the member goes on in another', async () => {
    const { call, staffId, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true })
    const thief = staffCalls(app, await buildStaffSession(db, staffId))
    for (let turn = 0; turn < limits.totpWrongPerCaller; turn += 1) {
      await thief.call(factors.stepUp, { code: wrongAppCode(totpSecret!) })
    }
    expect((await thief.call(factors.stepUp, { code: appCode(totpSecret!) })).code).toBe('request.too_many')
    expect((await call(factors.stepUp, { code: appCode(totpSecret!) })).status).toBe(200)
  })
})

describe('wrong codes at the door', () => {
  test('strangers who know the password share few tries a day; the member gets in from a known address', async () => {
    const { name, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true })
    const wrong = wrongAppCode(totpSecret!)
    const tryOnce = async (totp: string, address: string) => {
      const input = { name, passWord: PASSWORD, totp, captcha: makeCaptcha(made.config) }
      return (await visitor.call(session.signIn, input, { address })).code
    }
    // The last try already has to wait for its turn, and gets it.
    for (let turn = 0; turn <= limits.totpWrongByStrangers; turn += 1) {
      expect(await tryOnce(wrong, newAddress())).toBe('auth.totp_wrong')
    }
    expect(await tryOnce(appCode(totpSecret!), newAddress())).toBe('request.too_many')
    expect(await tryOnce(appCode(totpSecret!), '127.0.0.1')).toBeNull()
  })

  test('wrong codes bring the picture captcha as wrong passwords do, per account and per address', async () => {
    const { name, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true })
    for (let turn = 0; turn < limits.loginFailures; turn += 1) {
      expect((await signIn(name, wrongAppCode(totpSecret!), '203.0.113.9')).code).toBe('auth.totp_wrong')
    }
    expect((await signIn(name, appCode(totpSecret!))).code).toBe('auth.captcha_required')
    const neighbour = await buildStaff(made, { resellerId: 260, withTotp: true })
    const code = appCode(neighbour.totpSecret!)
    expect((await signIn(neighbour.name, code, '203.0.113.9')).code).toBe('auth.captcha_required')
    expect((await signIn(neighbour.name, code)).status).toBe(200)
  })
})

describe('the password', () => {
  test('changes with the old one, ends other sessions, tells the member, and follows the rules of accounts', async () => {
    const { call, name, staffId, totpSecret } = await buildStaff(made, {
      resellerId: 260,
      withTotp: true,
      email: 'b@team.example',
    })
    const other = staffCalls(app, await buildStaffSession(db, staffId))
    const change = (passWord: string, newPass: string) => call(factors.changePassword, { passWord, newPass })
    expect((await change('wrong', 'a new horse 43')).code).toBe('auth.wrong_password')
    expect((await change(PASSWORD, 'password1')).code).toBe('account.password_common')
    expect((await change(PASSWORD, 'a new horse 43')).status).toBe(200)
    expect((await other.call(session.show, {})).status).toBe(401)
    expect((await signIn(name, appCode(totpSecret!))).code).toBe('auth.bad_credentials')
    expect(await mailsTo('b@team.example')).toEqual(['staff_password_changed'])
  })
})

test('tells about a sign-in from a new browser or network once', async () => {
  const { name, totpSecret } = await buildStaff(made, { resellerId: 260, withTotp: true, email: 'c@team.example' })
  await signIn(name, appCode(totpSecret!), '198.51.100.4')
  clock.shift(60_000)
  await signIn(name, appCode(totpSecret!), '198.51.100.5')
  expect(await mailsTo('c@team.example')).toEqual(['staff_new_login'])
})
