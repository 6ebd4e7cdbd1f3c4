import { randomUUID } from 'node:crypto'
import { afterEach, beforeAll, expect, test } from 'vitest'

import { consoleApi } from '../../../../contract/console/api.ts'
import { staffLimits } from '../../../../contract/console/staff-limits.ts'
import { limits } from '../../../../contract/limits.ts'
import { clock } from '../../../platform/clock.ts'
import { buildStaff, staffCalls } from '../../../test/build/build-staff.ts'
import { buildReseller } from '../../../test/build/factories.ts'
import { dumpEveryRow } from '../../../test/look/every-row.ts'
import { openMailbox } from '../../../test/outside/mailbox.ts'
import { codeIn } from '../../../test/outside/read-mail.ts'
import { makeApp } from '../../../test/run/make-app.ts'
import { runJobs } from '../../../test/run/run-jobs.ts'
import { inviteFirstOwner } from './invite-first-owner.ts'
import { inviteMember } from './invite-member.ts'

const mailbox = await openMailbox()
const made = await makeApp({ SMTP_URL: mailbox.url, MAIL_FROM: 'no-reply@yuxian.example' })
const { app, db, config, logged } = made
await runJobs(made)
const { join, staff, session } = consoleApi
const visitor = staffCalls(app, null)
const NEW_PASSWORD = 'quiet river 77'
const operator = { actor: 'operator:test', permissions: null }
const opCtx = () => ({ db, config, now: clock.now(), language: 'zh-CN' as const })
const tokenOf = (link: string) => link.split('#')[1]!
const newName = () => `new-${randomUUID().slice(0, 8)}`

beforeAll(() => buildReseller(db, { id: 260, title: 'Heron' }))
afterEach(() => clock.reset())

/** The token of an operator's invitation without an address. */
async function inviteViewer(): Promise<string> {
  const wish = { team: 260, role: { name: 'viewer' as const }, email: null, language: 'en' as const }
  const { link } = await inviteMember(opCtx(), wish, operator)
  return tokenOf(link!)
}

/** The same with an address of the guest's, and the code that was sent there. */
async function inviteWithCode() {
  const token = await inviteViewer()
  const email = `${newName()}@team.example`
  await visitor.call(join.sendCode, { token, email })
  return { token, email, emailCode: codeIn(await mailbox.next(email)) }
}

/** Accepts the link to the end. */
async function accept(token: string, wanted: { name?: string; email?: string } = {}, address = '192.0.2.50') {
  const { name = newName(), email = `${name}@team.example` } = wanted
  await visitor.call(join.sendCode, { token, email }, { address })
  const mail = await mailbox.next(email)
  const input = { token, name, email, emailCode: codeIn(mail), passWord: NEW_PASSWORD }
  return { name, email, answer: await visitor.call(join.accept, input, { address }) }
}

test('a link to hand over makes one member, with the role and team of the invitation', async () => {
  const owner = await buildStaff(made, { resellerId: 260 })
  const { link, expiresAt } = (await owner.call(staff.invite, { role: { name: 'support' } })).data
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:3000\/console\/join#[\w-]{43}$/)
  expect(Date.parse(expiresAt) - clock.now().getTime()).toBeGreaterThan(staffLimits.invitationMs - 60_000)
  const token = tokenOf(link!)
  expect((await owner.call(staff.invitations, {})).data.rows).toMatchObject([
    { invitedBy: owner.name, role: 'support' },
  ])
  const shown = await visitor.call(join.show, { token })
  expect(shown.data).toMatchObject({ reseller: { id: 260, title: 'Heron' }, role: 'support', email: null, mail: true })
  const { answer, name, email } = await accept(token)
  expect([answer.status, answer.data]).toEqual([200, {}])
  const { data } = await staffCalls(app, answer.token!).call(session.show, {})
  expect(data).toMatchObject({ member: { name, email, role: 'support' }, reseller: { id: 260 } })
  const again = { token, name: newName(), email: 'x@team.example', passWord: NEW_PASSWORD }
  expect((await visitor.call(join.accept, again)).code).toBe('staff.invitation_gone')
  expect((await visitor.call(join.show, { token })).code).toBe('staff.invitation_gone')
  const everything = `${await dumpEveryRow(db)}\n${logged.join('')}`
  expect(everything).not.toContain(token)
})

test('a mailed link appears only in the mail, after the #, and its address needs no code', async () => {
  const owner = await buildStaff(made, { resellerId: 260 })
  const email = `${newName()}@team.example`
  const invited = (await owner.call(staff.invite, { role: { name: 'viewer' }, email })).data
  expect(invited.link).toBeNull()
  const mail = await mailbox.next(email)
  const token = /\/console\/join#([\w-]{43})/.exec(mail.text)![1]!
  expect(await dumpEveryRow(db)).not.toContain(token)
  const name = newName()
  const answer = await visitor.call(join.accept, { token, name, email, passWord: NEW_PASSWORD })
  expect(answer.status).toBe(200)
  const row = await db.kysely.selectFrom('staff').selectAll().where('name', '=', name).executeTakeFirstOrThrow()
  expect([row.role, row.resellerId, row.emailVerifiedAt !== null]).toEqual(['viewer', 260, true])
})

test('only the code sent to an address verifies it', async () => {
  const { token, email, emailCode: code } = await inviteWithCode()
  const input = { token, name: newName(), passWord: NEW_PASSWORD }
  expect((await visitor.call(join.accept, { ...input, email })).code).toBe('request.invalid')
  const wrong = code === '000000' ? '000001' : '000000'
  expect((await visitor.call(join.accept, { ...input, email, emailCode: wrong })).code).toBe('email.code_wrong')
  const other = { ...input, email: 'victim@team.example', emailCode: code }
  expect((await visitor.call(join.accept, other)).code).toBe('email.code_wrong')
})

test('a name that is taken costs no code', async () => {
  const { name: taken } = await buildStaff(made, { resellerId: 260 })
  const { token, email, emailCode } = await inviteWithCode()
  const input = { token, email, emailCode, passWord: NEW_PASSWORD }
  expect((await visitor.call(join.accept, { ...input, name: taken })).code).toBe('account.taken')
  expect((await visitor.call(join.accept, { ...input, name: newName() })).status).toBe(200)
})

test("guessing a code uses up the guesser's tries, not those of the person with the mail", async () => {
  const { token, email, emailCode } = await inviteWithCode()
  const input = { token, name: newName(), email, passWord: NEW_PASSWORD }
  for (let turn = 0; turn < limits.mailCodeGuesses; turn += 1) {
    const guess = { ...input, emailCode: emailCode === '111111' ? '111112' : '111111' }
    expect((await visitor.call(join.accept, guess, { address: '203.0.113.1' })).code).toBe('email.code_wrong')
  }
  expect((await visitor.call(join.accept, { ...input, emailCode }, { address: '203.0.113.1' })).code).toBe(
    'email.code_wrong',
  )
  expect((await visitor.call(join.accept, { ...input, emailCode }, { address: '203.0.113.2' })).status).toBe(200)
})

test('limits the number of mailed codes', async () => {
  const token = await inviteViewer()
  const send = () => visitor.call(join.sendCode, { token, email: 'flood@team.example' }, { address: '203.0.113.9' })
  for (let turn = 0; turn < staffLimits.codesPerInvitation; turn += 1) expect((await send()).status).toBe(200)
  expect((await send()).code).toBe('request.too_many')
})

test('a revoked, expired or made-up link gets the same answer', async () => {
  const owner = await buildStaff(made, { resellerId: 260 })
  const one = (await owner.call(staff.invite, { role: { name: 'viewer' } })).data
  expect((await owner.call(staff.revokeInvitation, { id: one.id })).status).toBe(200)
  expect((await owner.call(staff.revokeInvitation, { id: one.id })).code).toBe('object.unknown')
  const two = await inviteMember(
    opCtx(),
    { team: 260, role: { name: 'viewer' }, email: null, language: 'en', lifeMs: 60_000 },
    operator,
  )
  clock.shift(60_000)
  const texts = new Set<string>()
  for (const token of [tokenOf(one.link!), tokenOf(two.link!), 'A'.repeat(43)]) {
    texts.add((await visitor.call(join.show, { token })).text)
  }
  expect(texts.size).toBe(1)
})

test('a name is unique in the installation, and removing a member frees it', async () => {
  const taken = await buildStaff(made, { resellerId: 261 })
  const invite = async () =>
    tokenOf(
      (await inviteMember(opCtx(), { team: 260, role: { name: 'viewer' }, email: null, language: 'en' }, operator))
        .link!,
    )
  const token = await invite()
  expect((await accept(token, { name: taken.name.toUpperCase() })).answer.code).toBe('account.taken')
  // The refused try cost nothing: the link still works.
  expect((await accept(token)).answer.status).toBe(200)
  await db.kysely.updateTable('staff').set({ removedAt: clock.now() }).where('id', '=', taken.staffId).execute()
  expect((await accept(await invite(), { name: taken.name })).answer.status).toBe(200)
})

test('refuses weak passwords by the rules of accounts', async () => {
  const token = await inviteViewer()
  const input = { token, name: newName(), email: 'w@team.example', emailCode: '123456' }
  for (const passWord of ['password1', 'heron2024']) {
    expect((await visitor.call(join.accept, { ...input, passWord })).code).toBe('account.password_common')
  }
})

test('a new first link of an agency voids the one before, and ends once there is a first owner', async () => {
  await buildReseller(db, { id: 271, title: 'Crane' })
  const first = await inviteFirstOwner(opCtx(), 271, 7)
  const second = await inviteFirstOwner(opCtx(), 271, 7)
  expect((await visitor.call(join.show, { token: tokenOf(first.link!) })).code).toBe('staff.invitation_gone')
  expect(Date.parse(second.expiresAt) - clock.now().getTime()).toBeLessThanOrEqual(staffLimits.ownerLinkMs)
  const byOperator = await inviteMember(
    opCtx(),
    { team: 271, role: { name: 'owner' }, email: null, language: 'en' },
    operator,
  )
  expect((await accept(tokenOf(byOperator.link!))).answer.status).toBe(200)
  expect((await visitor.call(join.show, { token: tokenOf(second.link!) })).code).toBe('staff.invitation_gone')
})

test('of many uses of one link at once, one gets in', async () => {
  const { link } = await inviteMember(
    opCtx(),
    { team: 260, role: { name: 'viewer' }, email: 'race@team.example', language: 'en' },
    operator,
  )
  expect(link).toBeNull()
  const mail = await mailbox.next('race@team.example')
  const token = /#([\w-]{43})/.exec(mail.text)![1]!
  const answers = await Promise.all(
    [1, 2, 3, 4].map(() =>
      visitor.call(join.accept, { token, name: newName(), email: 'race@team.example', passWord: NEW_PASSWORD }),
    ),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422, 422, 422])
})

test('without a mail server no code is needed, and mailed invitations are refused', async () => {
  const silent = await makeApp({ MODE: 'production', PUBLIC_URL: 'https://console.example' })
  const owner = await buildStaff(silent, { resellerId: 260, withTotp: true })
  expect((await owner.call(staff.invite, { role: { name: 'viewer' }, email: 'a@b.example' })).code).toBe('email.off')
  const token = tokenOf((await owner.call(staff.invite, { role: { name: 'viewer' } })).data.link!)
  const page = staffCalls(silent.app, null)
  expect((await page.call(join.show, { token })).data.mail).toBe(false)
  const input = { token, name: newName(), email: 'a@b.example', passWord: NEW_PASSWORD }
  const answer = await page.call(join.accept, input)
  expect(answer.status).toBe(200)
  const joined = staffCalls(silent.app, answer.token!)
  expect((await joined.call(session.show, {})).data.factor.required).toBe(true)
  expect((await joined.call(consoleApi.devices.list, {})).code).toBe('staff.factor_required')
})
