import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff, staffCalls } from '../../../test/build/build-staff.ts'
import { PASSWORD } from '../../../test/build/factories.ts'
import { appCode, wrongAppCode } from '../../../test/outside/authenticator-app.ts'
import { makeCaptcha } from '../../../test/outside/captcha.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { codeIn } from '../../../test/outside/read-mail.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runJobs } from '../../../test/run/run-jobs.ts'

const mailbox = await openMailbox()
const made = await makeApp({
  MODE: 'production',
  PUBLIC_URL: 'https://console.example',
  SMTP_URL: mailbox.url,
  OPERATOR_CONTACT: 'help@platform.example',
})
await runJobs(made)
const { app, db, config } = made
const { recover, session, staff } = consoleApi
const visitor = staffCalls(app, null)
const NEW = 'Quiet-Harbour-57'
let callers = 0
const address = () => `10.9.${Math.floor((callers += 1) / 250)}.${callers % 250}`
// Every installation has key 0, whose brand mails to nobody in particular use.
await buildStaff(made, { resellerId: null })
afterEach(() => clock.reset())

const mail = () => `${randomUUID().slice(0, 8)}@team.example`
const ask = (name: string, email: string) =>
  visitor.call(recover.sendCode, { name, email, captcha: makeCaptcha(config) }, { address: address() })
type Shown = { code: string; totp?: string }
const reset = (name: string, email: string, shown: Shown) =>
  visitor.call(recover.reset, { name, email, ...shown, newPass: NEW }, { address: address() })
const signIn = (name: string, passWord: string, totp: string) =>
  visitor.call(session.signIn, { name, passWord, totp }, { address: address() })
const mailsTo = async (email: string) =>
  (
    await db.kysely
      .selectFrom('mails')
      .select(['template', 'params'])
      .where('toAddress', '=', email)
      .orderBy('createdAt')
      .execute()
  ).map(({ template }) => template)

test('the owner gets in by mailbox and factor; sessions end, and the other members are told', async () => {
  const email = mail()
  const colleagueMail = mail()
  const owner = await buildStaff(made, { resellerId: 7201, email, withTotp: true })
  const colleague = await buildStaff(made, { resellerId: 7201, role: 'support', email: colleagueMail, withTotp: true })
  const strangerMail = mail()
  await buildStaff(made, { resellerId: 7202, email: strangerMail })
  expect((await ask(owner.name, email)).data).toEqual({ resendAfterS: 60 })
  const letter = await mailbox.next(email)
  expect(letter.text).toContain(owner.name)
  const shown = { code: codeIn(letter), totp: appCode(owner.totpSecret!) }
  expect((await reset(owner.name, email, shown)).status).toBe(200)
  expect((await owner.call(session.show, {})).status).toBe(401)
  expect((await colleague.call(session.show, {})).status).toBe(200)
  expect((await signIn(owner.name, PASSWORD, appCode(owner.totpSecret!, 1))).code).toBe('auth.bad_credentials')
  clock.shift(60_000)
  const entered = await signIn(owner.name, NEW, appCode(owner.totpSecret!))
  expect(entered.status).toBe(200)
  expect(await mailsTo(email)).toContain('staff_password_changed')
  expect(await mailsTo(colleagueMail)).toEqual(['staff_password_reset'])
  expect(await mailsTo(strangerMail)).toEqual([])
  expect((await reset(owner.name, email, { ...shown, totp: appCode(owner.totpSecret!, 1) })).code).toBe(
    'email.code_wrong',
  )
  const audit = await db.kysely
    .selectFrom('auditLog')
    .select('action')
    .where('subject', '=', `staff:${owner.staffId}`)
    .execute()
  expect(audit.map(({ action }) => action)).toContain('staff.password_reset')
  // For 72 hours what asks for the factor again is refused; the rest works.
  const again = staffCalls(app, entered.token)
  const invite = () => again.call(staff.invite, { role: { name: 'viewer' } })
  expect([(await again.call(session.show, {})).status, (await invite()).code]).toEqual([200, 'staff.recovered'])
  clock.shift(staffLimits.recoveredMs)
  const later = await signIn(owner.name, NEW, appCode(owner.totpSecret!))
  const calls = staffCalls(app, later.token)
  expect((await calls.call(staff.invite, { role: { name: 'viewer' } })).status).toBe(200)
})

test('the mailbox alone opens nothing: no factor, a wrong one, or a member without one', async () => {
  const email = mail()
  const owner = await buildStaff(made, { resellerId: 7211, email, withTotp: true })
  await ask(owner.name, email)
  const code = codeIn(await mailbox.next(email))
  expect((await reset(owner.name, email, { code })).code).toBe('auth.totp_required')
  const wrong = wrongAppCode(owner.totpSecret!)
  const answers: (string | null)[] = []
  for (let turn = 0; turn < 12; turn += 1) answers.push((await reset(owner.name, email, { code, totp: wrong })).code)
  expect(new Set(answers)).not.toContain(null)
  expect(answers[0]).toBe('auth.totp_wrong')
  expect((await owner.call(session.show, {})).status).toBe(200)
  expect((await signIn(owner.name, PASSWORD, appCode(owner.totpSecret!))).code).not.toBe('auth.bad_credentials')
  const bare = mail()
  const plain = await buildStaff(made, { resellerId: 7211, email: bare })
  await ask(plain.name, bare)
  expect((await reset(plain.name, bare, { code: codeIn(await mailbox.next(bare)) })).code).toBe('email.code_wrong')
})

test('nobody learns who has an account, and a stranger cannot void the owner’s code', async () => {
  const email = mail()
  const owner = await buildStaff(made, { resellerId: 7221, email, withTotp: true })
  await ask(owner.name, email)
  const code = codeIn(await mailbox.next(email))
  const unknown = mail()
  for (const [name, to] of [
    [owner.name, unknown],
    ['nobody.here', unknown],
    ['nobody.else', email],
  ] as const) {
    const { status, data } = await ask(name, to)
    expect([status, data]).toEqual([200, { resendAfterS: 60 }])
    expect((await reset(name, to, { code: '000000', totp: '123456' })).code).toBe('email.code_wrong')
  }
  expect(await mailsTo(unknown)).toEqual([])
  expect((await reset(owner.name, email, { code, totp: appCode(owner.totpSecret!) })).status).toBe(200)
})

test('an address that is not verified gets no code, and the page names the operator', async () => {
  const email = mail()
  const member = await buildStaff(made, { resellerId: 7231, email, withTotp: true })
  await db.kysely.updateTable('staff').set({ emailVerifiedAt: null }).where('id', '=', member.staffId).execute()
  expect((await ask(member.name, email)).status).toBe(200)
  expect(await mailsTo(email)).toEqual([])
  expect((await visitor.call(recover.show, {})).data).toEqual({ mail: true, operatorContact: 'help@platform.example' })
})

test('guesses of the mailed code are few', async () => {
  const email = mail()
  const owner = await buildStaff(made, { resellerId: 7241, email, withTotp: true })
  await ask(owner.name, email)
  const code = codeIn(await mailbox.next(email))
  const wrong = code === '000000' ? '000001' : '000000'
  const from = address()
  const guess = (typed: string) =>
    visitor.call(
      recover.reset,
      { name: owner.name, email, code: typed, totp: appCode(owner.totpSecret!), newPass: NEW },
      { address: from },
    )
  for (let turn = 0; turn < 5; turn += 1) expect((await guess(wrong)).code).toBe('email.code_wrong')
  expect((await guess(code)).code).toBe('email.code_wrong')
})
